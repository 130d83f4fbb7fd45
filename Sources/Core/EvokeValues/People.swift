/// A person of a library, by a number that none other has.
public struct PersonID: Hashable, Sendable, Comparable {
    /// At least 1.
    public let value: Int64

    /// For catalogues.
    public init(_ value: Int64) { self.value = value }

    /// Of somebody new, whom Evoke has not seen before. Those whom it sees are counted from 1, and never come here; JSON
    /// has room for these.
    package static func new() -> PersonID { PersonID(Int64.random(in: firstUncounted..<1 << 53)) }

    /// From here on, numbers are not counted.
    package static let firstUncounted: Int64 = 1 << 40

    /// As a query names somebody who has no name: `#11`. Nil for all else.
    package init?(numbered text: String) {
        guard text.first == "#", text.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int64(text.dropFirst())
        else { return nil }
        self.init(value)
    }

    /// By their numbers.
    public static func < (left: PersonID, right: PersonID) -> Bool { left.value < right.value }
}

/// Somebody whom the owner of a library knows by name.
public struct Person: Hashable, Sendable {
    /// Tells them from others, whatever they are called.
    public let id: PersonID
    /// As the owner calls them.
    public let name: String

    /// Made by whoever writes a catalogue.
    public init(_ id: PersonID, name: String) { (self.id, self.name) = (id, name) }
}

extension Person {
    /// Whether these words are in their name, one after the other; case and accents do not count. What has signs alone, as "❤",
    /// is the whole name.
    package func isCalled(_ words: String) -> Bool {
        let (own, wanted) = (TextTerm.all(in: name).map(\.text), TextTerm.all(in: words).map(\.text))
        guard !wanted.isEmpty else { return name.folded == words.folded }
        return own.indices.contains { own[$0...].starts(with: wanted) }
    }
}

/// A place in a picture that the owner said something of. It outlasts what finds faces: whatever face is found there later
/// is meant.
public struct FaceSpot: Hashable, Sendable {
    /// What the photo holds.
    public let content: ContentDigest
    /// In the pixels of its upright picture.
    public let box: Face.Box

    /// Made by whoever writes a catalogue.
    public init(_ content: ContentDigest, _ box: Face.Box) { (self.content, self.box) = (content, box) }
}

/// What the owner said of a face.
public struct OwnerDecision: Hashable, Sendable {
    /// Whose it is; nil where nobody has said so.
    public var person: PersonID?
    /// Whose it is not.
    public var refused: Set<PersonID>
    /// Whether it is of no interest: a stranger's, or no face at all.
    public var isHidden: Bool

    /// With nothing in it, that nothing was said.
    public init(person: PersonID? = nil, refused: Set<PersonID> = [], isHidden: Bool = false) {
        (self.person, self.refused, self.isHidden) = (person, refused, isHidden)
    }

    package var isNothing: Bool { self == OwnerDecision() }
}

/// What becomes of people, and of what is said of faces, by one word of the owner's.
public struct PeopleChange: Hashable, Sendable {
    /// What they are from then on; nil for those who are no longer there.
    public var people: [PersonID: Person?]
    /// All that is said of each of these faces from then on.
    public var words: [FaceSpot: OwnerDecision]

    /// With nothing in it, nothing changes.
    public init(people: [PersonID: Person?] = [:], words: [FaceSpot: OwnerDecision] = [:]) {
        (self.people, self.words) = (people, words)
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { people.isEmpty && words.isEmpty }
}

extension PictureFaces {
    /// Which of the faces each of these places is meant for, by their numbers in ``faces``: the one that it covers best.
    package func places(of boxes: [Face.Box]) -> [Int: Int] {
        var pairs: [(overlap: Double, face: Int, box: Int)] = []
        for (number, face) in faces.enumerated() {
            for (place, box) in boxes.enumerated() {
                guard face.box.isOfSameFace(as: box) else { continue }
                pairs.append((face.box.overlap(box), number, place))
            }
        }
        var (found, taken): ([Int: Int], Set<Int>) = ([:], [])
        for pair in pairs.sorted(by: { ($1.overlap, $0.face, $0.box) < ($0.overlap, $1.face, $1.box) })
        where found[pair.face] == nil && !taken.contains(pair.box) {
            found[pair.face] = pair.box
            taken.insert(pair.box)
        }
        return found
    }
}
