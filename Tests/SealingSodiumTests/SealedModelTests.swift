import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeModels
@testable import InferenceOpenVINO
@testable import SealingSodium

/// A model that lies encrypted on the shelf.
@Suite struct SealedModelTests {
    private let folder = TemporaryFolder()

    @Test func isTheSameModelAndTheOriginalStaysAsItIs() async throws {
        let tiny = try TinyModel(in: folder, at: "plain/tiny")
        let (plain, before) = (try modelStore.open(tiny.folder.display), try FileSystem.filesBelow(tiny.folder))
        try await seal("plain/tiny", as: "mine")
        #expect(try FileSystem.filesBelow(tiny.folder) == before)
        let sealed = try modelStore.open("mine")
        #expect(sealed.description.isEncrypted && !plain.description.isEncrypted && sealed.description.name == "mine")
        #expect(sealed.description.place == folder.path.appending("models/mine"))
        #expect(Precision.allCases.allSatisfy { sealed.id($0).fingerprint == plain.id($0).fingerprint })
        for (one, other) in zip(plain.description.files, sealed.description.files) {
            #expect(try FileSystem.read(one) == FileSystem.read(other))
            #expect(throws: EvokeError.self, "it cannot be written to") { try write(over: other) }
        }
        #expect(try modelStore.models().map(\.name) == ["mine"] && modelStore.verify(sealed.description) == 4)
    }

    @Test func nothingOfItLiesInTheOpen() async throws {
        let tiny = try TinyModel(in: folder, at: "plain/tiny")
        let slices = try ["image.onnx", "text.onnx", "tokenizer.json", "evoke.json"].map { name in
            let plain = try FileSystem.read(tiny.folder.appending(name))
            return Array(plain[(plain.count / 2 - 16)..<(plain.count / 2 + 16)])
        }
        try await seal("plain/tiny", as: "mine")
        let model = try modelStore.open("mine")
        for place in ["models", "cache", "configuration"] {
            let here = folder.path.appending(place)
            for file in (try? FileSystem.filesBelow(here)) ?? [] {
                let file = here.appending(file.bytes)
                let bytes = try FileSystem.read(file)
                let isPrivate = try FileStatus(of: file).permissions & 0o077 == 0
                #expect(isPrivate && !slices.contains { bytes.firstRange(of: $0) != nil }, "\(file)")
            }
        }
        let names = try FileSystem.filesBelow(folder.path.appending("models")).map(\.suffix)
        #expect(Set(names) == ["sealed"])
        withExtendedLifetime(model) {}
    }

    @Test func whatIsSetForItIsEncryptedToo() async throws {
        try await sealTiny()
        let before = try modelStore.open("mine").id(.full)
        let wanted = LabelDefaults(labels: ["a rare disease"], scoring: .softmax(scale: 10))
        try modelStore.setLabelDefaults(of: "mine") { $0 = wanted }
        let model = try modelStore.open("mine")
        #expect(try modelStore.labelDefaults(of: model.description) == wanted && model.id(.full) == before)
        #expect(try modelStore.verify(model.description) == 4)
        let here = folder.path.appending("models/mine")
        for file in try FileSystem.filesBelow(here) {
            let bytes = try FileSystem.read(here.appending(file.bytes))
            #expect(file.suffix == "sealed" && bytes.firstRange(of: Array("disease".utf8)) == nil)
        }
        try modelStore.setLabelDefaults(of: "mine") { $0 = LabelDefaults() }
        #expect(try modelStore.labelDefaults(of: model.description).isEmpty)
    }

    @Test func staysEncryptedWhenItIsAddedAgain() async throws {
        try await sealTiny()
        let model = try modelStore.describe(folder.path.appending("models/mine").display)
        #expect(model.name == "tiny", "by its own name where it is named by its path")
        try await modelStore.add(model, as: "again", notify: { _, _ in }, check: {})
        #expect(try modelStore.describe("again").isEncrypted)
    }

