import EvokeModels
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import InferenceOpenVINO
import Testing

/// What is kept of compiled graphs is that of the very graph, or nothing.
@Suite struct CompiledGraphsTests {
    private let home = TemporaryFolder()
    private let executor = BlockingExecutor(width: 4)
    private let notices = Locked<[EvokeError]>([])
    private var cache: DiskPath { home.path.appending("cache") }

    @Test func isCompiledOnceAndThenLoaded() async throws {
        let model = try open(TinyModel(in: home))
        let first = try await vector(model)
        let kept = try graphs()
        try #require(kept.count == 1)
        let before = try FileStatus(of: kept[0])
        #expect(before.permissions & 0o077 == 0, "it holds the model's weights")
        #expect(try await vector(model) == first)
        #expect(try graphs() == kept && FileStatus(of: kept[0]).inode == before.inode)
        #expect(try FileSystem.names(in: cache).count == 1 && heard.isEmpty, "nothing is left of the compiling")
    }

    /// As unpacked packages have them: the same path, the same size, the same time.
    @Test(arguments: [true, false])
    func anotherGraphInTheSamePlaceIsItself(isWrittenOver: Bool) async throws {
        let tiny = try TinyModel(in: home)
        let before = try await vector(open(tiny)).values
        try change(tiny.folder.appending("image.onnx"), inPlace: isWrittenOver) { $0.swapRedAndGreen() }
        let after = try await vector(open(tiny)).values
        #expect(after[0] == before[1] && after[1] == before[0] && after[2...] == before[2...])
        #expect(before[0] != before[1] && heard.isEmpty)
    }

    @Test func otherWeightsBesideTheGraphAreThemselves() async throws {
        let folder = try copy("immich-clip")
        let before = try await vector(open(folder))
        try change(folder.appending("visual/visual.proj"), inPlace: true) { bytes in
            // The other sign for every other weight, which leaves the graph's own file as it was.
            for place in stride(from: 3, to: bytes.count, by: 8) { bytes[place] ^= 0x80 }
        }
        let model = try open(folder)
        let after = try await vector(model)
        #expect(after.dot(before) < 0.9)
        #expect(after.dot(try await vector(model, in: home.path.appending("another"))) > 0.999_99)
    }

    @Test func onePrecisionIsNotServedForAnother() async throws {
        guard try OpenVINORuntime().computes(at: .bfloat16) else { return }
        let model = try open(PublishedModel.folder("hub-clip"))
        let pure = try await vector(model, .bfloat16, in: home.path.appending("another"))
        let full = try await vector(model, .float32)
        #expect(try await vector(model, .bfloat16) == pure && full != pure)
        #expect(try graphs().count == 2)
    }

