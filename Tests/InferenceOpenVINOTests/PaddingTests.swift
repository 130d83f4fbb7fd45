import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import InferenceOpenVINO
import Testing

@testable import EvokeModels

/// Texts are padded where that changes their vectors, and nowhere else.
@Suite struct PaddingTests {
    private let folder = TemporaryFolder()

    /// Causal attention, a mask that is heeded, and neither of them.
    @Test(arguments: [("hub-clip", false), ("hub-clip-masked", false), ("hub-mobileclip", true), ("immich-clip", true)])
    func padsWherePaddingCounts(name: String, isPadded: Bool) async throws {
        let modelStore = ModelStore(folders: [], cache: folder.path)
        let model = try modelStore.open(PublishedModel.folder(name).display)
        for _ in 0..<2 {
            let tower = try await TextTower.load(
                model, as: model.id(.full), on: OpenVINORuntime(), in: GraphFolder(folder.path),
                executor: BlockingExecutor(width: 2))
            #expect(tower.isPadded == isPadded, "measured, and then read from the note")
        }
    }
}
