import EvokePorts
import EvokeValues
import Testing

/// One batch comes to what its changes come to one after the other.
extension CatalogConformance {
    static let ofBatches = [
        Check("the last content of a batch counts", Self.recordsContentsInABatch),
        Check("the last facts of a batch count", Self.recordsFactsInABatch),
        Check("the last failure of a batch counts", Self.recordsAFailureInABatch),
        Check("names are exchanged by way of a third in a batch", Self.exchangesNamesInABatch),
        Check("a photo moves to where another was in a batch", Self.movesInABatch),
        Check("a photo moves onto one that is here", Self.movesOntoAnother),
        Check("what is copied in a batch is what was known", Self.copiesInABatch),
        Check("files with names that are alike are in their folders", Self.keepsFoldersApart),
    ]

    private func described(_ title: String) -> CatalogChange {
        var metadata = PhotoMetadata()
        (metadata.title, metadata.keywords) = (title, ["sea", "salt"])
        return .described(path("a.jpg"), (metadata, .none))
    }

    func recordsContentsInABatch() async throws {
        let path = path("a.jpg")
        try await record([
            described("too early"), encoded("a.jpg", 1, colors: PhotoColors([.red]), share: 0.25), described("first"),
            encoded("a.jpg", 2, axis: 1, colors: PhotoColors([.blue])),
        ])
        let id = try await ids(of: ["a.jpg"])[0]
        let known = KnownFile(
            id: id, path: path, stamp: stamp(2), content: content(2), state: .encoded, isHere: true)
        #expect(try await files() == [known])
        #expect(try await axes("a.jpg") == [1])
        #expect(try await catalog.results(.colors, of: [content(2)]) == [content(2): PhotoColors([.blue])])
        #expect(try await catalog.metadata(of: id) == nil, "they were of other content")
        #expect(try await written("first") == [PhotoSet()])
    }

    func recordsFactsInABatch() async throws {
        let id = try await fill("a.jpg")[0]
        let path = path("a.jpg")
        try await record([
            described("second"), .failed(path, stamp(3), failure()), encoded("a.jpg", 3, share: 0.75),
            .digested(path, ContentDigest(high: 9, low: 9)), described("third"), described("fourth"), .vanished(id),
            .hidden(id), .seen(id, stamp(4)),
        ])
        let metadata = try await catalog.metadata(of: id)?.metadata
        #expect(metadata?.title == "fourth" && metadata?.keywords == ["sea", "salt"])
        #expect(try await written("fourth salt", "third") == [PhotoSet([id]), PhotoSet()])
        #expect(try await catalog.truncatedPhotos() == [TruncatedPhoto(path: path, share: 0.75)])
        #expect(try await files().map(\.content) == [ContentDigest(high: 9, low: 9)])
        #expect(try await scanned() == [id])
        #expect(try await counts() == ["photos": 1, "cut": 1])
    }

    func recordsAFailureInABatch() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([described("of before")])
        try await record([encoded("a.jpg", 5, axis: 3), .vanished(id), .failed(path("a.jpg"), stamp(6), failure())])
        #expect(try await catalog.failures() == [FailedPhoto(path: path("a.jpg"), error: failure())])
        #expect(try await axes("a.jpg") == [nil])
        #expect(try await catalog.metadata(of: id) == nil)
        #expect(try await files().map(\.isHere) == [true])
    }

    func exchangesNamesInABatch() async throws {
        let ids = try await fill("a.jpg", "b.jpg")
        let (a, b, c) = (path("a.jpg"), path("b.jpg"), path("sub/c.jpg"))
        let (first, second) = (try await known(1), try await known(2))
        try await record([
            .vanished(ids[0]), .vanished(ids[1]), .moved(ids[0], c, stamp(1), first),
            .moved(ids[1], a, stamp(2), second), .vanished(ids[0]), .moved(ids[0], b, stamp(1), first),
        ])
        #expect(try await self.ids(of: ["b.jpg", "a.jpg"]) == ids)
        #expect(try await catalog.photo(at: c) == nil)
        #expect(try await Set(scanned()) == Set(ids))
    }

    func movesInABatch() async throws {
        let ids = try await fill("a.jpg", "b.jpg")
        // What came to the new name has gone again, and what is at the old name is another photo.
        try await record([
            encoded("c.jpg", 3, axis: 2), .vanished(ids[0]), .moved(ids[0], path("c.jpg"), stamp(4), known(1)),
            encoded("a.jpg", 5, axis: 3),
        ])
        let now = try await self.ids(of: ["c.jpg", "b.jpg", "a.jpg"])
        #expect(Array(now[..<2]) == ids && !ids.contains(now[2]))
        #expect(try await axes("c.jpg", "a.jpg") == [0, 3])
        #expect(try await Set(scanned()) == Set(now))
    }

    /// Nobody has the number of the other any more; what moves from there is a copy.
    func movesOntoAnother() async throws {
        // The third keeps the numbers of the others from being given again.
        try await record([encoded("a.jpg", 1), encoded("b.jpg", 2, axis: 1), encoded("d.jpg", 3, axis: 2)])
        let (before, start) = (try await ids(of: ["a.jpg", "b.jpg"]), try await catalog.vectorStamp())
        let (first, second) = (try await known(1), try await known(2))
        try await record([
            .vanished(before[0]), .moved(before[0], path("b.jpg"), stamp(6), first), .seen(before[1], stamp(7)),
            .vanished(before[1]), .moved(before[1], path("c.jpg"), stamp(8), second),
        ])
        let now = try await ids(of: ["b.jpg", "c.jpg"])
        #expect(now[0] == before[0] && !before.contains(now[1]))
        #expect(try await catalog.vector(of: before[1], model: .fake) == nil)
        #expect(try await axes("b.jpg", "c.jpg") == [0, 1])
        let followed = try #require(try await catalog.vectorChanges(since: start, model: .fake, limit: 99))
        #expect(followed.dropped.isSuperset(of: [before[1], now[1]]), "whoever follows it hears of them")
        #expect(Set(followed.ids).union([now[0]]) == Set(now))
    }

    /// Also where the photo itself becomes another in that batch.
    func copiesInABatch() async throws {
        _ = try await fill("a.jpg")
        let known = try await known(1)
        try await record([
            encoded("a.jpg", 2, axis: 1), .copied(path("b.jpg"), stamp(3), known),
            .copied(path("c.jpg"), stamp(4), known), encoded("c.jpg", 5, axis: 2),
        ])
        #expect(try await axes("a.jpg", "b.jpg", "c.jpg") == [1, 0, 2])
        #expect(try await self.known(1).places.count == 1)
    }

    /// In the root and deep below.
    func keepsFoldersApart() async throws {
        let paths = ["/a.jpg", "/a.jpg/a.jpg", "/b/a.jpg", "/b/c/d/a.jpg"].map { DiskPath($0) }
        try await record(paths.enumerated().map { encoded($1, Int64($0)) })
        try await record([])
        var files: [[KnownFile]] = []
        for path in paths { files.append(try await catalog.files(in: path.parent ?? DiskPath("/"), model: .fake)) }
        #expect(files.map { $0.map(\.path) } == paths.map { [$0] })
        #expect(files.map { $0.map(\.stamp) } == paths.indices.map { [stamp(Int64($0))] })
    }
}
