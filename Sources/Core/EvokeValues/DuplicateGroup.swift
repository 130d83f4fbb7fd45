/// Photos of which one is enough: copies, the same picture, or shots of one moment.
public struct DuplicateGroup: Hashable, Sendable {
    /// What the photos have in common.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Their files hold the same, byte for byte.
        case exact
        /// The same picture: turned, smaller, saved again, in grey, with a little cut off.
        case same
        /// Different shots of one moment.
        case burst
    }

    /// What one photo has over another.
    public enum Merit: String, Hashable, Sendable, CaseIterable {
        /// More pixels.
        case larger
        /// Colours, where the other is grey.
        case colored
        /// A format that cameras write.
        case originalFormat
        /// The date and time at which a camera took it.
        case hasDate
        /// Finer detail, seen at the size of a thumbnail.
        case sharper
        /// A longer file, of a picture that is as large.
        case lessCompressed
        /// An earlier time of its file.
        case older
    }

    /// A photo of the group.
    public struct Member: Hashable, Sendable {
        /// What is known of it, its path, size and date among that.
        public let card: PhotoCard
        /// Of the first photo, what it has over any of the others; of the others, what the first has over them.
        public let merits: [Merit]

        /// Made by a `PhotoLibrary`.
        public init(_ card: PhotoCard, merits: [Merit]) {
            (self.card, self.merits) = (card, merits)
        }
    }

    /// What the photos have in common.
    public let kind: Kind
    /// At least two, the one to keep first.
    public let photos: [Member]

    /// Made by a `PhotoLibrary`.
    public init(_ kind: Kind, _ photos: [Member]) {
        (self.kind, self.photos) = (kind, photos)
    }

    /// The bytes of all files but the first.
    public var roomToWin: Int64 { photos.dropFirst().reduce(0) { $0 + $1.card.stamp.size } }
}
