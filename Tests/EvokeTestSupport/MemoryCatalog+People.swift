import EvokePorts
public import EvokeValues

extension MemoryCatalog {
    public func keepsPeople() -> Bool { album.areOn }
    public func keepPeople(_ isWanted: Bool) { album.areOn = isWanted }

    public func faceRecognizer() -> String? { recognizers.chosen }
    public func chooseFaceRecognizer(_ name: String) { recognizers.chosen = name }
    public func faceDistances(of finder: FaceFinderID) -> FaceDistances? { recognizers.distances[finder] }
    public func note(_ distances: FaceDistances, of finder: FaceFinderID) { recognizers.distances[finder] = distances }

    public func forgetPeople() {
        album = (false, [:], [:], [])
        placed = (PlacedPeople(), 0)
        recognizers = (nil, [:])
        for path in rows.keys { rows[path]?.faces = nil }
    }

    public func photosWithoutFaces(by finder: FaceFinderID, after photo: PhotoID, limit: Int) -> [PhotoCard] {
        let without = Set(rows.values.filter { $0.content != nil && $0.faces?.finder != finder }.map(\.id))
        return Array(cards(after: photo, limit: .max).filter { without.contains($0.id) }.prefix(limit))
    }

    public func countWithoutFaces(by finder: FaceFinderID) -> Int {
        photosWithoutFaces(by: finder, after: PhotoID(-1), limit: .max).count
    }

    public func note(_ faces: [ContentDigest: FoundFaces]) {
        guard album.areOn else { return }
        for (path, row) in rows { rows[path]?.faces = row.content.flatMap { faces[$0] } ?? row.faces }
    }

    public func faces(of contents: [ContentDigest]) -> [ContentDigest: FoundFaces] {
        let wanted = Set(contents)
        return rows.values.reduce(into: [:]) { found, row in
            guard let content = row.content, wanted.contains(content), let faces = row.faces else { return }
            found[content] = faces
        }
    }

    public func photosWithFaces(by finder: FaceFinderID, after photo: PhotoID, limit: Int) -> [PhotoFaces] {
        let found = rows.values.compactMap { row -> PhotoFaces? in
            guard let content = row.content, let faces = row.faces, faces.finder == finder, row.id > photo,
                !faces.faces.faces.isEmpty
            else { return nil }
            return PhotoFaces(photo: row.id, content: content, taken: row.facts?.taken, found: faces)
        }
        return Array(found.sorted { $0.photo < $1.photo }.prefix(limit))
    }

    public func people() -> [Person] { album.named.values.sorted { $0.id < $1.id } }
    public func ownersWords() -> [FaceSpot: OwnersWord] { album.words }

    public func ownersWords(of content: ContentDigest) -> [FaceSpot: OwnersWord] {
        album.words.filter { $0.key.content == content }
    }

    func copyWords(from old: ContentDigest, to new: ContentDigest) {
        for (spot, word) in album.words where spot.content == old {
            let copy = FaceSpot(new, spot.box)
            album.words[copy] = album.words[copy] ?? word
        }
    }

    public func note(_ change: PeopleChange) throws {
        guard album.areOn else { throw EvokeError.peopleAreOff }
        album.undo = (album.undo + [make(change)]).suffix(Self.mostUndone)
        placed.people.version += 1
    }

    public func undoPeopleChange() -> PeopleChange? {
        guard let change = album.undo.popLast() else { return nil }
        _ = make(change)
        placed.people.version += 1
        return change
    }

    public func canUndoPeopleChange() -> Bool { !album.undo.isEmpty }

    public func usualFaceFinder() -> FaceFinderID? {
        let finders = rows.values.compactMap(\.faces).filter { !$0.faces.faces.isEmpty }.map(\.finder)
        return Dictionary(grouping: finders, by: \.self)
            .max { ($0.value.count, $1.key.value) < ($1.value.count, $0.key.value) }?.key
    }

    public func hasUnplacedFaces(by finder: FaceFinderID) -> Bool {
        placed.people.version != placed.version
            || photosWithFaces(by: finder, after: PhotoID(-1), limit: .max).contains {
                placed.people.faces[$0.content]?.finder != finder
            }
    }

    public func placedPeople() -> PlacedPeople { placed.people }

    public func note(_ people: PlacedPeople, isAll: Bool) -> Bool {
        guard album.areOn, people.version == placed.people.version else { return false }
        placed.people.faces.merge(people.faces) { $1 }
        placed.people.nextNumber = people.nextNumber
        placed.people.version += 1
        placed.version = placed.people.version
        if isAll { forgetContents() }
        return true
    }

    /// It remembers no state.
    public func faceNews(since stamp: VectorStamp?, by finder: FaceFinderID) -> FaceNews {
        FaceNews(
            stamp: VectorStamp(number: 0, token: 0),
            version: placed.version == placed.people.version ? placed.version : nil, changed: nil)
    }

    /// What was said of contents that no photo holds any more.
    func forgetFaceWords() {
        let held = contents()
        album.words = album.words.filter { held.contains($0.key.content) }
        forgetContents()
    }

    private func forgetContents() {
        let held = contents()
        placed.people.faces = placed.people.faces.filter { held.contains($0.key) }
    }

    /// Who is seen in that, by the owner's word or without.
    func named(in content: ContentDigest?) -> [Person] {
        let said = album.words.filter { $0.key.content == content }.compactMap(\.value.person)
        let seen = content.flatMap { placed.people.faces[$0] }?.places.compactMap { $0?.person } ?? []
        return Set(said + seen).compactMap { album.named[$0] }
    }

    private func make(_ change: PeopleChange) -> PeopleChange {
        var undo = PeopleChange()
        for (id, person) in change.people {
            undo.people[id] = .some(album.named[id])
            album.named[id] = person
        }
        for (spot, word) in change.words {
            undo.words[spot] = album.words[spot] ?? OwnersWord()
            album.words[spot] = word.isNothing ? nil : word
        }
        return undo
    }
}
