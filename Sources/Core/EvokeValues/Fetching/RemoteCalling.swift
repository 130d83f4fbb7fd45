/// Calls the procedures of one server with gRPC.
package protocol RemoteCalling: Sendable {
    /// The server's response.
    ///
    /// Throws `EvokeError`; or `CancellationError` if the task is cancelled, in which case it is unknown whether the
    /// server did it.
    ///
    /// - Parameter procedure: `package.Service/Procedure`.
    func call(_ procedure: String, _ message: [UInt8]) async throws -> [UInt8]
}

/// A server to call, and what is sent with each call.
package struct RemoteServer: Hashable, Sendable {
    /// `http://host:port` or `https://host:port`.
    package let url: String
    /// Sent unchanged as `authorization`.
    package let token: SecretToken?
    package let fields: [String: String]

    package init(url: String, token: SecretToken? = nil, fields: [String: String] = [:]) {
        self.url = url
        self.token = token
        self.fields = fields
    }
}
