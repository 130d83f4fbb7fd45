import EvokeModels
import EvokePorts
import EvokeSystem
import EvokeValues
import Testing

/// Of a model's graphs, through the encoders.
extension GraphRuntimeConformance {
    func checkImageSide() async throws {
        let model = try model()
        let tower = try await imageTower(model)
        #expect(tower.width == 16, "four photos a request, two requests, and as many that wait")
        // A mean colour of (1, 2, 2) becomes (1, 2, 2, 5) before it is normalised.
        let vector = try await tower.encode(image(1, 2, 2))
        #expect(vector.fingerprint == model.id(.full).fingerprint)
        let length = Float(34).squareRoot()
        #expect(isClose(vector.values, [1 / length, 2 / length, 2 / length, 5 / length]))
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

    func checkTextSide() async throws {
        let model = try model()
        let tower = try await textTower(model)
        #expect(try await tower.encode("a").fingerprint == model.id(.full).fingerprint)
        // "q: a b" is <s> q: a b </s>, tokens 0 4 5 6 2, on the axes 0 0 1 2 2.
        #expect(isClose(try await tower.encode("a b").values, [2 / 3, 1 / 3, 2 / 3, 0]))
        // Cut to five tokens, the end still there: <s> q: a a </s>.
        #expect(isClose(try await tower.encode("a a a a a").values, [2 / 3, 2 / 3, 1 / 3, 0]))
    }

    /// Texts of several lengths, more than are worked on at once: each gets the answer that it gets alone.
    func checkTextsInCompany() async throws {
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

    /// The same vectors from what was kept, and without a place to keep it.
    func checkKeeping() async throws {
        let model = try model()
        let first = try await imageTower(model).encode(image(0, 0.5, 1))
        #expect(try await imageTower(model).encode(image(0, 0.5, 1)) == first)
        let nowhere = GraphFolder(try home.write("file", "a file where a folder should be".utf8).appending("kept"))
        #expect(try await imageTower(model, in: nowhere).encode(image(0, 0.5, 1)) == first)
    }

    /// What was made of one model goes, and of no other.
    func checkForgetting() async throws {
        let folder = GraphFolder(home.path.appending("forgetting"))
        let stays = try model(at: "models/stays", changed: true)
        try await load(stays, in: folder)
        let before = try kept(folder)
        let goes = try model()
        try await load(goes, in: folder)
        #expect(try kept(folder).isStrictSuperset(of: before))
        folder.forget(modelOf: goes.digest, by: runtime)
        #expect(try kept(folder) == before)
    }

    private func load(_ model: LoadableModel, in folder: GraphFolder) async throws {
        _ = try await imageTower(model, in: folder)
        _ = try await TextTower.load(model, as: model.id(.full), on: runtime, in: folder, executor: executor)
    }

    /// Without tokenizers, which models share.
    private func kept(_ folder: GraphFolder) throws -> Set<[UInt8]> {
        Set(try FileSystem.names(in: folder.path).filter { !$0.starts(with: "tokenizer-".utf8) })
    }

    private func imageTower(_ model: LoadableModel, in other: GraphFolder? = nil) async throws -> ImageTower {
        try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 2, on: runtime, in: other ?? folder,
            executor: executor)
    }

    private func textTower(_ model: LoadableModel) async throws -> TextTower {
        try await TextTower.load(model, as: model.id(.full), on: runtime, in: folder, executor: executor)
    }

    private func model(at place: String = "models/tiny", changed: Bool = false) throws -> LoadableModel {
        let tiny = try TinyModel(in: home, at: place)
        if changed { try tiny.changeAWeight(in: "image.onnx") }
        return try ModelStore(folders: [], cache: home.path.appending("notes")).open(tiny.folder.display)
    }

    private func image(_ red: Float, _ green: Float, _ blue: Float) -> PreparedImage {
        let planes = [red, green, blue].flatMap { [Float](repeating: $0, count: 4) }
        return PreparedImage(tensor: planes, original: PixelSize(width: 2, height: 2))
    }

    private func isClose(_ left: [Float], _ right: [Float]) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) < 1e-4 }
    }
}
