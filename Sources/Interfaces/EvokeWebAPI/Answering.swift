import Evoke

/// Answers requests, without a socket.
package protocol Answering: Sendable {
    /// Checks the head, so that an unwanted body need not be read.
    func admit(_ head: Request) -> Admission
    /// The response, once the whole request has arrived.
    func respond(to admitted: AdmittedRequest) async -> Response
    /// A response to use when there is no other.
    func problem(status: Int, kind: String, detail: String) -> Response
    /// Whether the library is still there, or is back.
    var libraryIsThere: Bool { get async }
    /// Ends the streams of events, which would otherwise never end.
    func endStreams()
    /// Removes temporary files, after the last response.
    func close()
}

/// What to do with a request after reading its head.
package enum Admission: Sendable {
    case refused(Response)
    case taken(AdmittedRequest)
}

extension Response {
    /// With the headers of all responses.
    var finished: Response {
        var response = self
        response.headers += Self.headersOfAll
        return response
    }

    private static let headersOfAll: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
                + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Evoke-Version", evokeVersion),
    ]
}
