/// Whether a server answers, and with which model.
public struct HealthAnswer: Codable, Hashable, Sendable {
    public let status, version, library, model: String

    package init(status: String, version: String, library: String, model: String) {
        self.status = status
        self.version = version
        self.library = library
        self.model = model
    }
}
