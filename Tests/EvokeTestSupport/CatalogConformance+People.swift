public import EvokePorts
import EvokeValues
import Testing

/// Faces go with the content that they were found in, and with what found them.
extension CatalogConformance {
    static let ofFaces = [
        Check("no faces are kept unless the owner wants them", Self.keepsFacesWhenWanted),
        Check("photos wait for their faces", Self.waitsForFaces),
        Check("photos with faces are told with their dates", Self.tellsOfFaces),
        Check("photos are found by how many faces they have", Self.countsFaces),
        Check("another picture has other faces", Self.dropsFaces),
        Check("each finder has its distances, until people are forgotten", Self.keepsRecognizers),
    ]

    static let finder = FaceFinderID(-7)
    static let otherFinder = FaceFinderID(8)
    private static let faces = FoundFaces.fake([0.5, 0.25], [-1, 0], by: finder)

    private func nobody() -> FoundFaces { FoundFaces(PictureFaces([], in: size), by: Self.finder) }

    private func fillFaces() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.jpg")
        try await catalog.keepPeople(true)
        try await catalog.record([content(1): Self.faces, content(2): nobody()], as: .faces(by: Self.finder))
        return ids
    }

    func keepsFacesWhenWanted() async throws {
        _ = try await fill("a.jpg")
        #expect(try await !catalog.keepsPeople())
        try await catalog.record([content(1): Self.faces], as: .faces(by: Self.finder))
        #expect(try await catalog.results(.faces, of: [content(1)]).isEmpty)
        try await catalog.keepPeople(true)
        #expect(try await catalog.keepsPeople())
        try await catalog.record([content(1): Self.faces], as: .faces(by: Self.finder))
        try await catalog.keepPeople(false)
        #expect(try await catalog.results(.faces, of: [content(1)]) == [content(1): Self.faces], "what was kept stays")
    }

    private func withoutFaces(
        by finder: FaceFinderID, after photo: PhotoID = PhotoID(-1), limit: Int = 9
    ) async throws -> [PhotoID] {
        try await catalog.photos(lacking: .faces(by: finder), after: photo, limit: limit).map(\.id)
    }

    func waitsForFaces() async throws {
        let ids = try await fillFaces()
        let faces = try await catalog.results(.faces, of: [content(1), content(2), content(99)])
        #expect(faces == [content(1): Self.faces, content(2): nobody()])
        #expect(try await catalog.count(lacking: .faces(by: Self.finder)) == 0)
        #expect(try await catalog.count(lacking: .faces(by: Self.otherFinder)) == 2)
        #expect(
            try await withoutFaces(by: Self.otherFinder, limit: 1) + withoutFaces(by: Self.otherFinder, after: ids[0])
                == ids)
    }

    private func withFaces(
        by finder: FaceFinderID = CatalogConformance.finder, after photo: PhotoID = PhotoID(-1)
    ) async throws -> [PhotoFaces] {
        try await catalog.photosWithFaces(by: finder, after: photo, limit: 9)
    }

    func tellsOfFaces() async throws {
        let first = try await fillFaces()[0]
        try await record([.described(path("a.jpg"), (taken(7), .none))])
        let photo = PhotoFaces(photo: first, content: content(1), taken: taken(7).taken, found: Self.faces)
        #expect(try await withFaces() == [photo])
        #expect(try await withFaces(after: first) + withFaces(by: Self.otherFinder) == [])
        try await record([.vanished(first)])
        #expect(try await withFaces() == [photo])
    }

    func countsFaces() async throws {
        let ids = try await fillFaces()
        #expect(
            try await found(.faces(2...2), .faces(0...0), .faces(1...9), .faces(3...9), .faces(0...2)) == [
                PhotoSet([ids[0]]), PhotoSet([ids[1]]), PhotoSet([ids[0]]), PhotoSet(), PhotoSet(ids),
            ])
    }

    func dropsFaces() async throws {
        let ids = try await fillFaces()
        try await record([encoded("a.jpg", 3)])
        #expect(try await withoutFaces(by: Self.finder) == [ids[0]])
        _ = try await catalog.forget(under: path("b.jpg"))
        #expect(try await catalog.results(.faces, of: [content(1), content(2), content(3)]).isEmpty)
    }

    func keepsRecognizers() async throws {
        let distances = FaceDistances(group: 0.1, pair: 0.25, doubt: 1.128)
        for name in ["sface", "other"] { try await catalog.chooseFaceRecognizer(name) }
        for distances in [FaceDistances(group: 1, pair: 1, doubt: 1), distances] {
            try await catalog.record(distances, of: Self.finder)
        }
        #expect(try await catalog.faceRecognizer() == "other")
        #expect(try await catalog.faceDistances(of: Self.finder) == distances)
        #expect(try await catalog.faceDistances(of: Self.otherFinder) == nil)
        try await catalog.forgetPeople()
        #expect(try await catalog.faceRecognizer() == nil)
        #expect(try await catalog.faceDistances(of: Self.finder) == nil)
    }
}

/// What the owner says holds for a content, can be undone, and is gone when the owner wants that.
extension CatalogConformance {
    static let ofPeople = [
        Check("nobody is noted while people are off", Self.refusesPeople),
        Check("the owner's words are those of a content", Self.keepsWords),
        Check("photos are found by the names of people", Self.findsPeople),
        Check("people are made one, and that is undone", Self.mergesPeople),
        Check("changes of people are undone to the first", Self.undoesPeople),
        Check("an edited photo has the owner's words", Self.editsWords),
        Check("words go with their content, and people stay", Self.forgetsWords),
        Check("people are forgotten with all that was said of them", Self.forgetsPeople),
    ]

