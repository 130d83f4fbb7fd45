import EvokeAnalysis
import EvokeValues
import EvokeWorkers

/// The people of a library at one moment: its faces, what its owner said of them, and whose they are. Faces are of contents:
/// copies of a photo have one face together.
struct PeopleAlbum: Sendable {
    struct Entry: Sendable {
        let content: ContentDigest
        /// Its number among the faces of that content, from 0.
        let number: Int
        let photo: PhotoID
        let taken: TakenDate?
        let face: Face
        /// Where the owner's word is kept.
        let spot: FaceSpot
        let word: OwnerDecision
        /// As it was noted last.
        let place: FacePlace?

        /// A stranger's, or no face at all: it is left out of everything.
        var isLeftOut: Bool { word.isHidden && word.person == nil }
        /// When people looked like that, as far as something can be made of it: a file may be written years later.
        var time: Int64? { PeopleAlbum.time(of: taken) }
        var isSpokenOf: Bool { word.person != nil || !word.refused.isEmpty }
    }

    /// What was noted, and what it follows from.
    typealias Placed = (album: PeopleAlbum, grouping: PeopleGrouping, people: PlacedPeople)

    /// When people looked as a photo shows them; nil where its date does not say so.
    static func time(of taken: TakenDate?) -> Int64? {
        guard let taken, taken.source != .fileModified, taken.precision != .year else { return nil }
        return taken.localSeconds
    }

    let finder: FaceFinderID?
    /// Of what it finds.
    let distances: FaceDistances
    /// All in which there is a face.
    let photos: [PhotoFaces]
    /// The grouping knows each by its place here.
    let entries: [Entry]
    let named: [PersonID: Person]
    let words: [FaceSpot: OwnerDecision]
    /// What the owner said of places in which no face is found.
    let loose: [FaceSpot: OwnerDecision]
    /// What each photo holds in which there is a face.
    let contents: [PhotoID: ContentDigest]
    /// The pixels of their upright pictures, in which faces lie.
    let sizes: [ContentDigest: PixelSize]
    private let kept: PlacedPeople

    /// Of what was said and noted when it was read.
    var version: Int64 { kept.version }

