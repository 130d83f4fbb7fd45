import CatalogSQLite
import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// A photo may have several files, and people's words beside it.
@Suite struct PhotoFilesTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test func aRawFileAndItsJPEGAreOnePhoto() async throws {
        try folder.write("a.jpg", "picture".utf8)
        try folder.write("a.nef", "raw".utf8)
        try folder.write("b.nef", "raw alone".utf8)
        #expect(try await index().added == 2)
        #expect(decoder.decoded.count == 2)
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        #expect(try await catalog.metadata(of: id)?.companions == [folder.path.appending("a.nef")])
    }

    @Test func aRawFileThatWasAloneIsNoPhotoOfItsOwnAnyMore() async throws {
        try folder.write("a.nef", "raw".utf8)
        #expect(try await index().added == 1)
        try folder.write("a.jpg", "picture".utf8)
        let report = try await index()
        #expect(report.added == 1 && report.hidden == 1 && report.vanished == 0)
        #expect(try await catalog.summary().photos == 1)
        folder.remove("a.jpg")
        let again = try await index()
        #expect(again.returned == 1 && again.vanished == 1)
    }

    /// Also in libraries of an Evoke that knew no films.
    @Test func aFilmThatComesBesideAPhotoIsNoted() async throws {
        try folder.write("a.jpg", "picture".utf8)
        #expect(try await index().added == 1)
        try folder.write("a.mov", "film".utf8)
        let report = try await index()
        #expect(report.described == 1 && report.added == 0 && decoder.decoded.count == 1)
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        #expect(try await catalog.metadata(of: id)?.companions == [folder.path.appending("a.mov")])
        #expect(try await index().described == 0)
        folder.remove("a.mov")
        #expect(try await index().described == 1)
        #expect(try await catalog.metadata(of: id)?.companions == [])
    }

    @Test func otherWordsInASidecarNeedNoDecoding() async throws {
        try folder.write("a.jpg", "picture".utf8)
        #expect(try await index().added == 1)
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        for words in ["one", "two and more"] {
            try folder.write("a.xmp", words.utf8)
            #expect(try await index().described == 1)
            #expect(try await catalog.metadata(of: id)?.metadata.title == words)
        }
        #expect(try await index().described == 0)
        folder.remove("a.xmp")
        #expect(try await index().described == 1)
        #expect(try await catalog.metadata(of: id)?.metadata.title == nil)
        #expect(decoder.decoded.count == 1)
    }

    private func index() async throws -> IndexReport {
        try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4)
        ).run([folder.path]) { _ in }
    }
}
