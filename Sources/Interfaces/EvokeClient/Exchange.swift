import EvokeValues
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension EvokeClient {
    func ask<Answer>(
        _ operation: APIOperation<Never, Answer>, _ pieces: Any..., query: Call.Query = [:]
    ) async throws -> Answer {
        try await json(Call(operation: operation.any, pieces: pieces, query: query))
    }

    func ask<Request, Answer>(
        _ operation: APIOperation<Request, Answer>, _ pieces: Any..., json request: Request
    ) async throws -> Answer {
        try await json(Call(operation: operation.any, pieces: pieces, body: body(request, of: operation)))
    }

    func ask<Request, Answer>(_ operation: APIOperation<Request, Answer>, form: UploadForm) async throws -> Answer {
        try await json(Call(operation: operation.any, body: (form.type, form.body)))
    }

    func bytes(
        _ operation: APIOperation<Never, [UInt8]>, _ pieces: Any..., query: Call.Query = [:], limit: Int = largestAnswer
    ) async throws -> [UInt8] {
        try await bytes(Call(operation: operation.any, pieces: pieces, query: query), limit: limit)
    }

    func body<Request, Answer>(
        _ request: Request, of operation: APIOperation<Request, Answer>
    ) throws -> (type: String, bytes: [UInt8]) {
        guard let bytes = try? JSONText.bytes(of: request) else {
            throw EvokeError(.wrongUsage, doing: operation.doing, subject: "", reason: "a value in it is not a number")
        }
        return ("application/json", bytes)
    }

    func json<Answer: Decodable>(_ call: Call) async throws -> Answer {
        let bytes = try await bytes(call, limit: Self.largestAnswer)
        do {
            return try JSONText.value(Answer.self, of: bytes)
        } catch {
            throw failure(
                call, .unsupported, "its response is not as expected", "Use a client and a server of the same version.")
        }
    }

    private func bytes(_ call: Call, limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        let head = try await exchange(call) { bytes in
            guard all.count + bytes.count <= limit else {
                throw failure(call, .tooLarge, "its response is larger than \(limit) bytes", "")
            }
            all += bytes
        }
        if let length = head.headers["content-length"].flatMap({ Int($0) }), length != all.count {
            throw failure(call, .unreachable, "the connection broke off during the response", "Try again.")
        }
        return all
    }

    /// Passes on the body of a successful response; errors from the server are thrown.
    @discardableResult
    func exchange(_ call: Call, _ take: ([UInt8]) throws -> Void) async throws -> Wire.Head {
        guard let request = call.request(to: base, token: token) else {
            throw failure(call, .wrongUsage, "that is not the address of a server", "")
        }
        var head: Wire.Head?
        var problem: [UInt8] = []
        do {
            for try await piece in wire.send(request) {
                switch piece {
                case .head(let found):
                    guard found.headers["evoke-version"] != nil else {
                        throw failure(call, .unsupported, "it is not an Evoke server", "Check the address.")
                    }
                    head = found
                case .bytes(let data):
                    if head?.isGood == true {
                        try take(Array(data))
                    } else if problem.count < 1_000_000 {
                        problem += data
                    }
                }
            }
            // A stream of a canceled task ends without an error.
            try Task.checkCancellation()
        } catch let error as EvokeError {
            throw error
        } catch {
            try Task.checkCancellation()
            let reason = Self.reason(of: error, hasBegun: head != nil)
            throw failure(call, .unreachable, reason, "Check the address, and that the server is running.")
        }
        guard let head else { throw failure(call, .unreachable, "it did not respond", "Check the address.") }
        guard head.isGood else { throw complaint(call, head, problem) }
        return head
    }

    private func complaint(_ call: Call, _ head: Wire.Head, _ body: [UInt8]) -> EvokeError {
        // Without a problem object, the status has to do.
        guard let problem = try? JSONText.value(ProblemAnswer.self, of: body) else {
            return failure(call, .unreachable, "it responded with status \(head.status)", "")
        }
        let told = EvokeError.Kind(rawValue: problem.kind)
        let kind = EvokeError.Kind.known.contains(told) ? told : Self.kind(of: head.status)
        let detail = problem.detail.hasSuffix(".") ? String(problem.detail.dropLast()) : problem.detail
        return failure(call, kind, "it replied: \(detail)", problem.remedy)
    }

    /// For kinds that only the server has.
    private static func kind(of status: Int) -> EvokeError.Kind {
        switch status {
        case 401, 403: .notAllowed
        case 404: .notFound
        case 500..<600: .unreachable
        default: .wrongUsage
        }
    }

    private func failure(_ call: Call, _ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: call.operation.doing, subject: base, reason: reason, remedy: remedy)
    }

    private static func reason(of error: any Error, hasBegun: Bool) -> String {
        if error is Wire.Silence { return "it does not respond" }
        if error is EventReader.Overlong { return "its response is not an event stream" }
        guard let error = error as? URLError else { return "its response cannot be read" }
        if hasBegun { return "the connection broke off during the response" }
        return switch error.code {
        case .cannotConnectToHost: "nothing answers there"
        case .cannotFindHost, .dnsLookupFailed: "no machine has that name"
        case .unsupportedURL, .badServerResponse, .networkConnectionLost: "its response is invalid"
        case .timedOut: "it does not respond"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            "an encrypted connection to it failed"
        default: "the connection failed (\(error.code.rawValue))"
        }
    }
}

extension Wire.Head {
    fileprivate var isGood: Bool { (200..<300).contains(status) }
}

/// Parses server-sent events from arbitrary pieces.
struct EventReader {
    struct Overlong: Error {}

    private static let longestLine = 16_000_000

    private var line: [UInt8] = []
    private var name = ""
    private var data: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.longestLine else { throw Overlong() }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if !name.isEmpty, let event = try ServerEvent(name, data) { events.append(event) }
                (name, data) = ("", [])
            } else if let value = value(of: "event") {
                name = String(decoding: value, as: UTF8.self)
            } else if let value = value(of: "data") {
                data += value
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private func value(of field: String) -> ArraySlice<UInt8>? {
        guard line.starts(with: (field + ":").utf8) else { return nil }
        let value = line.dropFirst(field.utf8.count + 1)
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}
