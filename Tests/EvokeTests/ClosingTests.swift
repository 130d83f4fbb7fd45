import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@Suite struct ClosingTests {
    private let test = SmallLibrary()

    @Test func aClosedLibraryLetsOthersWriteInThisProcessAndInOthers() async throws {
        let library = try await test.indexed()
        #expect(!canBeLockedByAnother())
        await #expect(throws: EvokeError.self) { try await open() }

        try await library.close()
        #expect(canBeLockedByAnother())
        let next = try await open()
        #expect(try await next.index([]) { _ in }.unchanged == 3)

        try await library.close()
        #expect(!canBeLockedByAnother(), "closing twice does not take the lock from whoever has it now")
        try await next.close()
        #expect(canBeLockedByAnother())
        #expect(library.folder == next.folder, "it was in scope until here")
    }

    @Test func aClosedLibraryThrows() async throws {
        let library = try await test.indexed()
        let copy = library
        try await library.close()
        let calls: [(String, () async throws -> Void)] = [
            ("search", { _ = try await copy.search("a", limit: 1) }),
            ("similar", { _ = try await copy.similar(to: test.red, limit: 1) }),
            ("similar to bytes", { _ = try await copy.similar(to: FileSystem.read(test.red), limit: 1) }),
            ("search by vector", { _ = try await copy.search(copy.engine.embed(text: "a"), limit: 1) }),
            ("index", { _ = try await copy.index([test.photos]) { _ in } }),
            ("refresh", { _ = try await copy.refresh(FolderChanges()) { _ in } }),
            ("exclude", { try await copy.exclude(["a"]) }),
            ("prepare", { try await copy.prepareToSearch() }), ("suggest", { try await copy.prepareToSuggest() }),
            ("complete", { _ = try await copy.suggest("a", top: 1) }),
            ("count", { _ = try await copy.photosWithoutVectors() }),
        ]
        for (name, call) in calls {
            let error = await #expect(throws: EvokeError.self, "\(name)") { try await call() }
            #expect(error?.kind == .closed, "\(name)")
        }
    }

    @Test func aLibraryThatIsClosedWhileItIndexesEndsWithThat() async throws {
        let library = try await test.indexed()
        try test.addPhotos(40)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await library.index([]) { if case .encoding = $0 { continuation.finish() } }
        }
        for await _ in stream {}
        try await library.close()
        // It may just have come to its end.
        _ = await run.result
        let reader = try await PhotoLibrary.open(test.configuration, access: .write)
        #expect(try await reader.index([]) { _ in }.failed == 0)
        #expect(try await reader.search(SearchRequest("a", showsAll: true)).count == 43)
    }

    private func open() async throws -> PhotoLibrary {
        try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
    }

    /// Whether another process gets the lock.
    private func canBeLockedByAnother() -> Bool {
        (try? Shell.output(of: "flock --nonblock --exclusive '\(test.configuration.library)/lock' true")) != nil
    }
}
