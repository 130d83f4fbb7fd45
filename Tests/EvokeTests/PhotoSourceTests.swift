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

    private static let scenes = ["leaf.jpg", "storm.jpg", "wood.jpg", "rain-drops.jpg"]

    private func scene(_ number: Int) throws -> FilePath {
        try Installed.album().appending("scenes").appending(Self.scenes[number])
    }

    private func library(scenes: Range<Int> = 0..<3) async throws -> PhotoLibrary {
        for number in scenes { try set(Self.scenes[number], number) }
        _ = try TinyModel(in: test.folder)
        return try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
    }

    private func set(_ name: String, _ number: Int) throws {
        let bytes = try FileSystem.read(scene(number))
        source.state.withLock { $0.set(name, bytes) }
    }

    /// What was brought, too.
    private func index(_ library: PhotoLibrary) async throws -> (report: IndexReport, brought: Set<String>) {
        source.state.withLock { $0.brought = [] }
        let report = try await library.index([], from: [source]) { _ in }
        return (report, source.state.withLock { $0.brought })
    }

    private func nearest(_ library: PhotoLibrary, to number: Int) async throws -> FilePath? {
        try await library.search(library.engine.embed(photo: scene(number)), top: 1).first?.path
    }

    private var tokens: [String?] { source.state.withLock { $0.asked } }

    @Test func itsChangesAreFollowed() async throws {
        let library = try await library()
        #expect(try await index(library).report.added == 3)
        #expect(try await nearest(library, to: 1) == MemorySource.path("storm.jpg"))
        let thumbnails = ThumbnailFolder(in: library.folder, executor: library.engine.executor)
        for content in try await library.catalog.contents() {
            #expect(try await thumbnails.wholeFile(of: content) != nil)
        }
        #expect(try await library.catalog.countWithoutFingerprint() == 0)

        try set("new.jpg", 1)
        try set("leaf.jpg", 3)
        source.state.withLock { $0.remove("storm.jpg") }
        let (second, brought) = try await index(library)
        #expect(second.moved == 1 && second.changed == 1 && second.unchanged == 1 && second.vanished == 0, "\(second)")
        #expect(brought == ["new.jpg", "leaf.jpg"] && tokens == [nil, "3"])
        #expect(try await nearest(library, to: 1) == MemorySource.path("new.jpg"))
        #expect(try await nearest(library, to: 3) == MemorySource.path("leaf.jpg"))

        source.state.withLock { $0.remove("leaf.jpg") }
        #expect(try await index(library).report.vanished == 1)
        #expect(try await library.search(["a"], top: 9)[0].count == 2)

        // A library of folders alone has none of it, and its check finds nothing wrong.
        #expect(try await library.index([]) { _ in }.vanished == 0)
        #expect(try await library.catalog.roots().isEmpty)
        #expect(try await library.catalog.check { _ in }.isInOrder)
    }

    @Test func allIsListedAgainWithoutAToken() async throws {
        let library = try await library()
        _ = try await index(library)
        source.state.withLock { state in
            state.remove("leaf.jpg")
            state.forgetChanges()
        }
        try set("new.jpg", 3)
        let (second, brought) = try await index(library)
        #expect(second.added == 1 && second.unchanged == 2 && second.vanished == 1 && brought == ["new.jpg"])
        try await library.close()
        #expect(try await PhotoLibrary.forget(FilePath.ofSource("phone"), test.configuration).photos == 4)
        let again = try await self.library(scenes: 0..<0)
        #expect(try await index(again).report.added == 3)
        #expect(tokens == [nil, "3", nil])
    }

    @Test func nothingIsGoneWhileItIsAway() async throws {
        let library = try await library()
        _ = try await index(library)
        source.state.withLock { $0.isAway = true }
        let (second, _) = try await index(library)
        #expect(second.vanished == 0 && second.problems.map(\.path) == [FilePath.ofSource("phone")])
        // As if it were not allowed to look.
        let empty = MemorySource()
        #expect(try await library.index([], from: [empty], rereading: true) { _ in }.problems.count == 1)
        #expect(try await library.search(["a"], top: 9)[0].count == 3)
    }

    @Test func aRunThatBrokeOffIsResumed() async throws {
        let library = try await library()
        source.state.withLock { $0.left = 2 }
        await #expect(throws: MemorySource.BrokenOff.self) { try await index(library) }
        let kept = try await library.search(["a"], top: 9)[0].count
        source.state.withLock { state in
            state.left = .max
            state.set("far.jpg", nil)
        }
        let (second, brought) = try await index(library)
        #expect(kept <= 2 && second.added == 3 - kept && second.unchanged == kept && brought.count == 3 - kept)
        // The next run still asks for what was out of reach.
        try set("far.jpg", 3)
        #expect(try await index(library).report.added == 1)
        #expect(try await index(library).report.unchanged == 4)
        #expect(tokens == [nil, nil, nil, "5"])
    }

    @Test func contentThatIsInAFolderTooIsNotEncodedAgain() async throws {
        let library = try await library(scenes: 0..<1)
        let file = try test.folder.copy(scene(0), to: "photos/a.jpg")
        #expect(try await library.index([test.photos]) { _ in }.added == 1)
        let (second, _) = try await index(library)
        #expect(second.copied == 1 && second.added == 0)
        let scores = try await library.search(["a"], top: 9)[0]
        #expect(
            Set(scores.map(\.path)) == [file, MemorySource.path("leaf.jpg")] && Set(scores.map(\.score)).count == 1)
    }
}
