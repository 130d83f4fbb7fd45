import EvokeSystem
import EvokeTestSupport
import EvokeValues

@testable import EvokeModels

/// A shelf, and a hub that publishes the tiny model.
struct PullBench {
    let folder = TemporaryFolder()
    let hub: FakeHub
    let base = "https://hub.example/tiny"
    let modelStore: ModelStore
    let states = Locked<[ModelDownload]>([])
    /// What the loader would say.
    var check: @Sendable (DiskPath) async throws -> Void = { _ in }

    init(hub: FakeHub = FakeHub()) throws {
        self.hub = hub
        modelStore = ModelStore(folders: [folder.path.appending("shelf")], cache: folder.path.appending("cache"))
        let tiny = try TinyModel(in: folder, at: "published")
        for name in Self.files { hub.serve(try FileSystem.read(tiny.folder.appending(name)), at: "\(base)/\(name)") }
    }

    static let files = ["evoke.json", "tokenizer.json", "image.onnx", "text.onnx"]

    func model(sizes: Int64? = nil, isGated: Bool = false) -> CatalogModel {
        CatalogModel(
            name: "tiny", title: "", purpose: "", languages: "", license: "", isGated: isGated, dimensions: 4,
            bytes: 9_000, speed: "", page: "https://hub.example/about", address: base,
            files: Self.files.map { CatalogModel.File($0, size: sizes) })
    }

    func pull(
        _ request: DownloadRequest = DownloadRequest("tiny"), of model: CatalogModel? = nil,
        tokens: HubTokens = HubTokens()
    ) -> ModelPull {
        let tools = ModelPull.Tools(
            modelStore: modelStore, fetcher: hub, circumstances: hub, tokens: tokens,
            pace: ModelPull.Pace(requests: .milliseconds(5), conditions: .milliseconds(20))
        ) { [check, modelStore] folder, _ in
            _ = try modelStore.open(folder.display)
            try await check(folder)
        }
        let published = model ?? self.model()
        return ModelPull(request, tools: tools) { state in
            states.withLock { $0.append(state) }
        } of: {
            (published, nil)
        }
    }

    var update: DownloadRequest {
        var request = DownloadRequest("tiny")
        request.isUpdate = true
        return request
    }

    var downloads: Downloads { Downloads(on: modelStore.firstFolder) }

    /// What is on the shelf beside downloads: the models, and nothing that is half of one.
    var onShelf: [String] {
        ((try? FileSystem.names(in: modelStore.firstFolder)) ?? []).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0 != "downloads" }
    }

    /// Publishes another tokenizer, with all else as it was.
    func publishAnother(_ text: String = "\n") {
        let url = "\(base)/tokenizer.json"
        hub.serve((hub[url]?.bytes ?? []) + Array(text.utf8), at: url)
    }
}