    @Test func onlyItsKeyOpensItAndItIsRemovedWithout() async throws {
        try await sealTiny()
        try FileSystem.erase(key)
        let error = #expect(throws: EvokeError.self) { try modelStore.open("mine") }
        #expect(error?.kind == .notFound && error?.subject == key.display)
        #expect(FileSystem.isMissing(key), "none is made that opens nothing")
        _ = try KeyFile(key).readOrMake()
        let other = #expect(throws: EvokeError.self) { try modelStore.open("mine") }
        #expect(other?.kind == .notAllowed)
        try FileSystem.erase(key)
        try modelStore.remove("mine")
        #expect(try FileSystem.filesBelow(folder.path.appending("models")).isEmpty)
    }

    @Test(arguments: ["receipt.json", "evoke.json", "image.onnx", "text.onnx", "tokenizer.json"])
    func damageIsNoticedInEachFile(name: String) async throws {
        try await sealTiny()
        let file = folder.path.appending("models/mine/\(name).sealed")
        let whole = try FileSystem.read(file)
        var changed = whole
        changed[changed.count - 5] ^= 1
        for bytes in [changed, Array(whole.dropLast(3))] {
            try FileSystem.replace(file, with: bytes)
            let error = #expect(throws: EvokeError.self) { try modelStore.open("mine") }
            #expect(error?.kind == .damaged && error?.subject == file.display)
        }
        guard name != "receipt.json", name != "evoke.json" else { return }
        try FileSystem.erase(file)
        let missing = #expect(throws: EvokeError.self) { try modelStore.open("mine") }
        #expect(missing?.kind == .modelInvalid)
    }

    @Test func filesOfTwoModelsDoNotMix() async throws {
        _ = try TinyModel(in: folder, at: "plain/tiny")
        for name in ["one", "two"] { try await seal("plain/tiny", as: name) }
        let (one, two) = (folder.path.appending("models/one"), folder.path.appending("models/two"))
        // The other's, and another of its own.
        for (model, source) in [(one, "text.onnx.sealed"), (two, "image.onnx.sealed")] {
            try FileSystem.replace(
                model.appending("text.onnx.sealed"), with: FileSystem.read(two.appending(source)))
            #expect(throws: EvokeError.self) { try modelStore.open(model == one ? "one" : "two") }
        }
    }

    @Test(arguments: ["immich-clip", "hub-clip-data"])
    func weightsBesideTheirGraphArePutIntoIt(name: String) async throws {
        let plain = try modelStore.open(PublishedModel.folder(name).display)
        try await modelStore.add(plain.description, as: "mine", isEncrypted: true, notify: { _, _ in }, check: {})
        let sealed = try modelStore.open("mine")
        #expect(sealed.id(.full).fingerprint == plain.id(.full).fingerprint)
        #expect(sealed.description.image.graph.weights.count == plain.description.image.graph.weights.count)
        for graph in [\ModelDescription.image.graph, \.text.graph]
        where !plain.description[keyPath: graph].weights.isEmpty {
            let beside = try ONNXGraph(plain.description[keyPath: graph].file)
            let readable = try ReadableGraph(sealed.description[keyPath: graph])
            let whole = try ONNXGraph(readable.file)
            #expect(whole.weightFiles.isEmpty && !beside.weightFiles.isEmpty)
            #expect(whole.inputs == beside.inputs && whole.outputs == beside.outputs)
            #expect(try ReadableGraph(plain.description[keyPath: graph]).file == plain.description[keyPath: graph].file)
        }
    }

    /// The same model, saved by ONNX with its weights inside and beside.
    @Test(arguments: ["vision_model", "text_model"]) func theGraphInOnePieceIsOneThatWasSavedSo(name: String) throws {
        let memory = try MemoryFile(doing: "try", DiskPath(name))
        try InlinedGraph(PublishedModel.folder("hub-clip-data").appending("onnx/\(name).onnx")).write {
            (bytes) throws(EvokeError) in try memory.add(bytes)
        }
        let saved = try FileSystem.read(PublishedModel.folder("hub-clip").appending("onnx/\(name).onnx"))
        let made = try FileSystem.read(memory.path)
        #expect(made.sorted() == saved.sorted(), "the same bytes, in whatever order")
    }

