/// Photos of which one is enough: copies, the same picture, or shots of one moment.
public struct DuplicateGroup: Hashable, Sendable {
    /// What the photos have in common.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// Their files are equal, byte for byte.
        case exact
        /// The same picture: rotated, smaller, saved again, in gray, or slightly cropped.
        case same
        /// Different shots of one moment.
        case burst
    }

    /// What one photo has over another.
    package enum Merit: String, Hashable, Sendable, CaseIterable {
        /// It is a favorite, and the other is not.
        case favorite = "favourite"
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
        package let merits: [Merit]

        package init(_ card: PhotoCard, merits: [Merit]) {
            (self.card, self.merits) = (card, merits)
        }
    }

    /// What the photos have in common.
    public let kind: Kind
    /// At least two, the one to keep first.
    public let photos: [Member]

    package init(_ kind: Kind, _ photos: [Member]) {
        (self.kind, self.photos) = (kind, photos)
    }

    /// The bytes of all files except the first. Hard links to a file take no space of their own.
    public var reclaimable: Int64 { Self.reclaimable(of: [self]) }

    /// The bytes of all files except the first of each group, counting each file once.
    package static func reclaimable(of groups: some Sequence<DuplicateGroup>) -> Int64 {
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

    /// The photos to remove so that the first photo of each group stays. A photo in several groups is removed once, and
    /// the photo kept in its place is not removed in favor of another.
    public static func steps(of groups: [DuplicateGroup]) -> [TidyStep] {
        var cards: [PhotoID: PhotoCard] = [:]
        var stays: [PhotoID: PhotoID] = [:]
        var order: [PhotoID] = []
        func keeper(of photo: PhotoID) -> PhotoID {
            var photo = photo
            while let next = stays[photo] { photo = next }
            return photo
        }
        for group in groups {
            for member in group.photos { cards[member.card.id] = member.card }
            guard let first = group.photos.first?.card.id else { continue }
            for member in group.photos.dropFirst().map(\.card.id) {
                let (kept, going) = (keeper(of: first), keeper(of: member))
                // If two groups disagree, the earlier one wins.
                guard kept != going, stays[member] == nil else { continue }
                stays[going] = kept
                order.append(going)
            }
        }
        return order.compactMap { photo in
            guard let goes = cards[photo], let stays = cards[keeper(of: photo)] else { return nil }
            return TidyStep(goes: goes, stays: stays, isExact: goes.content != nil && goes.content == stays.content)
        }
    }
}

/// Which photos of a library may be shown as one.
public struct PhotoStacks: Sendable {
    private let all: [PhotoStack]
    /// The index of each photo's stack.
    private let places: [PhotoID: Int]
    /// All photos that are in a stack.
    package let photos: PhotoSet

    /// Groups that share a photo form one stack: a burst includes the copies of its shots.
    ///
    /// - Parameters:
    ///   - groups: as `PhotoLibrary.duplicates` orders them.
    ///   - hidden: photos to leave out. The rest of their stacks stay together.
    public init(_ groups: [DuplicateGroup] = [], without hidden: PhotoSet = PhotoSet()) {
        var places: [PhotoID: Int] = [:]
        var stacks: [PhotoStack?] = []
        for group in groups {
            var (members, taken) = ([PhotoID](), Set<Int>())
            for photo in group.photos.map(\.card.id) {
                guard let place = places[photo] else {
                    members.append(photo)
                    continue
                }
                // A shot's copies follow it.
                if taken.insert(place).inserted { members += stacks[place]?.photos ?? [] }
            }
            for place in taken { stacks[place] = nil }
            for photo in members { places[photo] = stacks.count }
            stacks.append(PhotoStack(group.kind, members))
        }
        self.init(
            stacks.compactMap { stack in
                guard let photos = stack?.photos.filter({ !hidden.contains($0) }), photos.count > 1 else { return nil }
                return stack.map { PhotoStack($0.kind, photos) }
            })
    }

    private init(_ all: [PhotoStack]) {
        var places: [PhotoID: Int] = [:]
        for (place, stack) in all.enumerated() {
            for photo in stack.photos { places[photo] = place }
        }
        (self.all, self.places, photos) = (all, places, PhotoSet(places.keys))
    }

    /// Nil for a photo that is in no stack.
    public func stack(of photo: PhotoID) -> PhotoStack? { places[photo].map { all[$0] } }

    /// Without photos that have a better one of their stack in the set.
    package func folded(_ photos: PhotoSet) -> PhotoSet {
        var left = photos
        for stack in all {
            for photo in stack.photos.lazy.filter(photos.contains).dropFirst() { left.remove(photo) }
        }
        return left
    }

    /// Without photos that have one of their stack earlier in the sequence.
    package func folded<Photo>(_ photos: some Sequence<Photo>, _ id: (Photo) -> PhotoID) -> [Photo] {
        var seen: Set<Int> = []
        return photos.filter { photo in places[id(photo)].map { seen.insert($0).inserted } ?? true }
    }
}

extension PhotoStacks: Codable {
    public init(from decoder: any Decoder) throws { try self.init([PhotoStack](from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
}

/// Photos that may be shown as one: the same picture in several files, and the shots of one moment with their copies.
public struct PhotoStack: Hashable, Sendable, Codable {
    /// What they have in common; `burst` if there are different shots among them.
    public let kind: DuplicateGroup.Kind
    /// At least two, best first: the first stands for all.
    public let photos: [PhotoID]

    init(_ kind: DuplicateGroup.Kind, _ photos: [PhotoID]) {
        (self.kind, self.photos) = (kind, photos)
    }
}
