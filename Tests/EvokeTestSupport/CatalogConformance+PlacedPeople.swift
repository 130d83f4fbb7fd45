import EvokePorts
import EvokeValues
import Testing

/// Whose faces are is noted beside the owner's words, and never over words that came meanwhile.
extension CatalogConformance {
    static let ofPlacedPeople = [
        Check("places of faces are kept when they are wanted", Self.keepsPlaces),
        Check("the finder of most faces is the usual one", Self.knowsTheUsualFinder),
        Check("photos are found by those who are seen in them", Self.findsPlacedPeople),
        Check("places that do not follow from the last word are refused", Self.refusesStalePlaces),
        Check("places go with their contents", Self.forgetsPlaces),
        Check("whoever follows faces hears of their places", Self.tellsOfPlaces),
        Check("whoever follows faces hears of new ones", Self.tellsOfNewFaces),
    ]

    private static let anna = Person(PersonID(7), name: "Anna")
    private static let places = PlacedFaces(
        [
            FacePlace(person: anna.id, group: 3, isSaid: true), nil,
            FacePlace(person: PersonID(9), group: nil, isSaid: false),
        ], by: finder)

    /// A photo with three faces, and one without any.
    private func fillUnplacedFaces() async throws -> PhotoID {
        let ids = try await fill("a.jpg", "b.jpg")
        try await catalog.keepPeople(true)
        try await catalog.record(
            [
                content(1): .fake([0.5, 1], [1, 0], [0, 1], by: Self.finder),
                content(2): FoundFaces(PictureFaces([], in: size), by: Self.finder),
            ], as: .faces(by: Self.finder))
        return ids[0]
    }

    private func fillPlacedFaces() async throws -> PhotoID {
        let photo = try await fillUnplacedFaces()
        #expect(try await record([content(1): Self.places]))
        return photo
    }

    /// As it follows from what was said until now.
    private func record(_ faces: [ContentDigest: PlacedFaces], isAll: Bool = true) async throws -> Bool {
        let version = try await catalog.placedPeople().version
        return try await catalog.record(PlacedPeople(faces, nextNumber: 10, version: version), isAll: isAll)
    }

    func keepsPlaces() async throws {
        #expect(try await catalog.placedPeople() == PlacedPeople())
        #expect(try await !catalog.record(PlacedPeople([content(1): Self.places]), isAll: true), "nobody wants it")
        _ = try await fillUnplacedFaces()
        #expect(try await catalog.hasUnplacedFaces(by: Self.finder))
        #expect(try await !catalog.hasUnplacedFaces(by: Self.otherFinder))
        #expect(try await record([content(1): Self.places]))
        #expect(try await !catalog.hasUnplacedFaces(by: Self.finder))
        let placed = try await catalog.placedPeople()
        #expect(placed.faces == [content(1): Self.places] && placed.nextNumber == 10)
    }

    func knowsTheUsualFinder() async throws {
        #expect(try await catalog.usualFaceFinder() == nil)
        _ = try await fill("a.jpg", "b.jpg")
        try await catalog.keepPeople(true)
        try await catalog.record([content(2): .fake([1], by: Self.otherFinder)], as: .faces(by: Self.otherFinder))
        #expect(try await catalog.usualFaceFinder() == Self.otherFinder)
        _ = try await fillUnplacedFaces()
        #expect(try await catalog.usualFaceFinder() == Self.finder)
    }

    /// Nobody has said so, and without a name nothing is found but by a number.
    func findsPlacedPeople() async throws {
        let photo = try await fillPlacedFaces()
        #expect(
            try await found(.person("anna"), .person("#7"), .person("#8")) == [
                PhotoSet(), PhotoSet([photo]), PhotoSet(),
            ])
        try await catalog.record(PeopleChange(people: [Self.anna.id: Self.anna]))
        #expect(try await found(.person("anna")) == [PhotoSet([photo])])
        #expect(try await catalog.hasUnplacedFaces(by: Self.finder), "something was said since")
        #expect(try await record([content(1): PlacedFaces([nil, nil, nil], by: Self.finder)]))
        #expect(try await found(.person("anna")) == [PhotoSet()])
        _ = try await catalog.undoPeopleChange()
        #expect(try await catalog.hasUnplacedFaces(by: Self.finder))
    }

    func refusesStalePlaces() async throws {
        _ = try await fillPlacedFaces()
        var placed = try await catalog.placedPeople()
        try await catalog.record(PeopleChange(people: [Self.anna.id: Self.anna]))
        placed.faces = [content(1): PlacedFaces([nil, nil, nil], by: Self.finder)]
        #expect(try await !catalog.record(placed, isAll: true), "it does not follow from that word")
        #expect(try await catalog.placedPeople().faces == [content(1): Self.places])
        placed.version = try await catalog.placedPeople().version
        #expect(try await catalog.record(placed, isAll: true))
        #expect(try await !catalog.record(placed, isAll: true), "somebody else has noted it meanwhile")
    }

    func forgetsPlaces() async throws {
        _ = try await fillUnplacedFaces()
        #expect(try await record([content(1): Self.places, content(99): Self.places]))
        #expect(try await catalog.placedPeople().faces == [content(1): Self.places], "no photo holds the other")
        _ = try await catalog.forget(under: path("a.jpg"))
        #expect(try await catalog.placedPeople().faces.isEmpty)
        try await catalog.forgetPeople()
        #expect(try await catalog.placedPeople() == PlacedPeople())
    }

    func tellsOfPlaces() async throws {
        let photo = try await fillUnplacedFaces()
        try await catalog.record(PeopleChange(people: [Self.anna.id: Self.anna]))
        var news = try await catalog.faceNews(since: nil, by: Self.finder)
        #expect(news == FaceNews(stamp: news.stamp, version: nil, changed: nil), "no place follows from it yet")
        let version = try await catalog.placedPeople().version
        #expect(try await record([content(1): Self.places], isAll: false))
        #expect(try await catalog.placedPeople().version == version + 1)
        news = try await catalog.faceNews(since: news.stamp, by: Self.finder)
        #expect(news.version == version + 1 && news.changed?.contains(photo) == true)
        #expect(news.photos.map(\.content).contains(content(1)) && news.spoken.contains(content(1)))
        let next = try await catalog.faceNews(since: news.stamp, by: Self.finder)
        #expect(next.changed?.isEmpty == true, "nothing has happened")
    }

    func tellsOfNewFaces() async throws {
        let photo = try await fillPlacedFaces()
        let stamp = try await catalog.faceNews(since: nil, by: Self.finder).stamp
        let faces = FoundFaces.fake([1, 1], [2, 1], [3, 1], by: Self.finder)
        for faces in [FoundFaces(PictureFaces([], in: size), by: Self.finder), faces] {
            try await catalog.record([content(1): faces], as: .faces(by: Self.finder))
        }
        let news = try await catalog.faceNews(since: stamp, by: Self.finder)
        #expect(news.changed == [photo] && news.photos.map(\.found) == [faces])
        #expect(try await catalog.faceNews(since: stamp, by: FaceFinderID(12)).photos.isEmpty)
        let unknown = VectorStamp(number: stamp.number, token: stamp.token ^ 1)
        #expect(try await catalog.faceNews(since: unknown, by: Self.finder).changed == nil)
    }
}
