import EvokePorts
public import EvokeValues
import Testing

extension CatalogConformance {
    /// Faces go with the content that they were found in, and with what found them.
    func checkFaces() async throws {
        let catalog = try await make()
        let (party, plain) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        let (finder, other) = (FaceFinderID(-7), FaceFinderID(8))
        try await catalog.record(
            [encoded(party, 1, [1, 0, 0, 0]), encoded(plain, 2, [1, 0, 0, 0])], model: .fake)
        let first = try #require(try await catalog.photo(at: party))
        let second = try #require(try await catalog.photo(at: plain))
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        let found = FoundFaces.fake([0.5, 0.25], [-1, 0], by: finder)
        let nobody = FoundFaces(PictureFaces([], in: size), by: finder)

        #expect(try await !catalog.keepsPeople())
        try await catalog.note([one: found])
        #expect(try await catalog.faces(of: [one]).isEmpty, "nobody wants them")
        try await catalog.keepPeople(true)
        #expect(try await catalog.keepsPeople())
        #expect(try await catalog.countWithoutFaces(by: finder) == 2)
        #expect(try await catalog.photosWithoutFaces(by: finder, after: PhotoID(-1), limit: 1).map(\.id) == [first])
        #expect(try await catalog.photosWithoutFaces(by: finder, after: first, limit: 9).map(\.id) == [second])
        try await catalog.note([one: found, two: nobody, ContentDigest(high: 9, low: 9): found])
        #expect(try await catalog.faces(of: [one, two, ContentDigest(high: 9, low: 9)]) == [one: found, two: nobody])
        #expect(try await catalog.countWithoutFaces(by: finder) == 0)
        #expect(try await catalog.countWithoutFaces(by: other) == 2)

        var facts = PhotoFacts()
        facts.taken = TakenDate(localSeconds: 7, source: .exifOriginal)
        try await catalog.record([.described(party, facts, .none)], model: .fake)
        let photo = PhotoFaces(photo: first, content: one, taken: facts.taken, found: found)
        #expect(try await catalog.photosWithFaces(by: finder, after: PhotoID(-1), limit: 9) == [photo])
        #expect(try await catalog.photosWithFaces(by: finder, after: first, limit: 9).isEmpty)
        #expect(try await catalog.photosWithFaces(by: other, after: PhotoID(-1), limit: 9).isEmpty)

        for (range, photos) in [
            (2...2, [first]), (0...0, [second]), (1...9, [first]), (3...9, []), (0...2, [first, second]),
        ] {
            #expect(try await catalog.photos(meeting: .test(.faces(range))) == PhotoSet(photos), "\(range)")
        }
        try await catalog.keepPeople(false)
        #expect(try await catalog.faces(of: [one]) == [one: found], "what was kept stays")
        try await catalog.keepPeople(true)
        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.photosWithFaces(by: finder, after: PhotoID(-1), limit: 9) == [photo])
        try await catalog.record([encoded(party, 3, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.faces(of: [one]).isEmpty, "another picture has other faces")
        #expect(try await catalog.photosWithoutFaces(by: finder, after: PhotoID(-1), limit: 9).map(\.id) == [first])
        #expect(try await catalog.check { _ in }.isInOrder)
        _ = try await catalog.forget(under: plain)
        #expect(try await catalog.faces(of: [two]).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// By what faces are told apart, and what distances mean: each finder has its own, until all is forgotten.
    func checkRecognizers() async throws {
        let catalog = try await make()
        let (one, other) = (FaceFinderID(7), FaceFinderID(-7))
        #expect(try await catalog.faceRecognizer() == nil)
        try await catalog.chooseFaceRecognizer("sface")
        try await catalog.chooseFaceRecognizer("other")
        #expect(try await catalog.faceRecognizer() == "other")
        #expect(try await catalog.faceDistances(of: one) == nil)
        let distances = FaceDistances(group: 0.1, pair: 0.25, doubt: 1.128)
        try await catalog.note(FaceDistances(group: 1, pair: 1, doubt: 1), of: one)
        try await catalog.note(distances, of: one)
        #expect(try await catalog.faceDistances(of: one) == distances)
        #expect(try await catalog.faceDistances(of: other) == nil)
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.forgetPeople()
        #expect(try await catalog.faceRecognizer() == nil)
        #expect(try await catalog.faceDistances(of: one) == nil)
    }

    /// What the owner says holds for a content, can be undone, and is gone when the owner wants that.
    func checkPeople() async throws {
        let catalog = try await make()
        let (party, plain) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        try await catalog.record(
            [encoded(party, 1, [1, 0, 0, 0]), encoded(plain, 2, [1, 0, 0, 0])], model: .fake)
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: .max, low: 2))
        let (anna, ben) = (Person(PersonID(7), name: "Änna \"O'Neil\""), Person(PersonID(.max), name: "Ben"))
        let spot = FaceSpot(one, Face.Box(x: 1, y: 2, width: 30, height: 40))
        let another = FaceSpot(one, Face.Box(x: 50, y: 2, width: 30, height: 40))
        let elsewhere = FaceSpot(two, Face.Box(x: 1, y: 2, width: 30, height: 40))
        let change = PeopleChange(
            people: [anna.id: anna, ben.id: ben],
            words: [
                spot: OwnersWord(person: anna.id), another: OwnersWord(refused: [anna.id, ben.id]),
                elsewhere: OwnersWord(isHidden: true),
            ])
        await #expect(throws: EvokeError.peopleAreOff) { try await catalog.note(change) }
        #expect(try await catalog.people().isEmpty)

        try await catalog.keepPeople(true)
        #expect(try await catalog.undoPeopleChange() == nil)
        #expect(try await !catalog.canUndoPeopleChange())
        try await catalog.note(change)
        #expect(try await catalog.canUndoPeopleChange())
        #expect(try await catalog.people() == [anna, ben])
        #expect(try await catalog.ownersWords() == change.words)
        #expect(try await catalog.ownersWords(of: two) == [elsewhere: OwnersWord(isHidden: true)])
        #expect(try await catalog.ownersWords(of: ContentDigest(high: 9, low: 9)).isEmpty)

        let (first, second) = (try await catalog.photo(at: party), try await catalog.photo(at: plain))
        let here = PhotoSet([first, second].compactMap(\.self))
        for (name, photos) in [
            ("anna", PhotoSet([try #require(first)])), ("O'NEIL", PhotoSet([try #require(first)])),
            ("ann", PhotoSet()), ("ben", PhotoSet()), ("anna ben", PhotoSet()), ("", PhotoSet()),
        ] {
            #expect(try await catalog.photos(meeting: .test(.person(name))) == photos, "\(name)")
            #expect(
                try await catalog.photos(meeting: .not(.test(.person(name)))) == here.subtracting(photos), "\(name)")
        }

        let merged = PeopleChange(
            people: [anna.id: Person(anna.id, name: "Anna"), ben.id: nil],
            words: [spot: OwnersWord(), elsewhere: OwnersWord(person: anna.id)])
        try await catalog.note(merged)
        #expect(try await catalog.people() == [Person(anna.id, name: "Anna")])
        #expect(
            try await catalog.ownersWords() == [
                another: OwnersWord(refused: [anna.id, ben.id]), elsewhere: OwnersWord(person: anna.id),
            ])
        #expect(try await catalog.photos(meeting: .test(.person("anna"))).isEmpty, "no photo holds what she is in")
        #expect(try await catalog.check { _ in }.isInOrder)
        let undone = try #require(try await catalog.undoPeopleChange())
        #expect(undone.people == [anna.id: anna, ben.id: ben] && undone.words[spot] == OwnersWord(person: anna.id))
        #expect(try await catalog.people() == [anna, ben])
        #expect(try await catalog.ownersWords() == change.words)
        _ = try await catalog.undoPeopleChange()
        #expect(try await catalog.people().isEmpty)
        #expect(try await catalog.ownersWords().isEmpty)
        #expect(try await catalog.undoPeopleChange() == nil)

        try await catalog.note(change)
        let edited = ContentDigest(high: 0, low: 3)
        try await catalog.record(
            [encoded(party, 3, [1, 0, 0, 0]), .edited(from: one, to: edited, facesStay: true)], model: .fake)
        #expect(
            try await catalog.ownersWords(of: edited)
                == [
                    FaceSpot(edited, spot.box): OwnersWord(person: anna.id),
                    FaceSpot(edited, another.box): OwnersWord(refused: [anna.id, ben.id]),
                ])
        #expect(try await catalog.check { _ in }.isInOrder)
        _ = try await catalog.forget(under: party)
        #expect(try await catalog.ownersWords().isEmpty, "no photo holds that any more")
        #expect(try await catalog.people() == [anna, ben])
        try await catalog.note([ContentDigest(high: 0, low: 2): .fake([1], by: FaceFinderID(1))])
        try await catalog.forgetPeople()
        #expect(try await !catalog.keepsPeople())
        #expect(try await catalog.people().isEmpty)
        #expect(try await catalog.undoPeopleChange() == nil)
        #expect(try await catalog.faces(of: [ContentDigest(high: 0, low: 2)]).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
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
