/// Whether a server is well, and its model.
public struct HealthAnswer: Codable, Hashable, Sendable {
    /// `ok`, or `lagging` while searches are refused because the server is too far behind the library's database; the
    /// server's version, the library's folder on its machine, and the model's name.
    public let status, version, library, model: String
    /// An upper bound in milliseconds for how far searches are behind the library's database: 0 while they are current.
    /// Nil if each request checks the library, as for one in a folder, and if unknown.
    public let lagMs: Int?
    /// True if the server follows a standby of the database, whose delay is unknown.
    public let standby: Bool?

    package init(
        status: String, version: String, library: String, model: String, lagMs: Int? = nil, standby: Bool? = nil
    ) {
        self.status = status
        self.version = version
        self.library = library
        self.model = model
        self.lagMs = lagMs
        self.standby = standby
    }
}
