import EvokeEncoders
import EvokeModels
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import FoundationEssentials
import InferenceOpenVINO
import Testing

@Suite struct TowerTests {
    private let folder = TemporaryFolder()
    private let executor = BlockingExecutor(width: 4)

    @Test(arguments: GraphRuntimeConformance.Check.allCases)
    func fillsThePortOfARuntime(check: GraphRuntimeConformance.Check) async throws {
        try await GraphRuntimeConformance(OpenVINORuntime()).check(check)
    }

    @Test func aPictureOfAnotherSizeIsRefusedAndHarmsNoOther() async throws {
        let tower = try await imageTower(try model())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    guard number % 3 > 0 else {
                        let vector = try await tower.encode(image(0, 0, 1))
                        #expect(vector.values[0] == 0)
                        return
                    }
                    // Two that would fill a batch of two together.
                    let tensor = [Float](repeating: 1, count: number % 3 == 1 ? 9 : 15)
                    let odd = PreparedImage(tensor: tensor, original: PixelSize(width: 1, height: 1))
                    let error = await #expect(throws: EvokeError.self) { try await tower.encode(odd) }
                    #expect(error?.kind == .wrongUsage)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aVectorWithoutDirectionIsAnErrorOfThatPhoto() async throws {
        let tower = try await imageTower(try model(image: "image-nan.onnx"))
        let error = await #expect(throws: EvokeError.self) { try await tower.encode(image(1, 1, 1)) }
        #expect(error?.kind == .inference)
    }

    @Test func whatIsNoGraphIsRefused() async throws {
        let model = try model()
        for bytes in [
            Array("This is no graph.".utf8), [],
            Array(try FileSystem.read(model.description.image.graph.file).prefix(100)),
        ] {
            try FileSystem.replace(model.description.image.graph.file, with: bytes)
            let error = await #expect(throws: EvokeError.self) { try await imageTower(model) }
            #expect(error?.kind == .modelInvalid)
            #expect(error?.subject.hasSuffix("image.onnx") == true)
        }
    }

    @Test func whatIsNoTokenizerIsRefused() async throws {
        let tiny = try TinyModel(in: folder)
        try FileSystem.replace(tiny.folder.appending("tokenizer.json"), with: Array("{}".utf8))
        let model = try open(tiny)
        let error = await #expect(throws: EvokeError.self) { try await textTower(model) }
        #expect(error?.kind == .modelInvalid)
        #expect(error?.subject.hasSuffix("tokenizer.json") == true)
    }

    private func imageTower(_ model: LoadableModel) async throws -> ImageTower {
        try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 2,
            on: OpenVINORuntime(), in: GraphFolder(folder.path.appending("cache")), executor: executor)
    }

    private func textTower(_ model: LoadableModel) async throws -> TextTower {
        try await TextTower.load(
            model, as: model.id(.full), on: OpenVINORuntime(), in: GraphFolder(folder.path.appending("cache")),
            executor: executor)
    }

    private func model(
        image: String = "image.onnx", replacing old: String = "", by new: String = ""
    ) throws -> LoadableModel {
        try open(TinyModel(in: folder, imageGraph: image, replacing: old, by: new))
    }

    private func open(_ model: TinyModel) throws -> LoadableModel {
        try ModelShelf(folders: [], cache: folder.path.appending("notes")).open(model.folder.display)
    }

    private func image(_ red: Float, _ green: Float, _ blue: Float) -> PreparedImage {
        let planes = [red, green, blue].flatMap { [Float](repeating: $0, count: 4) }
        return PreparedImage(tensor: planes, original: PixelSize(width: 2, height: 2))
    }
}
