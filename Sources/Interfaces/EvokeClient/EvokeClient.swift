@_exported public import EvokeValues
public import Foundation

/// A client of an Evoke server, over HTTP. Any number of tasks can use it at once.
///
/// Errors from the server are `EvokeError`s with its kind and words; if it cannot be reached, or the connection breaks,
/// the kind is `unreachable`.
public struct EvokeClient: Sendable {
    /// The size limit of responses other than photos and events.
    static let largestAnswer = 64_000_000
    static let largestPhoto = 2_000_000_000

    /// Scheme, host, port, and any path before `/api`.
    let base: String
    let token: String?
    let wire: Wire

    /// - Parameters:
    ///   - address: as `evoke serve` prints it, with or without the token in it.
    ///   - token: needed by servers that listen to other machines.
    ///   - patience: how long the server may be silent.
    public init(_ address: URL, token: String? = nil, patience: Duration = .seconds(60)) throws(EvokeError) {
        guard let parts = URLComponents(url: address, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty
        else {
            throw EvokeError(
                .wrongUsage, doing: "ask the server", subject: address.absoluteString,
                reason: "that is not the address of a server", remedy: "Give one like http://localhost:7654.")
        }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        base = "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
        self.token = token ?? parts.queryItems?.first { $0.name == "token" }?.value
        wire = Wire(patience: patience)
    }

    /// Whether the server is well, and its model.
    public func health() async throws -> HealthAnswer {
        try await ask(API.health)
    }

    /// The OpenAPI description of the server.
    package func description() async throws -> [UInt8] {
        try await bytes(API.description)
    }
}
