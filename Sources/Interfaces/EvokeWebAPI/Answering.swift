import Evoke

/// Whoever answers requests, with no socket.
package protocol Answering: Sendable {
    /// Looks at the head alone, so that what is not wanted need not be read.
    func admit(_ head: Request) -> Admission
    /// The answer, once all of the request is there.
    func respond(to admitted: AdmittedRequest) async -> Response
    /// What is answered in place of one that does not come.
    func problem(status: Int, kind: String, detail: String) -> Response
    /// Whether the library is where it was, or has come back.
    var libraryIsThere: Bool { get async }
    /// Ends the streams of events, which would go on for ever.
    func endStreams()
    /// Removes what was made for requests, once the last is answered.
    func close()
}

/// What to do with a request of which only the head is there.
package enum Admission: Sendable {
    case refused(Response)
    case taken(AdmittedRequest)
}

extension Response {
    /// With what all answers say.
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