    private static let anna = Person(PersonID(7), name: "Änna \"O'Neil\"")
    private static let ben = Person(PersonID(.max), name: "Ben")
    private static let box = Face.Box(x: 1, y: 2, width: 30, height: 40)
    private static let otherBox = Face.Box(x: 50, y: 2, width: 30, height: 40)

    /// What no photo holds.
    private var elsewhere: FaceSpot { FaceSpot(ContentDigest(high: .max, low: 2), Self.box) }
    private var spot: FaceSpot { FaceSpot(content(1), Self.box) }
    private var refused: OwnerDecision { OwnerDecision(refused: [Self.anna.id, Self.ben.id]) }

    private var change: PeopleChange {
        PeopleChange(
            people: [Self.anna.id: Self.anna, Self.ben.id: Self.ben],
            words: [
                spot: OwnerDecision(person: Self.anna.id), FaceSpot(content(1), Self.otherBox): refused,
                elsewhere: OwnerDecision(isHidden: true),
            ])
    }

    private func fillPeople() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.jpg")
        try await catalog.keepPeople(true)
        try await catalog.record(change)
        return ids
    }

    func refusesPeople() async throws {
        await #expect(throws: EvokeError.peopleAreOff) { try await catalog.record(change) }
        #expect(try await catalog.people().isEmpty)
        try await catalog.keepPeople(true)
        #expect(try await catalog.undoPeopleChange() == nil)
        #expect(try await !catalog.canUndoPeopleChange())
    }

    func keepsWords() async throws {
        _ = try await fillPeople()
        #expect(try await catalog.canUndoPeopleChange())
        #expect(try await catalog.people() == [Self.anna, Self.ben])
        #expect(try await catalog.ownerDecisions() == change.words)
        #expect(try await catalog.ownerDecisions(of: elsewhere.content) == [elsewhere: OwnerDecision(isHidden: true)])
        #expect(try await catalog.ownerDecisions(of: content(99)).isEmpty)
    }

    func findsPeople() async throws {
        let ids = try await fillPeople()
        let (first, none) = (PhotoSet([ids[0]]), PhotoSet())
        let expected = [
            ("anna", first), ("O'NEIL", first), ("ann", none), ("ben", none), ("anna ben", none), ("", none),
        ]
        let conditions = expected.map { PhotoCondition.test(.person($0.0)) }
        #expect(try await found(conditions) == expected.map(\.1))
        #expect(try await found(conditions.map { .not($0) }) == expected.map { PhotoSet(ids).subtracting($0.1) })
    }

    func mergesPeople() async throws {
        _ = try await fillPeople()
        let merged = Person(Self.anna.id, name: "Anna")
        try await catalog.record(
            PeopleChange(
                people: [Self.anna.id: merged, Self.ben.id: nil],
                words: [spot: OwnerDecision(), elsewhere: OwnerDecision(person: Self.anna.id)]))
        #expect(try await catalog.people() == [merged])
        #expect(
            try await catalog.ownerDecisions() == [
                FaceSpot(content(1), Self.otherBox): refused, elsewhere: OwnerDecision(person: Self.anna.id),
            ])
        #expect(try await found(.person("anna")) == [PhotoSet()], "no photo holds what she is in")
        let undone = try #require(try await catalog.undoPeopleChange())
        #expect(undone.people == change.people && undone.words[spot] == OwnerDecision(person: Self.anna.id))
        #expect(try await catalog.people() == [Self.anna, Self.ben])
        #expect(try await catalog.ownerDecisions() == change.words)
    }

    func undoesPeople() async throws {
        _ = try await fillPeople()
        _ = try await catalog.undoPeopleChange()
        #expect(try await catalog.people().isEmpty)
        #expect(try await catalog.ownerDecisions().isEmpty)
        #expect(try await catalog.undoPeopleChange() == nil)
    }

    func editsWords() async throws {
        _ = try await fillPeople()
        try await record([
            encoded("a.jpg", 3), .edited(from: content(1), to: content(3), facesStay: true),
        ])
        #expect(
            try await catalog.ownerDecisions(of: content(3)) == [
                FaceSpot(content(3), Self.box): OwnerDecision(person: Self.anna.id),
                FaceSpot(content(3), Self.otherBox): refused,
            ])
    }

    func forgetsWords() async throws {
        _ = try await fillPeople()
        _ = try await catalog.forget(under: path("a.jpg"))
        #expect(try await catalog.ownerDecisions().isEmpty, "no photo holds that any more")
        #expect(try await catalog.people() == [Self.anna, Self.ben])
    }

    func forgetsPeople() async throws {
        _ = try await fillPeople()
        try await catalog.record([content(2): .fake([1], by: Self.finder)], as: .faces(by: Self.finder))
        try await catalog.forgetPeople()
        #expect(try await !catalog.keepsPeople())
        #expect(try await catalog.people().isEmpty)
        #expect(try await catalog.undoPeopleChange() == nil)
        #expect(try await catalog.results(.faces, of: [content(2)]).isEmpty)
    }
}

extension FoundFaces {
    /// Faces with these vectors, side by side, as a catalogue gives them back.
    public static func fake(_ vectors: [Float]..., by finder: FaceFinderID) -> FoundFaces {
        fake(vectors, by: finder)
    }

    public static func fake(_ vectors: [[Float]], by finder: FaceFinderID) -> FoundFaces {
        let faces = vectors.enumerated().map { place, numbers in
            Face(
                Face.Box(x: 100 * place, y: 2, width: 90, height: 90 - place), confidence: 0.875, sharpness: 0.25,
                turn: 0.125, vector: FaceVector(numbers, fingerprint: finder.fingerprint)!)
        }
        return FoundFaces(PictureFaces(faces, in: PixelSize(width: 640, height: 480)), by: finder)
    }
}
