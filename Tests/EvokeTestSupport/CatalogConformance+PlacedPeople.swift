import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// Whose faces are is noted beside the owner's words, and never over words that came meanwhile.
    func checkPlacedPeople() async throws {
        let catalog = try await make()
        let (party, plain) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        try await catalog.record(
            [encoded(party, 1, [1, 0, 0, 0]), encoded(plain, 2, [1, 0, 0, 0])], model: .fake)
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        let (finder, other) = (FaceFinderID(-7), FaceFinderID(8))
        let anna = Person(PersonID(7), name: "Anna")
        let places = PlacedFaces(
            [
                FacePlace(person: anna.id, group: 3, isSaid: true), nil,
                FacePlace(person: PersonID(9), group: nil, isSaid: false),
            ],
            by: finder)
        #expect(try await catalog.usualFaceFinder() == nil)
        #expect(try await catalog.placedPeople() == PlacedPeople())
        #expect(try await !catalog.note(PlacedPeople([one: places]), isAll: true), "nobody wants it")

        try await catalog.keepPeople(true)
        try await catalog.note([two: .fake([1], by: other)])
        #expect(try await catalog.usualFaceFinder() == other)
        try await catalog.note([
            one: .fake([0.5, 1], [1, 0], [0, 1], by: finder), two: FoundFaces(PictureFaces([], in: size), by: finder),
        ])
        #expect(try await catalog.usualFaceFinder() == finder)
        #expect(try await catalog.hasUnplacedFaces(by: finder))
        #expect(try await !catalog.hasUnplacedFaces(by: other))
        #expect(try await catalog.note(PlacedPeople([one: places], nextNumber: 10), isAll: true))
        #expect(try await !catalog.hasUnplacedFaces(by: finder))
        var placed = try await catalog.placedPeople()
        #expect(placed.faces == [one: places] && placed.nextNumber == 10)

        // Anna has a name in a photo that Evoke has seen her in, and nobody has said so.
        let first = PhotoSet([try #require(try await catalog.photo(at: party))])
        #expect(try await catalog.photos(meeting: .test(.person("anna"))).isEmpty)
        try await catalog.note(PeopleChange(people: [anna.id: anna]))
        #expect(try await catalog.photos(meeting: .test(.person("anna"))) == first)
        #expect(try await catalog.hasUnplacedFaces(by: finder), "something was said since")
        placed.faces = [one: PlacedFaces([nil, nil, nil], by: finder)]
        #expect(try await !catalog.note(placed, isAll: true), "it does not follow from that word")
        #expect(try await catalog.photos(meeting: .test(.person("anna"))) == first)
        placed.version = try await catalog.placedPeople().version
        #expect(try await catalog.note(placed, isAll: true))
        #expect(try await catalog.photos(meeting: .test(.person("anna"))).isEmpty)
        #expect(try await !catalog.note(placed, isAll: true), "somebody else has noted it meanwhile")
        _ = try await catalog.undoPeopleChange()
        #expect(try await catalog.hasUnplacedFaces(by: finder))

        try await checkFaceNews(of: catalog, party, places)
        placed = PlacedPeople([one: places, ContentDigest(high: 9, low: 9): places], nextNumber: 11)
        placed.version = try await catalog.placedPeople().version
        #expect(try await catalog.note(placed, isAll: true))
        #expect(try await catalog.placedPeople().faces == [one: places], "no photo holds the other")
        #expect(try await catalog.check { _ in }.isInOrder)
        _ = try await catalog.forget(under: party)
        #expect(try await catalog.placedPeople().faces.isEmpty)
        try await catalog.forgetPeople()
        #expect(try await catalog.placedPeople() == PlacedPeople())
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// Whoever follows hears of each photo whose faces have changed, unless that state is not remembered.
    private func checkFaceNews(of catalog: any PhotoCatalog, _ party: FilePath, _ places: PlacedFaces) async throws {
        let (finder, photo) = (places.finder, try #require(try await catalog.photo(at: party)))
        let one = ContentDigest(high: 0, low: 1)
        var news = try await catalog.faceNews(since: nil, by: finder)
        #expect(news.changed == nil && news.photos.isEmpty)
        #expect(news.version == nil, "something was said, and no place follows from it yet")
        let version = try await catalog.placedPeople().version
        #expect(try await catalog.note(PlacedPeople([one: places], nextNumber: 10, version: version), isAll: false))
        #expect(try await catalog.placedPeople().version == version + 1)
        let (faces, other) = (FoundFaces.fake([1, 1], [2, 1], [3, 1], by: finder), FaceFinderID(12))
        news = try await catalog.faceNews(since: news.stamp, by: finder)
        #expect(news.version == version + 1)
        guard news.changed != nil else { return }
        #expect(news.changed?.contains(photo) == true && news.photos.map(\.content).contains(one))
        #expect(news.spoken.contains(one), "it has a place")

        news = try await catalog.faceNews(since: news.stamp, by: finder)
        #expect(news.changed?.isEmpty == true, "nothing has happened")
        let stamp = news.stamp
        try await catalog.note([one: FoundFaces(PictureFaces([], in: size), by: finder)])
        try await catalog.note([one: faces])
        news = try await catalog.faceNews(since: stamp, by: finder)
        #expect(news.changed == [photo] && news.photos.map(\.found) == [faces])
        #expect(try await catalog.faceNews(since: stamp, by: other).photos.isEmpty)
        let unknown = VectorStamp(number: stamp.number, token: stamp.token ^ 1)
        #expect(try await catalog.faceNews(since: unknown, by: finder).changed == nil)
    }
}
