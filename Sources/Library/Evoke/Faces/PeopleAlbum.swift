import EvokeAnalysis
import EvokePorts
import EvokeValues
import EvokeWorkers

/// The people of a library at one moment: its faces, the owner's edits, and the grouping. Faces belong to contents:
/// copies of a photo share theirs.
struct PeopleAlbum: Sendable {
    struct Entry: Sendable {
        let content: ContentDigest
        /// Its number among the faces of that content, from 0.
        let number: Int
        let photo: PhotoID
        let taken: TakenDate?
        let face: Face
        let spot: FaceSpot
        let word: OwnerDecision
        /// As of the last grouping.
        let place: FacePlace?

        /// A stranger's, or not a face: it is left out of everything.
        var isLeftOut: Bool { word.isHidden && word.person == nil }
        /// When the face looked like that, if known: the date of a file may be years later.
        var time: Int64? { PeopleAlbum.time(of: taken) }
        var isSpokenOf: Bool { word.person != nil || !word.refused.isEmpty }
    }

    /// What was stored, and what it follows from.
    typealias Placed = (album: PeopleAlbum, grouping: PeopleGrouping, people: PlacedPeople)

    /// When people looked as they do in a photo; nil if its date does not tell.
    static func time(of taken: TakenDate?) -> Int64? {
        guard let taken, taken.source != .fileModified, taken.precision != .year else { return nil }
        return taken.localSeconds
    }

    let finder: FaceFinderID?
    /// Of the finder's vectors.
    let distances: FaceDistances
    let photos: [PhotoFaces]
    /// The grouping identifies each by its index here.
    let entries: [Entry]
    let named: [PersonID: Person]
    let words: [FaceSpot: OwnerDecision]
    /// Edits of spots where no face is found.
    let loose: [FaceSpot: OwnerDecision]
    let contents: [PhotoID: ContentDigest]
    /// The pixel sizes of upright pictures, which face boxes refer to.
    let sizes: [ContentDigest: PixelSize]
    private let kept: PlacedPeople

    /// Of the edits and the grouping when it was read.
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

    /// The same after the owner's change, if nothing else has changed.
    func after(_ change: PeopleChange) -> PeopleAlbum {
        var (kept, words, named) = (kept, words, named)
        kept.version += 1
        for (spot, word) in change.words { words[spot] = word.isNothing ? nil : word }
        for (id, person) in change.people { named[id] = person }
        return PeopleAlbum(
            photos, by: finder, distances: distances, kept: kept, words: words, named: Array(named.values))
    }

    /// The grouping's result, and how it differs from the stored one.
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

