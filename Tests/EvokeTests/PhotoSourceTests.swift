import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// Photos that are not files in folders.
@Suite struct PhotoSourceTests {
    private let test = SmallLibrary()
    private let source = MemorySource()

    private func scene(_ name: String) throws -> DiskPath {
        try Installed.album().appending("scenes").appending(name)
    }

    private func set(_ name: String, _ scene: String) throws {
        let bytes = try FileSystem.read(self.scene(scene))
        source.state.withLock { $0.set(name, bytes) }
    }

    private func library(_ photos: [String] = ["leaf.jpg", "storm.jpg", "wood.jpg"]) async throws -> PhotoLibrary {
        for photo in photos { try set(photo, photo) }
        _ = try TinyModel(in: test.folder)
        return try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
    }

    private func index(_ library: PhotoLibrary) async throws -> (report: IndexReport, brought: Set<String>) {
        source.state.withLock { $0.brought = [] }
        let report = try await library.index([], from: [source]) { _ in }
        return (report, source.state.withLock { $0.brought })
    }

    private func nearest(_ library: PhotoLibrary, to name: String) async throws -> DiskPath? {
        try await library.search(library.engine.embed(photo: scene(name)), limit: 1).first?.path
    }

    private var tokens: [String?] { source.state.withLock { $0.asked } }

    @Test func itsChangesAreFollowed() async throws {
        let library = try await library()
        #expect(try await index(library).report.added == 3)
        #expect(try await nearest(library, to: "storm.jpg") == MemorySource.path("storm.jpg"))
        let thumbnails = try await ThumbnailFolder(in: library.folder, executor: library.engine.executor)
        for content in try await library.catalog.contents() {
            #expect(try await thumbnails.wholeFile(of: content) != nil)
        }
        #expect(try await library.catalog.count(lacking: .fingerprint) == 0)

        try set("new.jpg", "storm.jpg")
        try set("leaf.jpg", "rain-drops.jpg")
        source.state.withLock { $0.set("storm.jpg", nil) }
        let (second, brought) = try await index(library)
        #expect(second.moved == 1 && second.changed == 1 && second.unchanged == 1 && second.vanished == 0, "\(second)")
        #expect(brought == ["new.jpg", "leaf.jpg"] && tokens == [nil, "3"])
        #expect(try await nearest(library, to: "storm.jpg") == MemorySource.path("new.jpg"))
        #expect(try await nearest(library, to: "rain-drops.jpg") == MemorySource.path("leaf.jpg"))

        source.state.withLock { $0.set("leaf.jpg", nil) }
        #expect(try await index(library).report.vanished == 1)
        #expect(try await library.index([]) { _ in }.vanished == 0, "of its photos, a run without it knows nothing")
        #expect(try await library.search(SearchRequest(words: "a", top: 9, showsAll: true)).count == 2)
        #expect(try await library.catalog.roots().isEmpty)
    }

    @Test func allIsListedAgainWithoutAToken() async throws {
        let library = try await library()
        _ = try await index(library)
        source.state.withLock { state in
            state.set("leaf.jpg", nil)
            state.firstToken = 9
        }
        try set("new.jpg", "rain-drops.jpg")
        let (second, brought) = try await index(library)
        #expect(second.added == 1 && second.unchanged == 2 && second.vanished == 1 && brought == ["new.jpg"])
        #expect(try await library.forget(.ofSource("phone")).photos == 4)
        #expect(try await index(library).report.added == 3)
        #expect(tokens == [nil, "3", nil])
    }

    @Test func nothingIsGoneWhileItIsAway() async throws {
        let library = try await library()
        _ = try await index(library)
        source.state.withLock { $0.isAway = true }
        #expect(try await index(library).report.problems.map(\.path) == [.ofSource("phone")])
        // As if it were not allowed to look.
        #expect(try await library.index([], from: [MemorySource()], rereading: true) { _ in }.problems.count == 1)
        #expect(try await library.search(SearchRequest(words: "a", top: 9, showsAll: true)).count == 3)
    }

    @Test func aRunThatBrokeOffIsResumed() async throws {
        let library = try await library()
        source.state.withLock { $0.most = 2 }
        await #expect(throws: MemorySource.BrokenOff.self) { try await index(library) }
        let kept = try await library.search(SearchRequest(words: "a", top: 9, showsAll: true)).count
        source.state.withLock { state in
            state.most = .max
            state.outOfReach = ["far.jpg"]
        }
        try set("far.jpg", "rain-drops.jpg")
        let (second, brought) = try await index(library)
        #expect(second.added == 3 - kept && second.unchanged == kept && brought.count == 3 - kept)
        // It is asked again for what was out of reach.
        source.state.withLock { $0.outOfReach = [] }
        #expect(try await index(library).report.added == 1)
        #expect(try await index(library).report.unchanged == 4)
        #expect(tokens == [nil, nil, nil, "4"])
    }

    @Test func contentThatIsInAFolderTooIsNotEncodedAgain() async throws {
        let library = try await library(["leaf.jpg"])
        let file = try test.folder.copy(scene("leaf.jpg"), to: "photos/a.jpg")
        #expect(try await library.index([test.photos]) { _ in }.added == 1)
        let (second, _) = try await index(library)
        #expect(second.copied == 1 && second.added == 0)
        #expect(
            try await Set(library.search(SearchRequest(words: "a", top: 9, showsAll: true)).map(\.path)) == [
                file, MemorySource.path("leaf.jpg"),
            ])
    }
}
