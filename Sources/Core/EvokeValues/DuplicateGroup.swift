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
        /// One of the owner's favourites, where the other is none.
        case favourite
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

    /// The bytes of all files but the first. Other names of a file (hard links) take no room of their own.
    public var reclaimable: Int64 { Self.reclaimable(of: [self]) }

    /// The bytes of all files but the first of each group, each file counted once.
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

    /// What several names of one file have in common. Catalogues know of no disks, so that content and time have to be the
    /// same, too.
    private struct File: Hashable {
        let size, modified: Int64
        let inode: UInt64
        let content: ContentDigest?
        /// Where nothing says which file it is.
        let photo: PhotoID?

        init(_ card: PhotoCard) {
            (size, modified, inode) = (card.stamp.size, card.stamp.modifiedNanoseconds, card.stamp.inode)
            content = card.content
            photo = content == nil || inode == 0 ? card.id : nil
        }
    }
}
