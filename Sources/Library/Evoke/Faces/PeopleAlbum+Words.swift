package import EvokePorts
public import EvokeValues

/// What the owner says of a person in a library.
public enum PersonEdit: Hashable, Sendable {
    /// This is their name. A name that another person has is refused: the owner has to say whether they are the same.
    case named(PersonID, String)
    /// They are the same person: the one with a name stays; if both or neither have one, the first.
    case same(PersonID, PersonID)
    /// They are two people, whatever they look like.
    case different(PersonID, PersonID)
    /// They are hidden from the people, or shown again.
    case hidden(PersonID, Bool)
    /// This face is theirs.
    case theirs(ShownFace, PersonID)
    /// These faces are not theirs.
    case notTheirs([ShownFace], PersonID)
    /// These faces are not theirs, but those of the person of that name.
    case moved([ShownFace], PersonID, String)
}

extension PhotoCatalog {
    /// Stores the edit, and what follows from it. Returns the person who remains.
    ///
    /// - Parameter known: a recent album, which is read again if it has changed.
    @discardableResult
    func apply(_ edit: PersonEdit, knowing known: PeopleAlbum? = nil) async throws -> PersonID {
        guard try await keepsPeople() else { throw EvokeError.peopleAreOff }
        // Only grouped people have numbers.
        try await placeFaces()
        let album = if let known, try await isCurrent(known) { known } else { try await peopleAlbum() }
        let (change, stays) = try album.change(edit)
        try await record(change)
        // All faces are read again only if others have changed something meanwhile.
        if album.finder != nil { try await place(album.after(change)) }
        try await placeFaces()
        return stays
    }

    /// Whether nothing was edited or grouped since it was read.
    private func isCurrent(_ album: PeopleAlbum) async throws -> Bool {
        guard let finder = album.finder else { return false }
        return try await faceNews(since: nil, by: finder).version == album.version
    }
}

/// Edits of whole people are stored as edits of faces, so that they hold for copies and for faces found by another
/// finder, and can be undone. All faces of an edited person become theirs by the owner's word.
extension PeopleAlbum {
    /// The change to store, and the person who remains.
    func change(_ edit: PersonEdit) throws(EvokeError) -> (PeopleChange, PersonID) {
        switch edit {
        case .named(let person, let name): try naming(person, name)
        case .same(let one, let other): try joining(one, other)
        case .different(let one, let other): (try parting(one, other), one)
        case .hidden(let person, let isHidden): (try hiding(person, isHidden), person)
        case .theirs(let face, let person): (try giving(face, to: person), person)
        case .notTheirs(let faces, let person): (try taking(faces, from: person), person)
        case .moved(let faces, let person, let name): try moving(faces, from: person, toWhomIsCalled: name)
        }
    }

    /// Throws `EvokeError` of the kind `notFound` if nobody has that number.
    private func checked(_ person: PersonID) throws(EvokeError) -> PersonID {
        guard named[person] != nil || entries.contains(where: { $0.isOf(person) }) else {
            throw EvokeError(
                .notFound, doing: "update the person", subject: "",
                reason: "the library has no person \(person.value)",
                remedy: "List the people again: numbers change when people are merged.")
        }
        return person
    }

    /// The person of that name, ignoring case and accents.
    private func person(called name: String) -> PersonID? {
        named.values.filter { $0.name.folded == name.folded }.map(\.id).min()
    }

    private func naming(_ person: PersonID, _ name: String) throws(EvokeError) -> (PeopleChange, PersonID) {
        let (person, name) = (try checked(person), try SpokenFaces.checked(name))
        if let other = self.person(called: name), other != person {
            let known = named[other]?.name ?? name
            throw Self.refused(
                "'\(DiskPath(known).display)' is already the name of person \(other.value)",
                "Merge the two, or choose another name.")
        }
        var change = PeopleChange(people: [person: Person(person, name: name)])
        pin(person, in: &change)
        return (change, person)
    }

    private func joining(_ one: PersonID, _ other: PersonID) throws(EvokeError) -> (PeopleChange, PersonID) {
        let (one, other) = (try checked(one), try checked(other))
        guard one != other else { throw Self.refused("they are already one person", "Choose two people.") }
        return named[one] == nil && named[other] != nil
            ? (joined(one, into: other), other) : (joined(other, into: one), one)
    }

    private func parting(_ one: PersonID, _ other: PersonID) throws(EvokeError) -> PeopleChange {
        let (one, other) = (try checked(one), try checked(other))
        guard one != other else { throw Self.refused("they are one person", "Choose two people.") }
        var change = PeopleChange()
        for person in [one, other] where !isAnchored(person) { pin(person, in: &change) }
        let faces = [one, other].map { person in entries.filter { $0.isOf(person) } }
        let (fewer, refused) = faces[0].count < faces[1].count ? (faces[0], other) : (faces[1], one)
        for entry in fewer { decide(on: entry, in: &change) { if $0.person != nil { $0.refused.insert(refused) } } }
        return change
    }

