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
        var left: [PhotoStack] = []
        places = [:]
        for case let stack? in stacks {
            let photos = stack.photos.filter { !hidden.contains($0) }
            guard photos.count > 1 else { continue }
            for photo in photos { places[photo] = left.count }
            left.append(PhotoStack(stack.kind, photos))
        }
        all = left
        self.places = places
        photos = PhotoSet(places.keys)
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
