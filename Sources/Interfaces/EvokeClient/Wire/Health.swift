/// Whether a server answers, and with which model.
public struct HealthAnswer: Codable, Hashable, Sendable {
    /// `ok`, or `lagging` while searches are refused because the server is too far behind the library's database; the
    /// version of the server's Evoke, the library's folder on its machine, and the model's name.
    public let status, version, library, model: String
    /// How many milliseconds what is searched is behind the library's database, at the most: 0 while nothing is missing.
    /// Nil where each request looks at the library, as at one in a folder, and where it cannot be told.
    public let lagMs: Int?
    /// True where the server follows a standby of the database, which does not tell how far it is behind.
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
