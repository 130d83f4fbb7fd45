/// Whether a server answers, and with which model.
public struct HealthAnswer: Codable, Hashable, Sendable {
    /// `ok`, the version of the server's Evoke, the library's folder on its machine, and the model's name.
    public let status, version, library, model: String

    package init(status: String, version: String, library: String, model: String) {
        self.status = status
        self.version = version
        self.library = library
        self.model = model
    }
}
