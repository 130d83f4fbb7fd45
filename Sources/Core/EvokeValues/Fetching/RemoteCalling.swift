/// Calls the procedures of one server, by gRPC.
package protocol RemoteCalling: Sendable {
    /// The message that the server answers with.
    ///
    /// Throws `EvokeError`; and `CancellationError` when the task is cancelled, and then nobody knows whether the server has
    /// done it.
    ///
    /// - Parameter procedure: `package.Service/Procedure`.
    func call(_ procedure: String, _ message: [UInt8]) async throws -> [UInt8]
}

/// A server whose procedures are called, and what is sent along with each call.
package struct RemoteServer: Hashable, Sendable {
    /// `http://host:port` or `https://host:port`.
    package let url: String
    /// Sent as `authorization`, as it is.
    package let token: SecretToken?
    package let fields: [String: String]

    package init(url: String, token: SecretToken? = nil, fields: [String: String] = [:]) {
        self.url = url
        self.token = token
        self.fields = fields
    }
}
