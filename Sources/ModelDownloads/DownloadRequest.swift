/// What somebody wants fetched, and on which conditions.
public struct DownloadRequest: Codable, Hashable, Sendable {
    /// The model's name, in a catalogue and on the shelf.
    public let name: String
    /// The address that its files are below, in place of the catalogue's.
    public var from: String?
    /// The most bytes that all files together may have.
    public var mostBytes: Int64?
    /// How often a file is tried again after a failure that may pass; nil for the usual number.
    public var retries: Int?
    public var onlyUnmetered = false
    public var onlyOnPower = false
    /// Whether a version that is there is to get a newer one beside it.
    public var isUpdate = false

    public init(_ name: String) {
        self.name = name
    }
}
