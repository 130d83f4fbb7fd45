import EvokeAnalysis
import EvokeValues

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
