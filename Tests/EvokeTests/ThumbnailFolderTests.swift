import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

@Suite struct ThumbnailFolderTests {
    private let library = TemporaryFolder()
    private let thumbnail = Thumbnail(jpeg: [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9])
    private let content = ContentDigest(high: 0x0123, low: .max)

    @Test func keepsTheContractOfAKeeper() async throws {
        try await ThumbnailKeepingConformance(folder).checkAll()
    }

    @Test func takesNoFileThatWasCutShort() async throws {
        try await folder.keep(Thumbnail(jpeg: [0xFF, 0xD8, 1]), of: content)
        #expect(try await folder.thumbnail(of: content) == nil)
    }

    @Test func manyMayKeepTheSameAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try await folder.keep(thumbnail, of: content) } }
            try await group.waitForAll()
        }
        #expect(try await folder.thumbnail(of: content) == thumbnail)
    }

    @Test func prunesWhatIsNoLongerKnown() async throws {
        let other = ContentDigest(high: 1, low: 1)
        for content in [content, other] { try await folder.keep(thumbnail, of: content) }
        try await folder.prune(keeping: [other])
        #expect(try await folder.thumbnail(of: content) == nil)
        #expect(try await folder.thumbnail(of: other) == thumbnail)
    }

    private var folder: ThumbnailFolder { ThumbnailFolder(in: library.path, executor: BlockingExecutor(width: 4)) }
}