    /// Whatever lies where a compiled graph should be, the right vector comes, it is said once, and mended.
    @Test func whatIsDamagedIsMadeAnew() async throws {
        let model = try open(TinyModel(in: home))
        let right = try await vector(model)
        let file = try #require(graphs().first)
        _ = try await TextTower.load(
            model, as: model.id(.full), on: OpenVINORuntime(), in: store, executor: executor)
        let text = try #require(graphs().first { $0 != file })
        let tiny = try TinyModel(in: home, at: "models/other")
        try change(tiny.folder.appending("image.onnx"), inPlace: true) { $0.swapRedAndGreen() }
        let others = home.path.appending("others")
        #expect(try await vector(open(tiny), in: others) != right)
        let other = try #require(FileSystem.names(in: others).first)
        let whole = try FileSystem.read(file)
        var damaged: [[UInt8]] = [
            [], Array("nonsense".utf8), try FileSystem.read(text), try FileSystem.read(others.appending(other)),
            Array(whole.dropLast()),
        ]
        for part in [1, 5] { damaged.append(Array(whole.prefix(whole.count * part / 9))) }
        for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 8)) {
            damaged.append(whole)
            damaged[damaged.count - 1][place] ^= 0x10
        }
        for bytes in damaged {
            try FileSystem.replace(file, with: bytes)
            let made = try await vector(model)
            #expect(made == right && heard.map(\.kind) == [.damaged] && heard[0].description.contains("compiled again"))
            notices.withLock { $0 = [] }
            let mended = try await vector(model)
            #expect(mended == right && heard.isEmpty, "it is whole again")
        }
    }

    @Test func whatIsNoFileWhereAGraphShouldBeIsMadeAnew() async throws {
        let model = try open(TinyModel(in: home))
        let right = try await vector(model)
        let file = try #require(graphs().first)
        try FileSystem.erase(file)
        try home.write(DiskPath(bytes: Array("cache/".utf8) + file.name + Array("/in".utf8)), "a folder".utf8)
        #expect(try await vector(model) == right)
        try FileSystem.erase(file)
        _ = try home.makePipe("cache/" + String(decoding: file.name, as: UTF8.self))
        #expect(try await vector(model) == right)
    }

    /// What OpenVINO kept there before may be of any graph.
    @Test func whatOpenVINOKeptByItselfIsDeleted() async throws {
        try home.write("cache/33470513238858820.blob", "old".utf8)
        try home.write("cache/lock", [])
        try home.write("cache/length-0", "1".utf8)
        _ = try await vector(open(TinyModel(in: home)))
        let names = try FileSystem.names(in: cache).map { String(decoding: $0, as: UTF8.self) }
        #expect(names.count == 2 && names.contains("length-0"))
    }

    @Test func whatWasUsedLongestAgoMakesRoom() async throws {
        let small = GraphFolder(cache, limit: 1)
        var models: [LoadableModel] = []
        for number in 0..<3 {
            let tiny = try TinyModel(in: home, at: "models/\(number)", replacing: "A test.", by: "Test \(number).")
            let file = tiny.folder.appending("image.onnx")
            try FileSystem.replace(file, with: FileSystem.read(file) + Self.producer(number))
            models.append(try open(tiny))
        }
        _ = try await image(models[0], graphs: small)
        let used = try await image(models[0], graphs: small)
        let kept = try graphs()
        _ = try await image(models[1], graphs: small)
        #expect(try graphs().count == 2 && graphs().contains(kept[0]), "one is new, and the other is in use")
        _ = try await image(models[2], graphs: small)
        #expect(try graphs().count == 2 && graphs().contains(kept[0]))
        withExtendedLifetime(used) {}
    }

    /// Another process compiles the same graph, and has been stopped.
    @Test func whoCompilesTheSameIsWaitedForOnlySoLong() async throws {
        let model = try open(TinyModel(in: home))
        let right = try await vector(model)
        let file = try #require(graphs().first)
        try FileSystem.erase(file)
        let turn = Glibc.open(file.display + ".turn", O_RDWR | O_CREAT, 0o600)
        #expect(turn >= 0 && flock(turn, LOCK_EX) == 0)
        defer { close(turn) }
        let impatient = GraphFolder(cache, patience: .milliseconds(50))
        let tower = try await image(model, graphs: impatient)
        #expect(try await tower.encode(plain(tower.input)) == right)
        #expect(try graphs() == [file], "and it is there for the next")
    }

    @Test func manyAtOnceGetTheSame() async throws {
        let model = try open(PublishedModel.folder("hub-clip"))
        let towers = try await withThrowingTaskGroup(of: ImageTower.self) { group in
            for _ in 0..<6 { group.addTask { try await image(model, graphs: store) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var vectors: Set<Embedding> = []
        for tower in towers { vectors.insert(try await tower.encode(plain(tower.input))) }
        #expect(try vectors.count == 1 && FileSystem.names(in: cache).count == 1)
    }

    private var heard: [EvokeError] { notices.withLock { $0 } }

    private var store: GraphFolder {
        GraphFolder(cache) { [notices] notice in notices.withLock { $0.append(notice) } }
    }

    private func graphs() throws -> [DiskPath] {
        try FileSystem.names(in: cache).filter { $0.suffix(6).elementsEqual(".graph".utf8) }.map(cache.appending)
    }

    private func open(_ tiny: TinyModel) throws -> LoadableModel { try open(tiny.folder) }

    private func open(_ folder: DiskPath) throws -> LoadableModel {
        try ModelStore(folders: [], cache: home.path.appending("notes")).open(folder.display)
    }

    private func image(
        _ model: LoadableModel, _ precision: Precision = .full, graphs: GraphFolder
    ) async throws -> ImageTower {
        try await ImageTower.load(
            model, as: model.id(precision), precision: precision, streams: 2, on: OpenVINORuntime(), in: graphs,
            executor: executor)
    }

    /// Of a plain picture.
    private func vector(
        _ model: LoadableModel, _ precision: Precision = .full, in other: DiskPath? = nil
    ) async throws -> Embedding {
        let tower = try await image(model, precision, graphs: other.map { GraphFolder($0) } ?? store)
        return try await tower.encode(plain(tower.input))
    }

    /// Redder on the left, bluer at the bottom.
    private func plain(_ input: ImageInput) -> PreparedImage {
        let (width, height) = (input.size.width, input.size.height)
        let places = 0..<width * height
        let tensor =
            places.map { Float(width - $0 % width) / Float(width) } + places.map { _ in Float(0.25) }
            + places.map { Float($0 / width) / Float(height) }
        return PreparedImage(tensor: tensor, original: input.size)
    }

    /// Changes a file and leaves its size and its times as they were.
    private func change(_ file: DiskPath, inPlace: Bool, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try FileSystem.read(file)
        change(&bytes)
        try keepingTimes(of: file) {
            if inPlace {
                try OpenFile(file, .change, doing: "change").write(bytes)
            } else {
                try FileSystem.replace(file, with: bytes)
            }
        }
    }

    private func copy(_ name: String) throws -> DiskPath {
        let source = try PublishedModel.folder(name)
        for file in try FileSystem.filesBelow(source) {
            _ = try home.copy(source.appending(file.bytes), to: "\(name)/\(file.display)")
        }
        return home.path.appending(name)
    }

    /// A field of an ONNX file that changes nothing but its digest.
    private static func producer(_ number: Int) -> [UInt8] { [0x12, 1, UInt8(ascii: "0") + UInt8(number)] }
}

extension [UInt8] {
    /// In the tiny image graph: the first and the second row of its weights change places.
    fileprivate mutating func swapRedAndGreen() {
        let ones = indices.dropLast(3).filter { self[$0..<$0 + 4].elementsEqual([0, 0, 0x80, 0x3F]) }
        for (old, new) in [(ones[0], ones[0] + 16), (ones[2], ones[2] - 16)] {
            replaceSubrange(old..<old + 4, with: [0, 0, 0, 0])
            replaceSubrange(new..<new + 4, with: [0, 0, 0x80, 0x3F])
        }
    }
}
