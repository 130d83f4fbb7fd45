import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeModels

/// What the encoders make of a runtime's answers, whatever runtime it is.
@Suite struct TowerTests {
    private let home = TemporaryFolder()
    private let executor = BlockingExecutor(width: 4)
    private var folder: GraphFolder { GraphFolder(home.path.appending("cache")) }

    @Test(arguments: GraphRuntimeConformance.Check.allCases)
    func theFakeIsARuntime(check: GraphRuntimeConformance.Check) async throws {
        try await GraphRuntimeConformance(FakeRuntime()).check(check)
    }

    @Test func aPictureOfAnotherSizeIsRefusedAndHarmsNoOther() async throws {
        let tower = try await imageTower(FakeRuntime())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    guard number % 3 > 0 else {
                        let vector = try await tower.encode(gray()).values
                        #expect(abs(vector[0] - 0.288_675) < 1e-5)
                        return
                    }
                    let odd = PreparedImage(
                        tensor: [Float](repeating: 1, count: number % 3 == 1 ? 9 : 15),
                        original: PixelSize(width: 1, height: 1))
                    let error = await #expect(throws: EvokeError.self) { try await tower.encode(odd) }
                    #expect(error?.kind == .wrongUsage)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Where one picture changes another, each goes alone.
    @Test(arguments: [true, false]) func whatDoesNotBearCompanyHasNone(isKept: Bool) async throws {
        let together = FakeRuntime { _, inputs, numbers in
            if inputs[0].shape[0] > 1 { numbers[0] += 10 }
        }
        if isKept { _ = try await imageTower(together) }
        let tower = try await imageTower(together)
        #expect(tower.width == 4)
        let vectors = try await withThrowingTaskGroup(of: Embedding.self) { group in
            for _ in 0..<20 { group.addTask { try await tower.encode(gray()) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(vectors.count == 1)
    }

    @Test func aVectorWithoutDirectionIsAnErrorOfThatPhoto() async throws {
        let tower = try await imageTower(
            FakeRuntime { _, inputs, numbers in
                for (place, red) in inputs[0].floats.enumerated() where place % 12 == 0 && red == 7 {
                    for number in 0..<4 { numbers[place / 12 * 4 + number] = .nan }
                }
            })
        let odd = PreparedImage(tensor: [Float](repeating: 7, count: 12), original: PixelSize(width: 2, height: 2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let error = await #expect(throws: EvokeError.self) { try await tower.encode(odd) }
                    #expect(error?.kind == .inference && error?.reason.contains("not a number") == true)
                }
                group.addTask { _ = try await tower.encode(gray()) }
            }
            try await group.waitForAll()
        }
    }

    @Test func aGraphThatGivesTooFewNumbersIsNoModel() async throws {
        let tower = try await imageTower(FakeRuntime { _, _, numbers in numbers.removeLast() })
        let error = await #expect(throws: EvokeError.self) { try await tower.encode(gray()) }
        #expect(error?.kind == .modelInvalid)
        #expect(error?.reason == "its output 'embedding' has 3 numbers, but the model's vectors have 4")
        #expect(!FileSystem.isMissing(folder.path), "it gave a vector, of whatever width")
    }

    /// It is not relied upon, and says what it was run on.
    @Test func aGraphThatFailsIsNotKept() async throws {
        let tower = try await imageTower(
            FakeRuntime { _, _, _ throws(EvokeError) in
                throw EvokeError(.inference, doing: "run the graph", subject: "", reason: "so it is")
            })
        let error = await #expect(throws: EvokeError.self) { try await tower.encode(gray()) }
        #expect(error?.reason == "it fails on 'pixels' as [1, 3, 2, 2], an input that it declares")
        #expect(FileSystem.isMissing(folder.path))
    }

    @Test func whatIsNoTokenizerIsRefused() async throws {
        let model = try model()
        try FileSystem.replace(model.description.text.tokenizer, with: Array("{}".utf8))
        let error = await #expect(throws: EvokeError.self) { try await textTower(model, FakeRuntime()) }
        #expect(error?.kind == .modelInvalid && error?.subject.hasSuffix("tokenizer.json") == true)
    }

    /// The same text twice is encoded once.
    @Test func aTextThatWasAskedForIsKnown() async throws {
        let runs = Locked(0)
        let tower = try await textTower(try model(), FakeRuntime { _, _, _ in runs.withLock { $0 += 1 } })
        let first = try await tower.encode("a b")
        let before = runs.withLock { $0 }
        #expect(try await tower.encode("a b") == first)
        #expect(runs.withLock { $0 } == before)
    }

    /// However many ask for it at once, and whether they come before its run or during it.
    @Test func aTextThatManyAskForAtOnceIsEncodedOnce() async throws {
        let (rows, asking) = (Locked(0), Locked<Int?>(nil))
        let tower = try await textTower(
            try model(),
            FakeRuntime { order, inputs, _ in
                guard order.graph == order.model.description.text.graph else { return }
                rows.withLock { $0 += inputs[0].shape[0] }
                // Once they ask, it runs until all have begun to.
                while asking.withLock({ $0.map { $0 < 60 } ?? false }) { sched_yield() }
            })
        rows.withLock { $0 = 0 }
        asking.withLock { $0 = 0 }
        let texts = ["a b", "a", "b"]
        let vectors = try await withThrowingTaskGroup(of: (String, Embedding).self) { group in
            for number in 0..<60 {
                group.addTask {
                    asking.withLock { $0 = ($0 ?? 0) + 1 }
                    return (texts[number % 3], try await tower.encode(texts[number % 3]))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0, default: []].append($1.1) }
        }
        #expect(rows.withLock { $0 } == 3 && vectors.values.allSatisfy { Set($0).count == 1 && $0.count == 20 })
        #expect(Set(vectors.values.map { $0[0] }).count == 3)
    }

    /// A text that cannot be encoded fails for all who ask, and is tried again for who asks later.
    @Test func aTextThatFailsIsNotKnown() async throws {
        let isBroken = Locked(false)
        let tower = try await textTower(
            try model(),
            FakeRuntime { _, _, numbers in
                if isBroken.withLock({ $0 }) { numbers = numbers.map { _ in .nan } }
            })
        isBroken.withLock { $0 = true }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask { await #expect(throws: EvokeError.self) { try await tower.encode("a b") } }
            }
        }
        isBroken.withLock { $0 = false }
        _ = try await tower.encode("a b")
    }

    /// A graph that heeds how many tokens it gets has to have them all.
    @Test(arguments: [true, false]) func padsWherePaddingCounts(isPadded: Bool) async throws {
        let model = try model(replacing: #""padding": "none""#, by: #""padding": "<pad>""#)
        let rows = Locked<Set<Int>>([])
        let runtime = FakeRuntime { order, inputs, numbers in
            guard order.graph == order.model.description.text.graph else { return }
            rows.withLock { _ = $0.insert(inputs[0].shape[1]) }
            // The last token alone, else the first.
            let token = isPadded ? inputs[0].floats.last : inputs[0].floats.first
            numbers = numbers.indices.map { Float($0 % 4) + (token ?? 0) * Float($0 % 4 == 1 ? 1 : 0) }
        }
        for way in ["measured", "read from the note"] {
            let tower = try await textTower(model, runtime)
            rows.withLock { $0 = [] }
            _ = try await tower.encode("a")
            #expect(rows.withLock { $0 } == [isPadded ? 5 : 4], "\(way)")
        }
    }

    /// Texts without the padding that their model needs have other vectors, and nobody would see it.
    @Test(arguments: [[], [0], Array("0".utf8), Array("false".utf8) + [UInt8](repeating: 0, count: 8)])
    func aDamagedNoteOnPaddingIsNotBelieved(bytes: [UInt8]) async throws {
        let model = try model(replacing: #""padding": "none""#, by: #""padding": "<pad>""#)
        let runtime = FakeRuntime { _, inputs, numbers in numbers[0] += inputs[0].floats.last ?? 0 }
        #expect(try await textTower(model, runtime).isPadded)
        let names = try FileSystem.names(in: folder.path).filter { $0.starts(with: "length-".utf8) }
        let note = folder.path.appending(try #require(names.first))
        let whole = try FileSystem.read(note)
        try FileSystem.replace(note, with: bytes)
        #expect(try await textTower(model, runtime).isPadded)
        #expect(try FileSystem.read(note) == whole)
    }

    private func gray() -> PreparedImage {
        PreparedImage(tensor: [Float](repeating: 0.5, count: 12), original: PixelSize(width: 2, height: 2))
    }

    private func imageTower(_ runtime: FakeRuntime) async throws -> ImageTower {
        let model = try model()
        return try await ImageTower.load(
            model, as: model.id(.full), precision: .full, streams: 2, on: runtime, in: folder, executor: executor)
    }

    private func textTower(_ model: LoadableModel, _ runtime: FakeRuntime) async throws -> TextTower {
        try await TextTower.load(model, as: model.id(.full), on: runtime, in: folder, executor: executor)
    }

    private func model(replacing old: String = "", by new: String = "") throws -> LoadableModel {
        let tiny = try TinyModel(in: home, replacing: old, by: new)
        return try ModelStore(folders: [], cache: home.path.appending("notes")).open(tiny.folder.display)
    }
}
