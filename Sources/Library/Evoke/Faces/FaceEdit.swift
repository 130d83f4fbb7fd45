public import EvokeValues

/// What the owner says of a face.
public enum FaceEdit: Hashable, Sendable {
    /// It is this person: a known one of that name, ignoring case and accents, or a new one.
    case named(String)
    /// It is not this person, whatever it looks like.
    case not(String)
    /// It is ignored: a stranger's, or not a face.
    case hidden
    /// It is no longer ignored.
    case shown
}

/// A face in a photo of a library, with what its owner said of it.
public struct KnownFace: Hashable, Sendable {
    /// As it was found.
    public let face: Face
    /// Who it is, as the owner said or as Evoke is sure; nil for a person without a name.
    public let person: Person?
    /// Whether it is ignored.
    public let isHidden: Bool
}

/// The faces in one content, with what was said of each.
struct SpokenFaces {
    let content: ContentDigest
    let found: FoundFaces
    let people: [Person]
    /// Who each face is, according to Evoke; empty if it has not grouped them yet.
    private let places: [FacePlace?]
    /// What was said, by face number.
    private let spots: [Int: FaceSpot]
    private let words: [FaceSpot: OwnerDecision]

    init(
        _ found: FoundFaces, in content: ContentDigest, words: [FaceSpot: OwnerDecision], people: [Person],
        placed: PlacedFaces? = nil
    ) {
        (self.content, self.found, self.people, self.words) = (content, found, people, words)
        places = placed.flatMap { $0.finder == found.finder ? $0.places : nil } ?? []
        let said = words.keys.sorted {
            ($0.box.x, $0.box.y, $0.box.width, $0.box.height) < ($1.box.x, $1.box.y, $1.box.width, $1.box.height)
        }
        spots = found.faces.places(of: said.map(\.box)).mapValues { said[$0] }
    }

    var known: [KnownFace] {
        found.faces.faces.enumerated().map { number, face in
            let word = word(of: number)
            return KnownFace(
                face: face, person: people.first { $0.id == person(of: number) }, isHidden: word.isHidden)
        }
    }

    func word(of face: Int) -> OwnerDecision { spots[face].flatMap { words[$0] } ?? OwnerDecision() }

    /// The key under which edits of it are stored.
    func spot(of face: Int) -> FaceSpot { spots[face] ?? FaceSpot(content, found.faces.faces[face].box) }

    /// As the owner said, or otherwise as Evoke thinks.
    private func person(of face: Int) -> PersonID? {
        let word = word(of: face)
        if word.person != nil || word.isHidden { return word.person }
        return places.indices.contains(face) ? places[face]?.person : nil
    }

    /// The change that an edit of a face, by its number, comes to.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid edit.
    func change(_ word: FaceEdit, of face: Int) throws(EvokeError) -> PeopleChange {
        let spot = spot(of: face)
        var (change, now) = (PeopleChange(), self.word(of: face))
        switch word {
        case .named(let name):
            let seen = person(of: face)
            let isSeenNamed = people.contains { $0.id == seen }
            // A person whom Evoke has seen, and who has no name yet, gets it.
            let known = try person(called: name)
            let person =
                if let known { known } else {
                    Person((isSeenNamed ? nil : seen) ?? .new(), name: try Self.checked(name))
                }
            let others = found.faces.faces.indices.filter { $0 != face }
            guard !others.contains(where: { self.word(of: $0).person == person.id }) else {
                throw Self.isTaken
            }
            change.people[person.id] = person
            (now.person, now.isHidden) = (person.id, false)
            if let seen, seen != person.id, isSeenNamed { now.refused.insert(seen) }
            now.refused.remove(person.id)
        case .not(let name):
            guard let person = try person(called: name) else {
                throw Self.refused("no person has that name", "Give the name of a known person.")
            }
            if now.person == person.id { now.person = nil }
            now.refused.insert(person.id)
        case .hidden:
            (now.person, now.isHidden) = (nil, true)
        case .shown:
            now.isHidden = false
        }
        change.words[spot] = now
        return change
    }

    private func person(called name: String) throws(EvokeError) -> Person? {
        let wanted = try Self.checked(name).folded
        return people.first { $0.name.folded == wanted }
    }

    static func checked(_ name: String) throws(EvokeError) -> String {
        let name = SavedSearch(name: name, query: "").name
        guard !name.isEmpty, name.unicodeScalars.count <= SavedSearch.longestName,
            !name.unicodeScalars.contains(where: \.isControl)
        else {
            throw refused(
                "a name has 1 to \(SavedSearch.longestName) characters, all of them visible",
                "Choose another name.")
        }
        guard PersonID(numbered: name) == nil else {
            throw refused("queries use such names for people without a name", "Choose another name.")
        }
        return name
    }

    static let isTaken = refused(
        "this person already has another face in the photo",
        "Correct that face first.")

    /// Contains nobody's name, since errors are logged.
    static func refused(_ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "update the face", subject: "", reason: reason, remedy: remedy)
    }
}
