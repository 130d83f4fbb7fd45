/// A photo's number in its library; it survives re-indexing.
public struct PhotoID: Hashable, Sendable, Comparable {
    public let value: Int64

    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.value < right.value }
}
