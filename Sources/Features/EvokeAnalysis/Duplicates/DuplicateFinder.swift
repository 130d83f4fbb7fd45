package import EvokePorts
package import EvokeValues

/// Finds photos of which one is enough, from known resemblances of contents.
package struct DuplicateFinder {
    /// Photos that belong together, in no particular order.
    package struct Found: Hashable, Sendable {
        package let kind: DuplicateGroup.Kind
        package let photos: [PhotoID]

        package init(_ kind: DuplicateGroup.Kind, _ photos: [PhotoID]) {
            (self.kind, self.photos) = (kind, photos)
        }
    }

    private let contents: [Content]
    private let pairs: SimilarPairs

    /// - Parameter resemblances: known for these and possibly others.
    package init(_ traces: [PhotoTrace], _ resemblances: [ContentDigest: [Resemblance]]) {
        contents = Self.contents(of: traces)
        pairs = SimilarPairs(resemblances, among: contents)
    }

    /// Returns groups of the given kinds. Exact copies are both in groups of their own kind and in those of the same
    /// picture.
    package func groups(of kinds: Set<DuplicateGroup.Kind>) -> [Found] {
        var found: [Found] = []
        if kinds.contains(.exact) {
            found += contents.filter { $0.photos.count > 1 }.map { Found(.exact, $0.photos) }
        }
        guard !kinds.isDisjoint(with: [.same, .burst]) else { return found }
        let pictures = SamePictures(contents: contents, pairs: pairs).groups()
        if kinds.contains(.same) {
            found += pictures.filter { $0.count > 1 }.map { Found(.same, $0.flatMap { contents[$0].photos }) }
        }
        if kinds.contains(.burst) {
            let moments = Moments(contents, pictures, pairs).groups()
            found += moments.map { Found(.burst, $0.map { contents[$0].photos[0] }) }
        }
        return found
    }

    /// Best first.
    private static func contents(of traces: [PhotoTrace]) -> [Content] {
        // Photos with the same content are adjacent.
        let order = traces.indices.sorted { one, other in
            let (first, second) = (traces[one].content, traces[other].content)
            guard let first, let second, first != second else {
                return first == second ? traces[one].photo < traces[other].photo : first != nil
            }
            return (first.high, first.low) < (second.high, second.low)
        }
        var contents: [Content] = []
        var rest = order[...]
        while let first = rest.first {
            let content = traces[first].content
            let same = rest.prefix { $0 == first || content != nil && traces[$0].content == content }
            contents.append(Content(same.map { traces[$0] }))
            rest = rest.dropFirst(same.count)
        }
        contents.sort { $0.isBefore($1) }
        return contents
    }
}

/// The content of one or several files.
struct Content: Sendable {
    let photos: [PhotoID]
    let digest: ContentDigest?
    let shot: Int64?
    let camera: String?
    private let pixels: Int
    private let bytes: Int64
    private let isOfCamera: Bool

    init(_ traces: [PhotoTrace]) {
        photos = traces.map(\.photo)
        let first = traces[0]
        digest = first.content
        pixels = first.size.map { $0.width * $0.height } ?? 0
        shot = traces.lazy.compactMap(\.shot).first
        camera = traces.lazy.compactMap(\.camera).first
        (bytes, isOfCamera) = (first.bytes, traces.contains(where: \.isOfCamera))
    }

    /// Whether it ranks before the other, which is then compared with it.
    func isBefore(_ other: Content) -> Bool {
        if pixels != other.pixels { return pixels > other.pixels }
        if (shot == nil) != (other.shot == nil) { return shot != nil }
        if isOfCamera != other.isOfCamera { return isOfCamera }
        if bytes != other.bytes { return bytes > other.bytes }
        return photos[0] < other.photos[0]
    }

    /// Whether the camera's clock says that they are different shots.
    func isOtherShot(than other: Content) -> Bool {
        guard let shot, let others = other.shot else { return false }
        return shot != others
    }
}

/// Groups of the same picture in different files. Members must resemble the best and most of the group, so that groups
/// don't become chains.
struct SamePictures {
    /// Best first.
    let contents: [Content]
    let pairs: SimilarPairs

    /// Indices of contents, best first in each group, including groups of one.
    func groups() -> [[Int]] {
        var groups = aroundTheBest()
        var numbers = [Int](repeating: 0, count: contents.count)
        for (number, group) in groups.enumerated() { for place in group { numbers[place] = number } }
        // A cropped picture may resemble every copy but the best.
        for number in groups.indices.reversed() {
            guard let other = joined(groups[number], of: groups, numbers) else { continue }
            for place in groups[number] { numbers[place] = other }
            groups[other] = (groups[other] + groups[number]).sorted()
            groups[number] = []
        }
        return groups.filter { !$0.isEmpty }
    }

