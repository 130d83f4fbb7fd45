/// Photos to download as a ZIP.
package struct ArchiveRequest: Codable, Hashable, Sendable {
    package let photos: [Int64]

    package init(photos: [Int64]) { self.photos = photos }
}

/// Where to download the ZIP.
package struct ArchiveAnswer: Codable, Hashable, Sendable {
    /// On the server; works once.
    package let address: String
    /// How many of the photos are in the library.
    package let photos: Int
    /// The total size of their files, as indexed.
    package let bytes: Int64

    package init(address: String, photos: Int, bytes: Int64) {
        (self.address, self.photos, self.bytes) = (address, photos, bytes)
    }
}
