import EvokeModels
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import InferenceOpenVINO
import Testing

/// A photo or text gets the vector in company that it gets alone, or is alone.
@Suite struct CompanyTests {
    private let home = TemporaryFolder()
    private let executor = BlockingExecutor(width: 4)
    private var graphs: GraphFolder { GraphFolder(home.path.appending("cache")) }

    /// Exporters that trace one picture leave its number in the graph, and call the batch free all the same.
    @Test func aFreeBatchThatIsNoneIsFoundOut() async throws {
        let tiny = try TinyModel(in: home, imageGraph: "image-one.onnx", textGraph: "text-one.onnx")
        let model = try open(tiny.folder)
        #expect(model.description.image.takesBatches && model.description.text.takesBatches, "so the graph says")
        for way in ["compiled", "loaded"] {
            let image = try await imageTower(model)
            #expect(image.width == 4, "one a request, \(way)")
            let text = try await TextTower.load(
                model, as: model.id(.full), on: OpenVINORuntime(), in: graphs, executor: executor)
            try await withThrowingTaskGroup { group in
                for number in 1...40 {
                    group.addTask {
                        let plane = [Float](repeating: Float(number), count: 4)
                        let zero = [Float](repeating: 0, count: 8)
                        let vector = try await image.encode(
                            PreparedImage(tensor: plane + zero, original: PixelSize(width: 2, height: 2)))
                        #expect(vector.values[1] == 0 && vector.values[0] == vector.values[3])
                    }
                    group.addTask { _ = try await text.encode("a b \(number)") }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func whatBearsCompanyHasIt() async throws {
        let model = try open(PublishedModel.folder("hub-clip"))
        for _ in 0..<2 { #expect(try await imageTower(model).width == 16) }
    }

    /// One scale for all that goes in together: pictures would change each other.
    @Test(arguments: ["quantized", "int8", "uint8"])
    func whatRoundsTogetherRunsAlone(variant: String) async throws {
        let model = try open(PublishedModel.folder("hub-clip"), variant)
        let tower = try await imageTower(model)
        #expect(tower.width == 4)
        let alone = try await encode((0..<24).map { picture($0, tower.input) }, tower, atOnce: 1)
        for atOnce in [3, 24] {
            #expect(try await encode((0..<24).map { picture($0, tower.input) }, tower, atOnce: atOnce) == alone)
        }
    }

    private func encode(_ pictures: [PreparedImage], _ tower: ImageTower, atOnce: Int) async throws -> [Embedding] {
        var vectors: [Embedding] = []
        for start in stride(from: 0, to: pictures.count, by: atOnce) {
            let part = pictures[start..<min(start + atOnce, pictures.count)]
            vectors += try await withThrowingTaskGroup(of: (Int, Embedding).self) { group in
                for (place, picture) in zip(part.indices, part) {
                    group.addTask { (place, try await tower.encode(picture)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        return vectors
    }

    /// Of very different contrasts.
    private func picture(_ number: Int, _ input: ImageInput) -> PreparedImage {
        var random = SeededGenerator(seed: UInt64(number))
        let contrast = Float(1 + number % 5)
        let tensor = (0..<3 * input.size.width * input.size.height).map { _ in
            contrast * Float.random(in: -1...1, using: &random)
        }
        return PreparedImage(tensor: tensor, original: input.size)
    }

    private func imageTower(_ model: LoadableModel) async throws -> ImageTower {
        try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 2, on: OpenVINORuntime(), in: graphs,
            executor: executor)
    }

    private func open(_ folder: DiskPath, _ variant: String? = nil) throws -> LoadableModel {
        try ModelStore(folders: [], cache: home.path.appending("notes")).open(folder.display, variant: variant)
    }
}
