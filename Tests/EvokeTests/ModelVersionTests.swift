import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// A model that is fetched, gets a newer version, and goes back where that does not work.
@Suite struct ModelVersionTests {
    private let folder = TemporaryFolder()
    private let hub = FakeHub()
    private let base = "https://models.example.org/small"
    private static let files = ["evoke.json", "tokenizer.json", "image.onnx", "text.onnx"]

    @Test func aLibraryGoesOnWithItsVectorsUntilItIsIndexedAgain() async throws {
        try await publish()
        try await fetch()
        try folder.write("photos/1.png", TestPicture.png(1))
        let first = try await index()
        #expect(try await search().names == ["1.png"])

        try await publish(replacing: "q: ", by: "query: ")
        try await update()
        let search = try await search()
        #expect(search.names == ["1.png"] && search.model == first, "the old vectors still answer")
        #expect(
            try await Engine.open(ModelChoice("small"), configuration: configuration).modelID != first,
            "new things are new")

        let second = try await index()
        #expect(second != first)
        let after = try await self.search()
        #expect(after.names == ["1.png"] && after.model == second)
    }

    @Test func aVersionThatDoesNotLoadIsPassedOver() async throws {
        try await publish()
        try await fetch()
        let first = try await Engine.open(ModelChoice("small"), configuration: configuration).modelID
        try await publish(replacing: "q: ", by: "query: ")
        try await update()
        // It answered when it was fetched, and is damaged before its first start.
        let newest = try #require(ModelCollection(configuration).list().first).folder
        try FileSystem.replace(newest.appending("text.onnx"), with: Array("no graph".utf8))
        let engine = try await Engine.open(ModelChoice("small"), configuration: configuration)
        #expect(engine.modelID == first)
        #expect(engine.setback?.kind == .modelInvalid && engine.setback?.remedy.contains("previous version") == true)

        let again = try await Engine.open(ModelChoice("small"), configuration: configuration)
        #expect(again.modelID == first && again.setback == nil, "it is said once")
        #expect(ModelCollection(configuration).otherVersions(of: "small").map { $0.fault != nil } == [true])
    }

    @Test func anApplicationHasItsOwnModelUntilThePublishedOneIsThere() async throws {
        let own = try TinyModel(in: folder, at: "own", replacing: "\"name\": \"tiny\"", by: "\"name\": \"own\"")
        let source = ModelSource.remote("small", fallback: .local(path: own.folder.display))
        #expect(!source.isDownloaded(configuration))
        #expect(try await Engine.open(source, configuration: configuration).modelID.name == "own")
        try await publish()
        try await fetch()
        #expect(source.isDownloaded(configuration))
        #expect(try await Engine.open(source, configuration: configuration).modelID.name == "small")
        let folder = try #require(ModelCollection(configuration).list().first).folder
        try FileSystem.replace(folder.appending("text.onnx"), with: Array("no graph".utf8))
        let engine = try await Engine.open(source, configuration: configuration)
        #expect(engine.modelID.name == "own" && engine.setback != nil)
        #expect(!ModelSource.remote("none").isDownloaded(configuration))
    }

    @Test func oneThatAnswersWithNothingIsNotInstalled() async throws {
        try await publish(imageGraph: "image-nan.onnx")
        await #expect(throws: EvokeError.self) { try await fetch() }
        #expect(ModelCollection(configuration).list().isEmpty && downloader.downloads.list().isEmpty)
    }

    private var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
    }

    private var downloader: ModelDownloader { ModelDownloader(configuration, from: hub) }

    private func publish(
        imageGraph: String = "image.onnx", replacing old: String = "", by new: String = ""
    ) async throws {
        let published = TemporaryFolder()
        let tiny = try TinyModel(in: published, imageGraph: imageGraph, replacing: old, by: new)
        for name in Self.files { hub.serve(try FileSystem.read(tiny.folder.appending(name)), at: "\(base)/\(name)") }
        let catalog = ModelCatalog(
            name: "acme",
            models: [
                CatalogModel(
                    name: "small", title: "", purpose: "", languages: "", license: "", dimensions: 4, bytes: 9_000,
                    speed: "", page: "https://models.example.org/", address: base,
                    files: Self.files.map { CatalogModel.File($0) })
            ])
        let source = "https://models.example.org/catalogue.json"
        hub.serve(try catalog.json(), at: source)
        _ = try await downloader.addCatalog(source)
    }

    private func fetch() async throws {
        _ = try await downloader.fetch(DownloadRequest("small")) { _ in }
    }

    private func update() async throws {
        let request = try downloader.updateRequest("small")
        #expect(try await downloader.hasNewer(request))
        _ = try await downloader.fetch(request) { _ in }
        #expect(try await !downloader.hasNewer(request))
    }

    private func index() async throws -> ModelID {
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("small"))
        _ = try await library.index([folder.path.appending("photos")]) { _ in }
        try await library.close()
        return try await library.model
    }

    private func search() async throws -> (names: [String], model: ModelID) {
        let library = try await PhotoLibrary.open(configuration, access: .read)
        let hits = try await library.search(SearchRequest("a", showsAll: true))
        return (hits.map { DiskPath(bytes: $0.path.name).display }, try await library.model)
    }
}
