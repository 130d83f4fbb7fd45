public import EvokeValues

/// What a content has in common with another that it was compared with.
public struct Resemblance: Hashable, Sendable {
    /// The ways in which two contents are alike.
    public struct Ways: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// They show the same picture.
        public static let samePicture = Ways(rawValue: 1)
        /// They look like shots of one moment, whenever they were taken.
        public static let oneMoment = Ways(rawValue: 2)
        /// They were taken within seconds, and look sufficiently alike for that.
        public static let takenTogether = Ways(rawValue: 4)
    }

    /// The other one.
    public let content: ContentDigest
    /// At least one of them.
    public let ways: Ways

    /// For code that compares photos.
    public init(_ content: ContentDigest, _ ways: Ways) {
        (self.content, self.ways) = (content, ways)
    }

    private static let length = 17

    /// As catalogs store a list: for each its content, and a byte for the ways.
    package static func bytes(of resemblances: [Resemblance]) -> [UInt8] {
        resemblances.flatMap { $0.content.bytes + [$0.ways.rawValue] }
    }

    /// Nil if the bytes are invalid.
    package static func list(bytes: UnsafeRawBufferPointer) -> [Resemblance]? {
        guard bytes.count.isMultiple(of: length) else { return nil }
        var list: [Resemblance] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            let content = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length - 1])
            guard let content = ContentDigest(bytes: content) else { return nil }
            list.append(Resemblance(content, Ways(rawValue: bytes[start + length - 1])))
        }
        return list
    }
}
