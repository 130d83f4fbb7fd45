/// A photo's number in its library; it survives re-indexing.
public struct PhotoID: Hashable, Sendable, Comparable {
    /// From 0 on, as addresses of a server have it: `/photo/12`.
    public let value: Int64

    /// For catalogues, and for numbers that were kept elsewhere; no photo need have it.
    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.value < right.value }
}
