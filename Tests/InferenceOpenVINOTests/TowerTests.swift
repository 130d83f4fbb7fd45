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

    @Test func runsTheImageSide() async throws {
        let tower = try await imageTower(try model())
        #expect(tower.width == 16, "four photos a request, two requests, and as many that wait")
        // A mean colour of (1, 2, 2) becomes (1, 2, 2, 5) before it is normalised.
        let vector = try await tower.encode(image(1, 2, 2)).values
        #expect(try await tower.encode(image(1, 2, 2)).fingerprint == model().id(.full).fingerprint)
        let length = Float(34).squareRoot()
        #expect(isClose(vector, [1 / length, 2 / length, 2 / length, 5 / length]))
    }

    @Test func runsTheTextSide() async throws {
        let model = try model()
        let tower = try await textTower(model)
        #expect(try await tower.encode("a").fingerprint == model.id(.full).fingerprint)
        // "q: a b" is <s> q: a b </s>, tokens 0 4 5 6 2, on the axes 0 0 1 2 2.
        #expect(isClose(try await tower.encode("a b").values, [2 / 3, 1 / 3, 2 / 3, 0]))
        // Cut to five tokens, the end still there: <s> q: a a </s>.
        #expect(isClose(try await tower.encode("a a a a a").values, [2 / 3, 2 / 3, 1 / 3, 0]))
    }

    /// Texts of several lengths, more than are worked on at once: each gets the answer that it gets alone.
    @Test func textsInCompanyGetWhatTheyGetAlone() async throws {
        let model = try model()
        let texts = (0..<60).map { number in
            (["a", "b", "c"] + (0..<number % 3).map { ["a", "b"][$0] } + ["\(number)"]).dropFirst(number % 3).joined(
                separator: " ")
        }
        let alone = try await textTower(model)
        var expected: [Embedding] = []
        for text in texts { expected.append(try await alone.encode(text)) }

        let tower = try await textTower(model)
        let together = try await withThrowingTaskGroup(of: (Int, Embedding).self) { group in
            for (place, text) in texts.enumerated() { group.addTask { (place, try await tower.encode(text)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (place, vector) in expected.enumerated() {
            #expect(isClose(try #require(together[place]).values, vector.values), "\(texts[place])")
        }
    }

    @Test func givesTheSameAnswersFromManyTasks() async throws {
        let tower = try await imageTower(try model())
        try await withThrowingTaskGroup { group in
            for number in 1...200 {
                group.addTask {
                    let (red, blue) = (Float(number), Float(200 - number))
                    let vector = try await tower.encode(image(red, 0, blue)).values
                    let length = (red * red + blue * blue + 40_000).squareRoot()
                    #expect(isClose(vector, [red / length, 0, blue / length, 200 / length]))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func startsFromItsCacheAndWithoutAPlaceForOne() async throws {
        let model = try model()
        for _ in 0..<2 { #expect(try await imageTower(model).encode(image(0, 0, 1)).values[0] == 0) }
        let file = try folder.write("file", "a file where a folder should be".utf8)
        let tower = try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 1,
            graphs: CompiledGraphs(in: file.appending("cache")),
            executor: executor)
        #expect(try await tower.encode(image(0, 0, 1)).values[0] == 0)
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
        let model = try model()
        try FileSystem.replace(model.description.text.tokenizer, with: Array("{}".utf8))
        let error = await #expect(throws: EvokeError.self) {
            try await textTower(model)
        }
        #expect(error?.kind == .modelInvalid)
        #expect(error?.subject.hasSuffix("tokenizer.json") == true)
    }

    private func imageTower(_ model: LoadableModel) async throws -> ImageTower {
        try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 2,
            graphs: CompiledGraphs(in: folder.path.appending("cache")), executor: executor)
    }

    private func textTower(_ model: LoadableModel) async throws -> TextTower {
        try await TextTower.load(
            model, as: model.id(.full), graphs: CompiledGraphs(in: folder.path.appending("cache")), executor: executor)
    }

    private func model(
        image: String = "image.onnx", replacing old: String = "", by new: String = ""
    ) throws -> LoadableModel {
        let tiny = try TinyModel(in: folder, imageGraph: image, replacing: old, by: new)
        return try ModelShelf(folders: [], cache: folder.path.appending("notes")).open(tiny.folder.display)
    }

    private func image(_ red: Float, _ green: Float, _ blue: Float) -> PreparedImage {
        let planes = [red, green, blue].flatMap { [Float](repeating: $0, count: 4) }
        return PreparedImage(tensor: planes, original: PixelSize(width: 2, height: 2))
    }

    private func isClose(_ left: [Float], _ right: [Float]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 1e-4 }
    }
}
