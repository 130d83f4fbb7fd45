public import EvokeValues

/// Somebody the owner named.
public struct Person: Hashable, Sendable {
    /// Identifies the person, whatever the name.
    public let id: PersonID
    /// The name the owner gave.
    public let name: String

    /// Made by catalogs.
    public init(_ id: PersonID, name: String) { (self.id, self.name) = (id, name) }

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

/// A compact form of an edit, which catalogs store to undo it.
extension PeopleChange {
    package var bytes: [UInt8] {
        var bytes = PackedBytes()
        bytes.add(people.count)
        for (id, person) in people.sorted(by: { $0.key < $1.key }) {
            bytes.add(Int(id.value))
            bytes.add(person == nil ? 0 : 1)
            if let person { bytes.add(person.name) }
        }
        for (spot, word) in words {
            bytes.add(spot.content)
            for number in [spot.box.x, spot.box.y, spot.box.width, spot.box.height] { bytes.add(number) }
            bytes.add(Int(word.person?.value ?? 0))
            bytes.add(word.isHidden ? 1 : 0)
            bytes.add(word.refused.count)
            for person in word.refused.sorted() { bytes.add(Int(person.value)) }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        self.init()
        var rest = UnpackedBytes(bytes)
        guard let count = rest.number(), count >= 0 else { return nil }
        for _ in 0..<count {
            guard let id = rest.number().map({ PersonID(Int64($0)) }), let isThere = rest.number() else { return nil }
            guard isThere != 0 else {
                people[id] = .some(nil)
                continue
            }
            guard let name = rest.text() else { return nil }
            people[id] = Person(id, name: name)
        }
        while !rest.rest.isEmpty {
            guard let content = rest.content(), let numbers = rest.numbers(7), numbers[6] >= 0,
                let refused = rest.numbers(numbers[6])
            else { return nil }
            let box = Face.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            words[FaceSpot(content, box)] = OwnerDecision(
                person: numbers[4] == 0 ? nil : PersonID(Int64(numbers[4])),
                refused: Set(refused.map { PersonID(Int64($0)) }), isHidden: numbers[5] != 0)
        }
    }
}

extension Set<PersonID> {
    /// A compact form for catalogs; nil if empty.
    package var bytes: [UInt8]? {
        guard !isEmpty else { return nil }
        var bytes = PackedBytes()
        for person in sorted() { bytes.add(Int(person.value)) }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        var (people, rest) = (Set(), UnpackedBytes(bytes))
        while !rest.rest.isEmpty {
            guard let number = rest.number() else { return nil }
            people.insert(PersonID(Int64(number)))
        }
        self = people
    }
}

/// The person a face is assigned to, after all decisions of the owner.
public struct FacePlace: Hashable, Sendable {
    /// The person it is.
    public let person: PersonID
    /// Faces of one group look alike; nil if only the owner's decision assigns the face, because it is not clear
    /// enough.
    public let group: Int64?
    /// Whether a decision about this face assigned it.
    public let isSaid: Bool

    /// Made by catalogs.
    public init(person: PersonID, group: Int64?, isSaid: Bool) {
        (self.person, self.group, self.isSaid) = (person, group, isSaid)
    }
}

/// The assignments of the faces in a content.
public struct PlacedFaces: Hashable, Sendable {
    /// What found these faces.
    public let finder: FaceFinderID
    /// One for each face, in order; nil for a face that is not assigned yet.
    public let places: [FacePlace?]

    /// Made by catalogs.
    public init(_ places: [FacePlace?], by finder: FaceFinderID) { (self.places, self.finder) = (places, finder) }
}

/// Who is in which photos. All of it follows from faces and the owner's decisions, and is rebuilt if lost.
public struct PlacedPeople: Hashable, Sendable {
    /// By the photos' content.
    public var faces: [ContentDigest: PlacedFaces]
    /// Greater than any counted person's or group's number so far.
    public var nextNumber: Int64
    /// Increases with each decision of the owner, and each time that assignments are recorded.
    public var version: Int64

    /// Made by catalogs.
    public init(_ faces: [ContentDigest: PlacedFaces] = [:], nextNumber: Int64 = 1, version: Int64 = 0) {
        (self.faces, self.nextNumber, self.version) = (faces, nextNumber, version)
    }
}

/// What changed about the faces in a library since an earlier state.
public struct FaceNews: Hashable, Sendable {
    /// The current state.
    public let stamp: VectorStamp
    /// As in ``PlacedPeople``; nil if the owner made decisions since faces were assigned.
    public let version: Int64?
    /// Photos with changes that matter to others; nil if the earlier state is not remembered.
    public let changed: Set<PhotoID>?
    /// What the finder found in these photos, where there are faces.
    public let photos: [PhotoFaces]
    /// Those of their contents that the owner decided about, or whose faces are assigned already.
    public let spoken: Set<ContentDigest>

    /// Made by catalogs.
    public init(
        stamp: VectorStamp, version: Int64?, changed: Set<PhotoID>?, photos: [PhotoFaces] = [],
        spoken: Set<ContentDigest> = []
    ) {
        (self.stamp, self.version, self.changed, self.photos, self.spoken) = (stamp, version, changed, photos, spoken)
    }
}
