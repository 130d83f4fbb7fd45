import Evoke
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// The whole library on real picture files and a model of four dimensions.
@Suite struct PhotoLibraryTests {
    private let folder = TemporaryFolder()

    @Test func indexesAndSearches() async throws {
        _ = try TinyModel(in: folder)
        try addPhotos()
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        let missing = await #expect(throws: EvokeError.self) { try await library.add(folder.path.appending("none")) }
        #expect(missing?.kind == .notFound)
        let report = try await library.add(URL(filePath: photos.display))
        #expect(report.added == 3 && report.failed == 0)
        let named = try await library.search("file:red")
        #expect(named.map(\.url) == [URL(filePath: photos.appending("red.bmp").display)])
        #expect(named.read?.query.description == "file:red")
        let unreadable = await #expect(throws: EvokeError.self) { try await library.search("a dat:2019") }
        #expect(unreadable?.kind == .invalidQuery && unreadable?.position == 3)

        let red = try await library.similar(to: photos.appending("red.bmp"), limit: 5)
        #expect(red.map(\.rank) == [1, 2] && Set(names(of: red)) == ["green.bmp", "blue.bmp"])
        let pink = try folder.write("pink.bmp", bitmap(255, 128, 128))
        let likePink = try await library.similar(to: pink, limit: 1)
        #expect(likePink.first?.path == photos.appending("red.bmp"))

        // "q: a a" is <s> q: a a </s>: tokens 0 4 5 5 2 on the axes 0 0 1 1 2, nearest to what is red and green.
        let found = try await library.search(["a a", "a a"].map { SearchRequest(words: $0, top: 2, showsAll: true) })
        #expect(found[0] == found[1])
        #expect(found[0].count == 2 && found[0][0].score ?? 0 >= found[0][1].score ?? 1)
        try await library.close()
    }

    @Test func remembersTheModelThatItWasIndexedWith() async throws {
        _ = try TinyModel(in: folder)
        try addPhotos()
        try await index(with: folder.path.appending("models/tiny").display)
        let reader = try await PhotoLibrary.open(configuration, access: .read)
        #expect(try await reader.model.name == "tiny")
        #expect(try await reader.search(SearchRequest("a", showsAll: true)).count == 3)
    }

    @Test func neverComparesVectorsOfDifferentModels() async throws {
        _ = try TinyModel(in: folder)
        _ = try TinyModel(in: folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        try addPhotos()
        try await index(with: "tiny")
        let reader = try await PhotoLibrary.open(configuration, access: .read, model: ModelChoice("other"))
        let error = await #expect(throws: EvokeError.self) { try await reader.search("a", limit: 3) }
        #expect(error?.kind == .modelMissing && error?.remedies == [.reindex])

        try await index(with: "other")
        let status = try await configuration.opened().status()
        #expect(status.summary.models.map(\.photos) == [3, 3], "the first model's vectors are kept")

        let elsewhere = LibraryConfiguration(library: configuration.library, models: [photos], cache: photos)
        let without = try await elsewhere.opened()
        let photo = try await without.photos(at: [photos.appending("red.bmp")])
        #expect(try await without.marks.change(photo, MarkEdit(adding: [.favorite])).changed == 1)
        #expect(try await without.marks.overview().favorites == 1, "marks need no model")
        let gone = await #expect(throws: EvokeError.self) { try await without.search("a") }
        #expect(gone?.kind == .modelMissing)
    }

    @Test func onlyOneWriterAtATime() async throws {
        _ = try TinyModel(in: folder)
        var writer: PhotoLibrary? = try await PhotoLibrary.open(
            configuration, access: .write, model: ModelChoice("tiny"))
        let error = await #expect(throws: EvokeError.self) {
            try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        }
        #expect(error?.kind == .libraryBusy)
        #expect(try await configuration.opened().search("a").isEmpty)
        try await writer?.close()
        writer = nil
        _ = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
    }

    private var photos: DiskPath { folder.path.appending("photos") }

    private var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
    }

    private func index(with model: String) async throws {
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice(model))
        _ = try await library.index([photos]) { _ in }
        try await library.close()
    }

    private func addPhotos() throws {
        try folder.write("photos/red.bmp", bitmap(255, 0, 0))
        try folder.write("photos/green.bmp", bitmap(0, 255, 0))
        try folder.write("photos/blue.bmp", bitmap(0, 0, 255))
    }
}
