/// Photos whose files somebody wants to have together.
package struct ArchiveRequest: Codable, Hashable, Sendable {
    package let photos: [Int64]

    package init(photos: [Int64]) { self.photos = photos }
}

/// Where they can be had.
package struct ArchiveAnswer: Codable, Hashable, Sendable {
    /// On the server, once.
    package let address: String
    /// Those of them that the library has.
    package let photos: Int
    /// Of their files, as they were indexed.
    package let bytes: Int64

    package init(address: String, photos: Int, bytes: Int64) {
        (self.address, self.photos, self.bytes) = (address, photos, bytes)
    }
}