    /// Never throws in a library with one finder.
    func grouping() throws(EvokeError) -> PeopleGrouping {
        let words = spokenWords
        let spoken = words.spokenOf
        let anchored = Set(words.placed.values)
        var (placements, former): ([FacePlacement], [FaceNumber: PersonNumber]) = ([], [:])
        for (number, entry) in entries.enumerated() where !entry.isLeftOut {
            guard let place = entry.place else { continue }
            let person = place.person.value
            if place.isSaid, !entry.isSpokenOf {
                // The edit that put it there was undone.
                if !spoken.contains(person) { former[FaceNumber(number)] = person }
                continue
            }
            // A person named by the owner, who has no edited face left, was there for a reason that is gone.
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

    /// The edits as grouping uses them. If a face is one person's and not another's, the two are different people.
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

    /// People who are hidden: all of their edited faces are.
    var hidden: Set<PersonID> { Set(spokenWords.hidden.map { PersonID($0) }) }
}

extension PhotoCatalog {
    private static var photosAtOnce: Int { 1_000 }

    func peopleAlbum() async throws -> PeopleAlbum {
        // First, so that nothing is stored that follows from older edits.
        let kept = try await placedPeople()
        let (words, named) = (try await ownerDecisions(), try await people())
        guard let finder = try await usualFaceFinder() else {
            return PeopleAlbum([], by: nil, distances: .dlib, kept: kept, words: words, named: named)
        }
        // Before distances were stored, all were dlib's.
        let distances = try await faceDistances(of: finder) ?? .dlib
        var photos: [PhotoFaces] = []
        while true {
            let more = try await photosWithFaces(
                by: finder, after: photos.last?.photo ?? PhotoID(-1), limit: Self.photosAtOnce)
            photos += more
            guard more.count == Self.photosAtOnce else { break }
        }
        return PeopleAlbum(photos, by: finder, distances: distances, kept: kept, words: words, named: named)
    }

    /// Groups faces that are new or whose edits have changed. If others do so at the same time, it is repeated from
    /// their result.
    ///
    /// - Returns: what was stored, and what it follows from; nil if there was nothing to do.
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

    /// Nil if anything was stored or edited since the album was read.
    @discardableResult
    func place(_ album: PeopleAlbum) async throws -> PeopleAlbum.Placed? {
        let (grouping, people) = try await BlockingExecutor(width: 1).run { () throws(EvokeError) in
            let grouping = try album.grouping()
            return (grouping, album.placed(by: grouping))
        }
        return try await record(people, isAll: true) ? (album, grouping, people) : nil
    }
}

/// The people of a library as of the last grouping, so that new faces can be grouped without reading all of them. It
/// can follow only new faces: after any other change, by whomever, it is discarded.
struct KnownPeople: Sendable {
    private struct Content: Sendable {
        let found: PictureFaces
        /// The number of its first face; the others follow.
        let first: FaceNumber
    }

    let finder: FaceFinderID
    /// The state of the library that it reflects.
    private(set) var stamp: VectorStamp
    /// Of the grouping that was stored last.
    private var version: Int64
    private var grouping: PeopleGrouping
    private var contents: [ContentDigest: Content] = [:]
    private var photos: [PhotoID: ContentDigest] = [:]
    /// The content of each face, by face number.
    private var holders: [ContentDigest] = []
    /// The faces that the owner has edited.
    private var spokenOf: Set<FaceNumber> = []

    /// From a grouped album.
    ///
    /// - Parameter stamp: a state before its faces were read.
    init(_ album: PeopleAlbum, _ grouping: PeopleGrouping, by finder: FaceFinderID, stamp: VectorStamp) {
        (self.finder, self.stamp, self.grouping) = (finder, stamp, grouping)
        version = 0
        for photo in album.photos { hold(photo) }
        for (number, entry) in album.entries.enumerated() where entry.isSpokenOf {
            spokenOf.insert(FaceNumber(number))
        }
    }

    /// Adds new faces. Returns what to store, which is empty if there is nothing to do; nil if anything else has
    /// changed.
    ///
    /// Never throws in a library with one finder.
    mutating func follow(_ news: FaceNews) throws(EvokeError) -> PlacedPeople? {
        guard news.version == version, let changed = news.changed, changed.isDisjoint(with: photos.keys) else {
            return nil
        }
        var (fresh, touched) = ([GroupedFace](), Set<ContentDigest>())
        for photo in news.photos.sorted(by: { $0.photo < $1.photo }) {
            if let known = contents[photo.content] {
                guard known.found == photo.found.faces else { return nil }
                photos[photo.photo] = photo.content
                continue
            }
            guard !news.spoken.contains(photo.content) else { return nil }
            let first = holders.count
            hold(photo)
            touched.insert(photo.content)
            for (place, face) in photo.found.faces.faces.enumerated() {
                fresh.append(
                    GroupedFace(
                        number: FaceNumber(first + place), photo: photo.photo, vector: face.vector,
                        quality: FaceQuality(face), time: PeopleAlbum.time(of: photo.taken)))
            }
        }
        for placement in try grouping.add(fresh) { touched.insert(holders[Int(placement.face)]) }
        stamp = news.stamp
        let now = touched.reduce(into: [:]) { $0[$1] = places(in: $1) }
        return PlacedPeople(now, nextNumber: grouping.nextNumber, version: version)
    }

    /// Call this after the result was stored. False if anything else happened meanwhile.
    ///
    /// - Parameter news: changes since the state that it reflects.
    mutating func wasRecorded(_ placed: PlacedPeople, _ news: FaceNews) -> Bool {
        func isOwn(_ photo: PhotoID) -> Bool { photos[photo].map { placed.faces[$0] != nil } ?? false }
        guard news.version == placed.version + 1, let changed = news.changed, changed.allSatisfy(isOwn) else {
            return false
        }
        (version, stamp) = (placed.version + 1, news.stamp)
        return true
    }

    private mutating func hold(_ photo: PhotoFaces) {
        photos[photo.photo] = photo.content
        guard contents[photo.content] == nil else { return }
        contents[photo.content] = Content(found: photo.found.faces, first: FaceNumber(holders.count))
        holders += photo.found.faces.faces.map { _ in photo.content }
    }

    private func places(in content: ContentDigest) -> PlacedFaces {
        guard let known = contents[content] else { return PlacedFaces([], by: finder) }
        let places = known.found.faces.indices.map { place -> FacePlace? in
            let face = known.first + FaceNumber(place)
            return grouping.placement(of: face).map {
                FacePlace(person: PersonID($0.person), group: $0.group, isSaid: spokenOf.contains(face))
            }
        }
        return PlacedFaces(places, by: finder)
    }
}
