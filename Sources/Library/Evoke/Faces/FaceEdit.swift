public import EvokeValues

/// What the owner of a library says of a face.
public enum FaceEdit: Hashable, Sendable {
    /// It is theirs: of somebody who is called so already, in any case and with any accents, or else of somebody new.
    case named(String)
    /// It is not theirs, whatever it looks like.
    case not(String)
    /// It is of no interest: a stranger's, or no face at all.
    case hidden
    /// It is of interest after all.
    case shown
}

/// A face in a photo of a library, and what its owner said of it.
public struct KnownFace: Hashable, Sendable {
    /// As it was found.
    public let face: Face
    /// Whose it is, by the owner's word or as Evoke sees it for sure; nil for somebody without a name.
    public let person: Person?
    /// Whether it is of no interest.
    public let isHidden: Bool
}

/// The faces in one content, with what was said of each.
struct SpokenFaces {
    let content: ContentDigest
    let found: FoundFaces
    let people: [Person]
    /// Whose each face is, as Evoke sees it; empty where it has not looked yet.
    private let places: [FacePlace?]
    /// Whatever was said, by the numbers of the faces that are meant.
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

    /// Where words of it are kept.
    func spot(of face: Int) -> FaceSpot { spots[face] ?? FaceSpot(content, found.faces.faces[face].box) }

    /// By the owner's word, or else as Evoke sees it.
    private func person(of face: Int) -> PersonID? {
        let word = word(of: face)
        if word.person != nil || word.isHidden { return word.person }
        return places.indices.contains(face) ? places[face]?.person : nil
    }

    /// What it comes to where the owner says that of a face, by its number.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for what cannot be said.
    func change(_ word: FaceEdit, of face: Int) throws(EvokeError) -> PeopleChange {
        let spot = spot(of: face)
        var (change, now) = (PeopleChange(), self.word(of: face))
        switch word {
        case .named(let name):
            let seen = person(of: face)
            let isSeenNamed = people.contains { $0.id == seen }
            // Somebody whom Evoke has seen, and who had no name, gets it.
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
                throw Self.refused("nobody of that name is known", "Name somebody who is.")
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
                "a name has from 1 to \(SavedSearch.longestName) characters, all of which can be seen",
                "Give another.")
        }
        guard PersonID(numbered: name) == nil else {
            throw refused("queries name people without a name so, by their numbers", "Give another name.")
        }
        return name
    }

    static let isTaken = refused(
        "another face in the photo is this person's, and two faces in one photo are two people",
        "Say whose that one is first.")

    /// No name of anybody is in it: errors are written down.
    static func refused(_ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "note whose face it is", subject: "", reason: reason, remedy: remedy)
    }
}
