import EvokeAnalysis
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What is kept of texts' vectors is what was made, or nothing.
@Suite struct TextVectorCacheTests {
    private let folder = TemporaryFolder()
    private let words = ["a dog", "a red car"]

    @Test func whatIsKeptIsWhatWasMade() async throws {
        let made = try await engine().labels(words)
        let kept = try await engine().keptVectors(of: .labels(made.set))
        #expect(kept.map(isSame(as: made.vectors)) == true)
        #expect(try await engine().keptVectors(of: .labels(LabelSet(words.reversed()))) == nil)
        #expect(try await engine().keptVectors(of: .backgroundWords) == nil)
    }

    @Test func whatIsDamagedIsMadeAnew() async throws {
        let made = try await engine().labels(words)
        let file = labels.appending(try #require(try FileSystem.names(in: labels).first))
        let whole = try FileSystem.read(file)
        for damage: (inout [UInt8]) -> Void in [
            { $0[0] ^= 1 }, { $0[$0.count / 2] ^= 0x80 }, { $0[$0.count - 1] ^= 1 }, { $0.removeLast() },
            { $0.removeFirst(4) }, { $0.append(0) }, { $0 = [] }, { $0 = Array($0.dropLast(8)) },
        ] {
            var bytes = whole
            damage(&bytes)
            try FileSystem.replace(file, with: bytes)
            let engine = try await engine()
            #expect(await engine.keptVectors(of: .labels(made.set)) == nil)
            #expect(isSame(as: made.vectors)(try await engine.labels(words).vectors))
            #expect(try FileSystem.read(file) == whole)
        }
    }

    /// A search for words draws its line with them as soon as the library is open.
    @Test func neutralWordsThatAreKeptNeedNoTextSide() async throws {
        let first = try await engine()
        #expect(try await first.background() != nil)
        let second = try await engine()
        #expect(try await second.background() != nil)
        #expect(await first.loadTimes().text != nil)
        #expect(await second.loadTimes().text == nil)
    }

    private func isSame(as made: [Embedding]) -> ([Embedding]) -> Bool {
        { $0.count == made.count && zip($0, made).allSatisfy { $0.dot($1) > 0.999_999 } }
    }

    private var labels: DiskPath { folder.path.appending("cache/labels") }

    private func engine() async throws -> Engine {
        try await Engine.open(
            ModelChoice(PublishedModel.folder("hub-clip").display, variant: nil, precision: .full),
            configuration: LibraryConfiguration(library: folder.path, models: [], cache: folder.path.appending("cache"))
        )
    }
}
