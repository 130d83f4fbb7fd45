import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeModels

/// A program with Evoke in it lets the installed `evoke` fetch a model, and hears how that goes.
@Suite struct HandOverTests {
    private let home = TemporaryFolder()
    private let hub: Hub

    init() throws {
        hub = try Hub()
        try hub.files.write("acme/plants/colours.onnx", FileSystem.read(SampleGraph.file("colours.onnx")))
        try hub.files.write("acme/plants/labels.txt", "red\ngreen\nblue\n".utf8)
        try hub.files.write("acme/plants/notes.bin", [UInt8](repeating: 7, count: 3_000_000))
    }

    @Test func theInstalledProgramFetchesAndThisOneHearsOfIt() async throws {
        let downloader = try await downloader(trouble: "cdn-until=go")
        let (events, late) = (downloader.events, downloader.events)
        #expect(try await downloader.start(DownloadRequest("plants")) == .program)
        await #expect(throws: EvokeError.self) { try await downloader.start(DownloadRequest("plants")) }
        try hub.files.write("go", [])
        // Follows the other process to its end, or finds that it has ended.
        let followed = await last(of: downloader.events(of: DownloadRequest("plants")))
        #expect(followed)
        let heard = await last(of: events)
        #expect(heard)
        #expect(await last(of: late))
        let graph = try await ImageGraph.open(.remote("plants"), configuration: configuration)
        let photo = try home.write("blue.png", TestPicture.png(color: [0, 0, 255]))
        #expect(try await graph.classify(photo)[0].label == "blue")
    }

    @Test func aProcessThatIsKilledIsHeardOfAndGoneOnWith() async throws {
        let downloader = try await downloader(trouble: "cdn-until=go")
        let events = downloader.events
        let process = try Program(home: home).start(
            arguments: ["models", "download", "plants"], environment: ["EVOKE_MODELS": configuration.models[0].display])
        var iterator = events.makeAsyncIterator()
        while let event = await iterator.next() {
            if case .progress(let download) = event, download.received >= 500_000 { break }
            try #require(!event.isLast, "\(event)")
        }
        process.signal(SIGKILL)
        _ = await process.outcome()
        try hub.files.write("go", [])
        var end: ModelEvent?
        while end?.isLast != true, let event = await iterator.next() { end = event }
        guard case .failed = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(downloader.downloads.list().map(\.state) == [.interrupted])
        #expect(try await downloader.resumeAll() == ["plants"])
        while let event = await iterator.next() {
            if case .succeeded = event { break }
        }
        #expect(downloader.isFetched("plants"))
        let ranges = try hub.requests().filter { $0.target.contains("notes.bin") }.compactMap { $0.fields["range"] }
        #expect(ranges.contains { $0 != "bytes=0-" }, "it asked for the rest alone: \(ranges)")
    }

    /// Whether they end well.
    private func last(of events: AsyncStream<ModelEvent>) async -> Bool {
        for await event in events where event.isLast {
            if case .succeeded = event { return true }
            return false
        }
        return false
    }

    private var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: home.path.appending("library"), models: [home.path.appending("shelf")],
            cache: home.path.appending("cache"))
    }

    private func downloader(trouble: String, program: DiskPath? = nil) async throws -> ModelDownloader {
        let files = ["colours.onnx", "labels.txt", "notes.bin"].map { name in
            let url = hub.url("/acme/plants/resolve/main/\(name)\(name == "notes.bin" ? "?" + trouble : "")")
            return CatalogModel.File(name, from: url)
        }
        let graph = GraphDescription(
            file: "colours.onnx", labels: "labels.txt", inputs: [.init("pixels", .float32, shape: [1, 3, 8, 8])],
            outputs: [.init("logits", .float32, shape: [1, 3])])
        let catalog = ModelCatalog(
            name: "acme",
            models: [
                CatalogModel(
                    name: "plants", title: "Plants", purpose: "Tests", languages: "", license: "MIT", bytes: 900,
                    speed: "", page: "https://models.example.org/", address: nil, files: files, graph: graph)
            ])
        let file = try home.write("acme.json", catalog.json())
        let downloader = ModelDownloader(configuration, program: try program ?? Installed.program())
        _ = try await downloader.addCatalog(file.display)
        return downloader
    }
}