    private func hiding(_ person: PersonID, _ isHidden: Bool) throws(EvokeError) -> PeopleChange {
        var change = PeopleChange()
        pin(try checked(person), in: &change)
        for spot in change.words.keys { change.words[spot]?.isHidden = isHidden }
        return change
    }

    private func giving(_ face: ShownFace, to person: PersonID) throws(EvokeError) -> PeopleChange {
        let (entry, person) = (try self.entry(of: face), try checked(person))
        guard
            !entries.contains(where: {
                $0.content == entry.content && $0.number != entry.number && $0.word.person == person
            })
        else { throw SpokenFaces.isTaken }
        var change = PeopleChange()
        if !isAnchored(person) { pin(person, in: &change) }
        decide(on: entry, in: &change) { word in
            if let seen = entry.person, seen != person, named[seen] != nil { word.refused.insert(seen) }
            (word.person, word.isHidden) = (person, false)
            word.refused.remove(person)
        }
        return change
    }

    private func taking(_ faces: [ShownFace], from person: PersonID) throws(EvokeError) -> PeopleChange {
        var change = PeopleChange()
        if !isAnchored(try checked(person)) { pin(person, in: &change) }
        for face in faces {
            decide(on: try entry(of: face), in: &change) { word in
                if word.person == person { word.person = nil }
                word.refused.insert(person)
            }
        }
        return change
    }

    private func moving(
        _ faces: [ShownFace], from person: PersonID, toWhomIsCalled name: String
    ) throws(EvokeError) -> (PeopleChange, PersonID) {
        let name = try SpokenFaces.checked(name)
        let other = self.person(called: name) ?? .new()
        guard other != person else { throw Self.refused("the faces already have that name", "Choose another name.") }
        var change = try taking(faces, from: person)
        if named[other] == nil { change.people[other] = Person(other, name: name) }
        for face in faces {
            decide(on: try entry(of: face), in: &change) { word in
                word.person = other
                word.refused.remove(other)
            }
        }
        return (change, other)
    }

    private func entry(of face: ShownFace) throws(EvokeError) -> Entry {
        let content = contents[face.photo]
        guard let entry = entries.first(where: { $0.content == content && $0.number == face.face - 1 }) else {
            throw EvokeError(
                .notFound, doing: "update the face", subject: "",
                reason: "photo \(face.photo.value) has no face \(face.face)",
                remedy: "Open the photo again.")
        }
        return entry
    }

    private func joined(_ person: PersonID, into other: PersonID) -> PeopleChange {
        var change = PeopleChange()
        if named[person] != nil { change.people[person] = .some(nil) }
        for one in [person, other] { pin(one, in: &change) }
        // What was said of the one holds for the other.
        for (spot, word) in words where word.person == person || word.refused.contains(person) {
            change.words[spot] = change.words[spot] ?? word
        }
        for (spot, word) in change.words {
            var word = word
            if word.person == person { word.person = other }
            if word.refused.remove(person) != nil { word.refused.insert(other) }
            if word.person == other { word.refused.remove(other) }
            change.words[spot] = word
        }
        return change
    }

    /// All faces grouped with the person become theirs by the owner's word.
    private func pin(_ person: PersonID, in change: inout PeopleChange) {
        for entry in entries where entry.isOf(person) { decide(on: entry, in: &change) { $0.person = person } }
    }

    private func decide(on entry: Entry, in change: inout PeopleChange, _ word: (inout OwnerDecision) -> Void) {
        word(&change.words[entry.spot, default: entry.word])
    }

    private func isAnchored(_ person: PersonID) -> Bool { words.values.contains { $0.person == person } }

    private static func refused(_ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "update the person", subject: "", reason: reason, remedy: remedy)
    }
}

extension PeopleAlbum.Entry {
    /// As the owner said, or otherwise as Evoke thinks.
    var person: PersonID? { isLeftOut ? nil : word.person ?? place?.person }

    func isOf(_ person: PersonID) -> Bool { self.person == person }
}

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
package struct KnownFace: Hashable, Sendable {
    /// As it was found.
    package let face: Face
    /// Who it is, as the owner said or as Evoke is sure; nil for a person without a name.
    package let person: Person?
    package let isHidden: Bool
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
            return KnownFace(face: face, person: people.first { $0.id == person(of: number) }, isHidden: word.isHidden)
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
    func change(_ edit: FaceEdit, of face: Int) throws(EvokeError) -> PeopleChange {
        let spot = spot(of: face)
        var (change, now) = (PeopleChange(), self.word(of: face))
        switch edit {
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

    static let isTaken = refused("this person already has another face in the photo", "Correct that face first.")

    /// Contains nobody's name, since errors are logged.
    static func refused(_ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "update the face", subject: "", reason: reason, remedy: remedy)
    }
}