    @Test func weightsThatAreNotThereAreAnError() async throws {
        let source = folder.path.appending("plain")
        try copy("hub-clip-data", to: source)
        let model = try modelStore.describe(source.display)
        try cut(source.appending("onnx/vision_model.onnx_data"), to: 95_000)
        let error = await #expect(throws: EvokeError.self) {
            try await modelStore.add(model, as: "mine", isEncrypted: true, notify: { _, _ in }, check: {})
        }
        #expect(error?.kind == .modelInvalid && modelStore.models().isEmpty)
    }

    /// Files with holes are as long as they say, and take no room.
    @Test func moreThanAGraphCanHoldIsRefused() async throws {
        let source = folder.path.appending("plain")
        try copy("hub-clip-data", to: source)
        let graph = source.appending("onnx/vision_model.onnx")
        var bytes = try FileSystem.read(graph)
        let place = try #require(bytes.firstRange(of: Array("24576".utf8)))
        // Without its length, a tensor goes to the end of its file.
        let key = try #require((0..<place.lowerBound).last { bytes[$0...].starts(with: "length".utf8) })
        bytes.replaceSubrange(key..<key + 6, with: "nothin".utf8)
        try FileSystem.replace(graph, with: bytes)
        let model = try modelStore.describe(source.display)
        try cut(source.appending("onnx/vision_model.onnx_data"), to: 1 << 31)
        let error = await #expect(throws: EvokeError.self) {
            try await modelStore.add(model, as: "mine", isEncrypted: true, notify: { _, _ in }, check: {})
        }
        #expect(error?.kind == .unsupported && modelStore.models().isEmpty, "\(error?.reason ?? "")")
    }

    private func copy(_ name: String, to target: DiskPath) throws {
        let source = try PublishedModel.folder(name)
        for file in try FileSystem.filesBelow(source) {
            let place = target.appending(file.bytes)
            try FileSystem.makeFolder(try #require(place.parent))
            try FileSystem.replace(place, with: FileSystem.read(source.appending(file.bytes)))
        }
    }

    private func cut(_ file: DiskPath, to size: Int) throws {
        guard file.withCString({ truncate($0, off_t(size)) }) == 0 else {
            throw EvokeError.system(errno, doing: "cut", subject: file)
        }
    }

    @Test func aModelThatDoesNotAnswerLeavesNothing() async throws {
        _ = try TinyModel(in: folder, at: "plain/tiny")
        let model = try modelStore.describe(folder.path.appending("plain/tiny").display)
        await #expect(throws: EvokeError.self) {
            try await modelStore.add(
                model, as: "mine", isEncrypted: true, notify: { _, _ in },
                check: { throw EvokeError(.inference, doing: "answer", subject: "", reason: "no") })
        }
        #expect(try FileSystem.names(in: folder.path.appending("models")).isEmpty)
    }

    private var key: DiskPath { folder.path.appending("configuration/model-key") }

    private var modelStore: ModelStore {
        ModelStore(folders: [folder.path.appending("models")], cache: folder.path.appending("cache"), key: key)
    }

    /// The tiny model, as "mine".
    private func sealTiny() async throws {
        _ = try TinyModel(in: folder, at: "plain/tiny")
        try await seal("plain/tiny", as: "mine")
    }

    private func seal(_ place: String, as name: String) async throws {
        let model = try modelStore.describe(folder.path.appending(place).display)
        try await modelStore.add(model, as: name, isEncrypted: true, notify: { _, _ in }, check: {})
    }

    private func write(over file: DiskPath) throws {
        let descriptor = file.withCString { open($0, O_WRONLY) }
        guard descriptor >= 0 else { throw EvokeError.system(errno, doing: "open", subject: file) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, "x", 1) == 1 else {
            throw EvokeError.system(errno, doing: "write", subject: file)
        }
    }
}
