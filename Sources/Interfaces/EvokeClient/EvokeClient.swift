@_exported public import EvokeValues
public import Foundation

/// Asks a server of Evoke, over HTTP. It may be used by as many tasks as there are.
///
/// What the server complains of comes as an `EvokeError` with the server's kind and words; a server that cannot be
/// reached, or breaks off, as one of the kind `unreachable`.
public struct EvokeClient: Sendable {
    /// As large as an answer may be, but for photos and events.
    static let largestAnswer = 64_000_000
    static let largestPhoto = 2_000_000_000

    /// Scheme, host and port, and whatever path is before `/api`.
    let base: String
    let token: String?
    let wire: Wire

    /// - Parameters:
    ///   - address: as `evoke serve` prints it, with the token in it or without.
    ///   - token: needed by servers that listen to other machines.
    ///   - patience: how long the server may be silent.
    public init(_ address: URL, token: String? = nil, patience: Duration = .seconds(60)) throws(EvokeError) {
        guard let parts = URLComponents(url: address, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty
        else {
            throw EvokeError(
                .wrongUsage, doing: "ask the server", subject: address.absoluteString,
                reason: "that is no address of a server", remedy: "Give one like http://localhost:7654.")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        base = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
        self.token = token ?? parts.queryItems?.first { $0.name == "token" }?.value
        wire = Wire(patience: patience)
    }

    /// Whether the server answers, and with which model.
    public func health() async throws -> HealthAnswer {
        try await json(Call(.health, "ask the server"))
    }

    /// The API for programs, as OpenAPI has it.
    public func description() async throws -> [UInt8] {
        try await bytes(Call(.description, "ask the server"), limit: Self.largestAnswer)
    }
}