    init(
        _ photos: [PhotoFaces], by finder: FaceFinderID?, distances: FaceDistances, kept: PlacedPeople,
        words: [FaceSpot: OwnerDecision], named: [Person]
    ) {
        (self.finder, self.distances, self.photos, self.kept, self.words) = (finder, distances, photos, kept, words)
        self.named = Dictionary(named.map { ($0.id, $0) }) { first, _ in first }
        let said = Dictionary(grouping: words, by: \.key.content).mapValues {
            Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first }
        }
        var (entries, loose, seen): ([Entry], [FaceSpot: OwnerDecision], Set<ContentDigest>) = ([], words, [])
        for photo in photos where seen.insert(photo.content).inserted {
            let spoken = SpokenFaces(photo.found, in: photo.content, words: said[photo.content] ?? [:], people: [])
            let places = kept.faces[photo.content].flatMap { $0.finder == finder ? $0.places : nil }
            for (number, face) in photo.found.faces.faces.enumerated() {
                let spot = spoken.spot(of: number)
                loose[spot] = nil
                entries.append(
                    Entry(
                        content: photo.content, number: number, photo: photo.photo, taken: photo.taken, face: face,
                        spot: spot, word: spoken.word(of: number),
                        place: places.flatMap { number < $0.count ? $0[number] : nil }))
            }
        }
        (self.entries, self.loose) = (entries, loose)
        contents = Dictionary(photos.map { ($0.photo, $0.content) }) { first, _ in first }
        sizes = Dictionary(photos.map { ($0.content, $0.found.faces.size) }) { first, _ in first }
    }

    /// The same once the owner has said that, where nothing else has changed.
    func after(_ change: PeopleChange) -> PeopleAlbum {
        var (kept, words, named) = (kept, words, named)
        kept.version += 1
        for (spot, word) in change.words { words[spot] = word.isNothing ? nil : word }
        for (id, person) in change.people { named[id] = person }
        return PeopleAlbum(
            photos, by: finder, distances: distances, kept: kept, words: words, named: Array(named.values))
    }

    /// Whose each face is, by the grouping, and how that differs from what was noted.
    func placed(by grouping: PeopleGrouping) -> PlacedPeople {
        let places = Dictionary(grouping.placements.map { ($0.face, $0) }) { first, _ in first }
        var found: [ContentDigest: [FacePlace?]] = [:]
        for (number, entry) in entries.enumerated() {
            let place = places[FaceNumber(number)].map {
                FacePlace(person: PersonID($0.person), group: $0.group, isSaid: entry.isSpokenOf)
            }
            found[entry.content, default: []].append(place)
        }
        var placed = PlacedPeople(nextNumber: grouping.nextNumber, version: kept.version)
        guard let finder else { return placed }
        for (content, places) in found {
            let faces = PlacedFaces(places, by: finder)
            if kept.faces[content] != faces { placed.faces[content] = faces }
        }
        return placed
    }

    /// Throws nothing that a library of one finder brings about.
    func grouping() throws(EvokeError) -> PeopleGrouping {
        let words = spokenWords
        let spoken = words.spokenOf
        let anchored = Set(words.placed.values)
        var (placements, former): ([FacePlacement], [FaceNumber: PersonNumber]) = ([], [:])
        for (number, entry) in entries.enumerated() where !entry.isLeftOut {
            guard let place = entry.place else { continue }
            let person = place.person.value
            if place.isSaid, !entry.isSpokenOf {
                // The word has been taken back that brought it there.
                if !spoken.contains(person) { former[FaceNumber(number)] = person }
                continue
            }
            // Whom the owner has named, and who has no face by a word any more, was seen for no reason that is left.
            let isOwners = named[place.person] != nil || person >= PersonID.firstUncounted
            guard !isOwners || anchored.contains(person) else { continue }
            placements.append(FacePlacement(face: FaceNumber(number), group: place.group, person: person))
        }
        let faces = entries.enumerated().filter { !$0.element.isLeftOut }.map { number, entry in
            GroupedFace(
                number: FaceNumber(number), photo: entry.photo, vector: entry.face.vector,
                quality: FaceQuality(entry.face), time: entry.time)
        }
        return try PeopleGrouping(
            faces, placements: placements, former: former, words: words, distances: distances,
            nextNumber: kept.nextNumber)
    }

    /// What was said, as grouping takes it. A face that is somebody's, and not somebody else's, tells the two apart.
    private var spokenWords: OwnerDecisions {
        var words = OwnerDecisions()
        words.kept = Set(named.keys.map(\.value))
        var shown: Set<PersonNumber> = []
        for (number, entry) in entries.enumerated() where !entry.isLeftOut {
            let refused = entry.word.refused.map(\.value)
            if !refused.isEmpty { words.refused[FaceNumber(number)] = Set(refused) }
            guard let person = entry.word.person?.value else { continue }
            words.placed[FaceNumber(number)] = person
            for other in refused where other != person { words.different.insert(OwnerDecisions.Pair(person, other)) }
            if entry.word.isHidden { words.hidden.insert(person) } else { shown.insert(person) }
        }
        words.hidden.subtract(shown)
        return words
    }

    /// Who is not to be seen: all of their faces that the owner spoke of are hidden.
    var hidden: Set<PersonID> { Set(spokenWords.hidden.map { PersonID($0) }) }
}

extension PhotoCatalog {
    private static var photosAtOnce: Int { 1_000 }

    func peopleAlbum() async throws -> PeopleAlbum {
        // First: nothing is noted that follows from older words than these.
        let kept = try await placedPeople()
        let (words, named) = (try await ownerDecisions(), try await people())
        guard let finder = try await usualFaceFinder() else {
            return PeopleAlbum([], by: nil, distances: .dlib, kept: kept, words: words, named: named)
        }
        // Before they were noted, all were dlib's.
        let distances = try await faceDistances(of: finder) ?? .dlib
        var photos: [PhotoFaces] = []
        while true {
            let more = try await photosWithFaces(
                by: finder, after: photos.last?.photo ?? PhotoID(-1), limit: Self.photosAtOnce)
            photos += more
            guard more.count == Self.photosAtOnce else { break }
        }
        return PeopleAlbum(
            photos, by: finder, distances: distances, kept: kept, words: words, named: named)
    }

    /// Finds out whose faces are that have no place yet, and of which something was said. Others do so meanwhile, too: then
    /// it is done once more, from what they noted.
    ///
    /// - Returns: what was noted, and what it follows from; nil where nothing was to be done.
    @discardableResult
    func placeFaces() async throws -> PeopleAlbum.Placed? {
        while try await keepsPeople(), let finder = try await usualFaceFinder(),
            try await hasUnplacedFaces(by: finder)
        {
            if let placed = try await place(peopleAlbum()) { return placed }
            try Task.checkCancellation()
        }
        return nil
    }

    /// Nil where somebody has noted or said anything since the album was read.
    @discardableResult
    func place(_ album: PeopleAlbum) async throws -> PeopleAlbum.Placed? {
        let (grouping, people) = try await BlockingExecutor(width: 1).run { () throws(EvokeError) in
            let grouping = try album.grouping()
            return (grouping, album.placed(by: grouping))
        }
        return try await record(people, isAll: true) ? (album, grouping, people) : nil
    }
}