    private func aroundTheBest() -> [[Int]] {
        var isTaken = [Bool](repeating: false, count: contents.count)
        var groups: [[Int]] = []
        for place in contents.indices where !isTaken[place] {
            var group = [place]
            for other in pairs.others(of: place, .samePicture) where other > place && !isTaken[other] {
                guard !group.contains(where: { contents[$0].isOtherShot(than: contents[other]) }) else { continue }
                isTaken[other] = true
                group.append(other)
            }
            groups.append(group)
        }
        return groups
    }

    /// Returns a better group that shares at least half of all pairs with this one. If a camera dated the picture, it
    /// may be another shot, so only the best decides.
    private func joined(_ group: [Int], of groups: [[Int]], _ numbers: [Int]) -> Int? {
        var found: [Int: Int] = [:]
        for place in group {
            for other in pairs.others(of: place, .samePicture) where numbers[other] < numbers[place] {
                found[numbers[other], default: 0] += 1
            }
        }
        return found.filter { number, count in
            2 * count >= group.count * groups[number].count
                && (group + groups[number]).allSatisfy { contents[$0].shot == contents[group[0]].shot }
        }.keys.min()
    }
}

/// Similar contents, by index. A resemblance is stored with one content and known from both.
struct SimilarPairs {
    private var others: [Int: [Int: Resemblance.Ways]] = [:]

    init(_ resemblances: [ContentDigest: [Resemblance]], among contents: [Content]) {
        let places = Dictionary(
            contents.enumerated().compactMap { place, content in content.digest.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        for (content, alike) in resemblances {
            guard let place = places[content] else { continue }
            for resemblance in alike {
                guard let other = places[resemblance.content], other != place else { continue }
                others[place, default: [:]][other, default: []].formUnion(resemblance.ways)
                others[other, default: [:]][place, default: []].formUnion(resemblance.ways)
            }
        }
    }

    /// The contents with this kind of resemblance, best first.
    func others(of place: Int, _ ways: Resemblance.Ways) -> [Int] {
        (others[place] ?? [:]).filter { $0.value.isSuperset(of: ways) }.keys.sorted()
    }
}

/// Shots of the same moment. If a picture exists several times, only its best version counts.
struct Moments {
    /// The longest time between a burst's best shot and any other, in seconds.
    static let longest: Int64 = 5

    private let contents: [Content]
    /// The best version of each picture, best first.
    private let bests: [Int]
    private let pairs: SimilarPairs
    private let isBest: Set<Int>

    /// - Parameter pictures: from `SamePictures`.
    init(_ contents: [Content], _ pictures: [[Int]], _ pairs: SimilarPairs) {
        (self.contents, self.pairs) = (contents, pairs)
        bests = pictures.map { $0[0] }
        isBest = Set(bests)
    }

    /// Indices of contents, best first in each group.
    func groups() -> [[Int]] {
        var taken: Set<Int> = []
        var groups: [Int: [Int]] = [:]
        func gather(_ places: [Int], _ others: (Int) -> [Int]) {
            for place in places where !taken.contains(place) {
                for other in others(place) where !taken.contains(other) && groups[other] == nil {
                    taken.formUnion([place, other])
                    groups[place, default: []].append(other)
                }
            }
        }
        gather(bests.filter { contents[$0].shot != nil }, takenTogether)
        // Those without a date are added to existing groups first, then grouped with each other.
        for burst in groups.keys.sorted() {
            for other in undated(of: burst) where !taken.contains(other) && contents[other].shot == nil {
                taken.insert(other)
                groups[burst]?.append(other)
            }
        }
        gather(bests, undated)
        return groups.sorted { $0.key < $1.key }.map { [$0.key] + $0.value }
    }

    private func takenTogether(with place: Int) -> [Int] {
        guard let shot = contents[place].shot else { return [] }
        return pairs.others(of: place, .takenTogether).filter { other in
            guard isBest.contains(other), let time = contents[other].shot, abs(time - shot) <= Self.longest else {
                return false
            }
            guard let one = contents[place].camera, let two = contents[other].camera else { return true }
            return one == two
        }
    }

    private func undated(of place: Int) -> [Int] {
        pairs.others(of: place, .oneMoment).filter { other in
            isBest.contains(other) && (contents[place].shot == nil || contents[other].shot == nil)
        }
    }
}
