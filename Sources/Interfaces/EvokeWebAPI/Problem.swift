import Evoke
import EvokeValues

/// An error as a response (RFC 9457).
struct Problem: Error, Hashable {
    let status: Int
    let kind: String
    let detail: String
    var remedy: String = ""
    var headers: [String: String] = [:]

    static func wrongUsage(_ detail: String, status: Int = 400) -> Problem {
        Problem(
            status: status, kind: EvokeError.Kind.wrongUsage.rawValue, detail: detail.firstCapital + ".",
            remedy: "See /api/openapi.json.")
    }

    static func wrongMethod(_ allowed: [String]) -> Problem {
        let all = Set(allowed + (allowed.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        return Problem(
            status: 405, kind: "wrongMethod", detail: "This address accepts \(all).", headers: ["Allow": all])
    }

    static let tokenMissing = Problem(
        status: 401, kind: "tokenMissing", detail: "The token is missing or wrong.",
        remedy: "As the user who runs 'evoke serve', open the address that it printed, or send the token "
            + "of the library's folder as a Bearer token.",
        headers: ["WWW-Authenticate": "Bearer"])

    static func notFound(_ detail: String, remedy: String) -> Problem {
        Problem(status: 404, kind: EvokeError.Kind.notFound.rawValue, detail: detail, remedy: remedy)
    }

    static func nothingThere(remedy: String) -> Problem { .notFound("Nothing is at this address.", remedy: remedy) }
}

extension Problem {
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as EvokeError where error == .peopleAreNotTold: self = .tokenMissing
        case let error as EvokeError where error == .libraryIsClosed:
            self.init(
                status: 503, kind: EvokeError.Kind.libraryUnavailable.rawValue,
                detail: "The library was replaced while being read.", remedy: "Try again.",
                headers: ["Retry-After": "1"])
        case let error as EvokeError:
            self.init(
                status: error.kind.told.status, kind: error.kind.told.rawValue, detail: error.sentence,
                remedy: error.remedyForWeb, headers: error.kind == .libraryUnavailable ? ["Retry-After": "5"] : [:])
        default:
            self.init(status: 500, kind: "internal", detail: "Something went wrong in the server.")
        }
    }

    var response: Response {
        let fields: [(String, String)] =
            [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
            + headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        // The status says it, too.
        return Response(status: status, headers: fields, body: .bytes((try? JSONText.bytes(of: answer)) ?? []))
    }

    var answer: ProblemAnswer {
        ProblemAnswer(
            type: "about:blank", title: Self.titles[status] ?? "Error", status: status, kind: kind, detail: detail,
            remedy: remedy)
    }

    static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        409: "Conflict", 411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        422: "Unprocessable Content", 500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
        507: "Insufficient Storage",
    ]
}

extension EvokeError.Kind {
    /// Below 500 for errors of the request, 500 and above for those of the server.
    var status: Int {
        switch self {
        case .wrongUsage: 400
        case .notAllowed: 403
        case .notFound: 404
        case .libraryBusy, .libraryNewer, .modelMissing, .readOnly: 409
        case .damaged, .unsupported, .tooLarge: 422
        case .unreachable: 502
        case .libraryUnavailable: 503
        case .diskFull: 507
        default: 500
        }
    }
}

extension String {
    fileprivate var firstCapital: String { prefix(1).uppercased() + dropFirst() }
}
