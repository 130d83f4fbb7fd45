/// Photos of which one is enough: copies, the same picture, or shots of one moment.
public struct DuplicateGroup: Hashable, Sendable {
    /// What the photos have in common.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Their files are equal, byte for byte.
        case exact
        /// The same picture: rotated, smaller, saved again, in gray, or slightly cropped.
        case same
        /// Different shots of one moment.
        case burst
    }

    /// What one photo has over another.
    public enum Merit: String, Hashable, Sendable, CaseIterable {
        /// It is a favorite, and the other is not.
        case favourite
        /// More pixels.
        case larger
        /// Color, where the other is gray.
        case colored
        /// A format that cameras write.
        case originalFormat
        /// The date and time at which a camera took it.
        case hasDate
        /// Finer detail at the size of a thumbnail.
        case sharper
        /// A larger file for a picture of the same size.
        case lessCompressed
        /// An earlier modification time.
        case older
    }

    /// A photo of the group.
    public struct Member: Hashable, Sendable {
        /// Its path, size, date and so on.
        public let card: PhotoCard
        /// For the first photo, what it has over any of the others; for the others, what the first has over them.
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

    /// The bytes of all files except the first. Hard links to a file take no space of their own.
    public var reclaimable: Int64 { Self.reclaimable(of: [self]) }

    /// The bytes of all files except the first of each group, counting each file once.
    public static func reclaimable(of groups: some Sequence<DuplicateGroup>) -> Int64 {
        var going: Set<File> = []
        for group in groups {
            guard let first = group.photos.first.map({ File($0.card) }) else { continue }
            for member in group.photos.dropFirst() {
                let file = File(member.card)
                if file != first { going.insert(file) }
            }
        }
        return going.reduce(0) { $0 + $1.size }
    }

    /// What the hard links to one file have in common. Catalogs do not know devices, so content and time have to be
    /// equal as well.
    private struct File: Hashable {
        let size, modified: Int64
        let inode: UInt64
        let content: ContentDigest?
        /// Set if nothing identifies the file.
        let photo: PhotoID?

        init(_ card: PhotoCard) {
            (size, modified, inode) = (card.stamp.size, card.stamp.modifiedNanoseconds, card.stamp.inode)
            content = card.content
            photo = content == nil || inode == 0 ? card.id : nil
        }
    }
}
