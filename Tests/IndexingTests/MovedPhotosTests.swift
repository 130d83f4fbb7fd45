import Indexing
import PhotoCore
import TestSupport
import Testing
import Workers

/// Photos are known by what they hold.
@Suite struct MovedPhotosTests {
    private let folder = TemporaryFolder()
    private let catalog = MemoryCatalog()
    private let decoder = FakeDecoder()

    @Test(arguments: ["b.jpg", "A.jpg", "deep/er/a.jpg"]) func aMovedPhotoTakesItsVectorWithIt(name: String)
        async throws
    {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        let id = try #require(await catalog.photo(at: folder.path.appending("a.jpg")))
        try folder.move("a.jpg", to: name)
        let report = try await index()
        #expect(report.moved == 1 && report.added == 0 && report.vanished == 0)
        #expect(await catalog.photo(at: folder.path.appending(name)) == id)
        let summary = await catalog.summary()
        #expect(summary.photos == 1 && summary.missing == 0)
        #expect(decoder.decoded.count == 1, "nothing is decoded again")
    }

    @Test func aRenamedFolderCostsNothing() async throws {
        for number in 0..<50 { try folder.write("old/\(number).jpg", "photo \(number)".utf8) }
        _ = try await index()
        try folder.move("old", to: "new")
        let report = try await index()
        #expect(report.moved == 50 && report.added == 0 && report.vanished == 0)
        #expect(decoder.decoded.count == 50)
    }

    @Test func aCopyIsAPhotoOfItsOwn() async throws {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try folder.write("b.jpg", "one".utf8)
        try folder.write("c/a.jpg", "one".utf8)
        let report = try await index()
        #expect(report.copied == 2 && report.added == 0)
        #expect(await catalog.summary().photos == 3)
        #expect(decoder.decoded.count == 1)
    }

    @Test func whatWasDeletedLongAgoComesBackUnderAnotherName() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        folder.remove("a.jpg")
        #expect(try await index().vanished == 1)
        try folder.write("c.jpg", "one".utf8)
        try folder.write("d.jpg", "one".utf8)
        let report = try await index()
        #expect(report.moved == 1 && report.copied == 1, "it can be in one place only; the other is its copy")
    }

    @Test func aPhotoOverwrittenByAMoveIsGone() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        try folder.move("a.jpg", to: "b.jpg")
        let report = try await index()
        #expect(report.moved == 1 && report.added == 0)
        #expect(await catalog.summary().photos == 1)
    }

    @Test func aDamagedPhotoIsNoTwin() async throws {
        try folder.write("a.jpg", "bad one".utf8)
        _ = try await index()
        try folder.write("b.jpg", "bad one".utf8)
        let report = try await index()
        #expect(report.failed == 2 && report.copied == 0)
    }

    private func index() async throws -> IndexReport {
        try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), facts: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4)
        ).run([folder.path]) { _ in }
    }
}
