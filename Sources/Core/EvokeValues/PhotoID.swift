/// A photo's number in its library; it survives re-indexing.
public struct PhotoID: Hashable, Sendable, Comparable {
    /// Starts at 0, as in a server's addresses: `/photo/12`.
    public let value: Int64

    /// For catalogs, and for numbers stored elsewhere; such a photo need not exist.
    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.value < right.value }
}
