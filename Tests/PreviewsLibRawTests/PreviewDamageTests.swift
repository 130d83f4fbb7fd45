import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import PreviewsLibRaw
import Testing

/// Raw photos that are changed anywhere give a picture or an error.
@Suite struct PreviewDamageTests {
    private let previews = LibRawPreviews(executor: BlockingExecutor(width: 4))

    @Test(arguments: ["preview.dng", "no-preview.dng", "nikon.nef", "canon.cr2"])
    func survivesDamagedFiles(name: String) async throws {
        let folder = TemporaryFolder()
        let whole = try FileSystem.read(LibRawPreviewsTests.fixture(name))
        var random = SeededGenerator(seed: TestSeed.value)
        for round in 0..<60 {
            let file = try folder.write("\(round)-\(name)", random.damaged(whole, round: round))
            do {
                let preview = try await previews.preview(of: file, atLeast: round % 2 == 0 ? 32 : 4000)
                if case .pixels(let bytes, let size) = preview.content {
                    #expect(bytes.count == 3 * size.width * size.height)
                }
            } catch let error as EvokeError {
                #expect([.damaged, .unsupported, .tooLarge].contains(error.kind))
            }
        }
    }
}
