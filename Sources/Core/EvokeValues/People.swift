/// A person's number, unique in the library.
public struct PersonID: Hashable, Sendable, Comparable {
    /// At least 1.
    public let value: Int64

    /// For catalogs.
    public init(_ value: Int64) { self.value = value }

    /// For somebody named whom Evoke has not seen before. People found by Evoke are counted from 1 and never get this
    /// high; JSON can represent these numbers.
    package static func new() -> PersonID { PersonID(Int64.random(in: firstUncounted..<1 << 53)) }

    /// Numbers from here on are random, not counted.
    package static let firstUncounted: Int64 = 1 << 40

    /// A query's name for somebody without a name: `#11`. Otherwise nil.
    package init?(numbered text: String) {
        guard text.first == "#", text.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int64(text.dropFirst())
        else { return nil }
        self.init(value)
    }

    /// By number.
    public static func < (left: PersonID, right: PersonID) -> Bool { left.value < right.value }
}

/// Somebody the owner named.
public struct Person: Hashable, Sendable {
    /// Identifies the person, whatever the name.
    public let id: PersonID
    /// The name the owner gave.
    public let name: String

    /// Made by catalogs.
    public init(_ id: PersonID, name: String) { (self.id, self.name) = (id, name) }
}

extension Person {
    /// Whether the name contains these words in sequence, ignoring case and accents. Symbols alone, like "❤", have to
    /// be the whole name.
    package func isCalled(_ words: String) -> Bool {
        let (own, wanted) = (TextTerm.all(in: name).map(\.text), TextTerm.all(in: words).map(\.text))
        guard !wanted.isEmpty else { return name.folded == words.folded }
        return own.indices.contains { own[$0...].starts(with: wanted) }
    }
}

/// A face in a picture that the owner made a decision about. It outlasts face finders: it applies to whatever face is
/// later found there.
public struct FaceSpot: Hashable, Sendable {
    /// The photo's content.
    public let content: ContentDigest
    /// In pixels of its upright picture.
    public let box: Face.Box

    /// Made by catalogs.
    public init(_ content: ContentDigest, _ box: Face.Box) { (self.content, self.box) = (content, box) }
}

/// What the owner decided about a face.
public struct OwnerDecision: Hashable, Sendable {
    /// The person it is; nil if not said.
    public var person: PersonID?
    /// The people it is not.
    public var refused: Set<PersonID>
    /// Whether it is of no interest: a stranger, or not a face at all.
    public var isHidden: Bool

    /// By default, nothing is decided.
    public init(person: PersonID? = nil, refused: Set<PersonID> = [], isHidden: Bool = false) {
        (self.person, self.refused, self.isHidden) = (person, refused, isHidden)
    }

    package var isNothing: Bool { self == OwnerDecision() }
}

/// A person edit: how it changes people and the decisions about faces.
public struct PeopleChange: Hashable, Sendable {
    /// The people after the edit; nil for those who are removed.
    public var people: [PersonID: Person?]
    /// The complete decision about each of these faces after the edit.
    public var words: [FaceSpot: OwnerDecision]

    /// By default, nothing changes.
    public init(people: [PersonID: Person?] = [:], words: [FaceSpot: OwnerDecision] = [:]) {
        (self.people, self.words) = (people, words)
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { people.isEmpty && words.isEmpty }
}

extension PictureFaces {
    /// Which face each of these boxes is meant for, as indexes of ``faces``: the one that it covers best.
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
