import EvokeModels
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct ModelStoreTests {
    private let folder = TemporaryFolder()

    @Test func opensAModelByNameAndByPath() throws {
        _ = try TinyModel(in: folder)
        let byName = try modelStore.open("tiny")
        #expect(byName.id(.full).name == "tiny" && byName.id(.full).dimensions == 4)
        #expect(byName.description.image.input.fit == .squash && byName.description.text.prefix == "q: ")
        let byPath = try modelStore.open(folder.path.appending("models/tiny").display)
        #expect(byPath.id(.full) == byName.id(.full))
    }

    @Test func theNearestShelfWins() throws {
        _ = try TinyModel(in: folder, at: "far/tiny")
        _ = try TinyModel(in: folder)
        let both = ModelStore(
            folders: [folder.path.appending("models"), folder.path.appending("far")], cache: folder.path)
        #expect(try both.open("tiny").description.folder == folder.path.appending("models/tiny"))
    }

    @Test func theFingerprintFollowsWhatMakesTheVectors() throws {
        let tiny = try TinyModel(in: folder)
        func fingerprint(_ precision: Precision = .full) throws -> String {
            try modelStore.open("tiny").id(precision).fingerprint
        }
        let first = try fingerprint()
        #expect(try fingerprint() == first)
        var seen = [first, try fingerprint(.float32), try fingerprint(.bfloat16)]
        for side in ["image", "text"] {
            try tiny.changeAWeight(in: side + ".onnx")
            seen.append(try fingerprint())
        }
        for (old, new) in [("bicubic", "bilinear"), ("q: ", "passage: ")] {
            _ = try TinyModel(in: folder, replacing: old, by: new)
            seen.append(try fingerprint())
        }
        #expect(Set(seen).count == seen.count)
        _ = try TinyModel(in: folder, replacing: "A test.", by: "Another summary.")
        #expect(try fingerprint() == first, "words about the model change no vector")
    }

    /// Another file's, a digit of the digest itself, and nothing.
    @Test(
        arguments: [
            { $0 = Array("0 0 0 x".utf8) }, { $0[$0.count - 9] ^= 1 }, { $0 = [] },
        ] as [@Sendable (inout [UInt8]) -> Void])
    func aDamagedNoteOfADigestIsNotBelieved(damage: @Sendable (inout [UInt8]) -> Void) throws {
        _ = try TinyModel(in: folder)
        let first = try modelStore.open("tiny").id(.full)
        for note in try notesOfDigests() {
            var bytes = try FileSystem.read(note)
            damage(&bytes)
            try FileSystem.replace(note, with: bytes)
        }
        #expect(try modelStore.open("tiny").id(.full) == first)
    }

    /// As a package that is unpacked in its place: the size and the time that the old file had.
    @Test func otherWeightsOfTheSameSizeAndTimeAreNoticed() throws {
        let tiny = try TinyModel(in: folder)
        let first = try modelStore.open("tiny").id(.full)
        _ = try notesOfDigests()
        let file = tiny.folder.appending("image.onnx")
        let status = try #require(FileSystem.status(of: file))
        var bytes = try FileSystem.read(file)
        bytes[bytes.count / 2] ^= 1
        try keepingTimes(of: file) { try OpenFile(file, .change, doing: "change").write(bytes) }
        #expect(FileSystem.status(of: file).map { FileStamp($0).resembles(FileStamp(status)) } == true)
        #expect(try modelStore.open("tiny").id(.full) != first)
    }

    @Test(arguments: ["evoke.json", "tokenizer.json", "text.onnx"])
    func itIsNoticedThatAFileIsAnother(name: String) throws {
        let tiny = try TinyModel(in: folder)
        let model = try modelStore.open("tiny")
        var states = [[model.isAsItWas, model.isReplaced]]
        let file = tiny.folder.appending(name)
        let bytes = try FileSystem.read(file)
        // What is loaded serves on when it is gone.
        try FileSystem.erase(file)
        states.append([model.isAsItWas, model.isReplaced])
        try FileSystem.replace(file, with: bytes)
        states.append([model.isAsItWas, model.isReplaced])
        #expect(states == [[true, false], [false, false], [false, true]])
    }

    /// A file that has just come is digested each time: there is a note of all of them when they have settled.
    private func notesOfDigests() throws -> [DiskPath] {
        let folder = folder.path.appending("cache/digests")
        while true {
            _ = try modelStore.open("tiny")
            if let notes = try? FileSystem.names(in: folder), notes.count == 3 { return notes.map(folder.appending) }
        }
    }

    @Test(arguments: [
        ("\"format\": 1", "\"format\": 2", "format"),
        ("\"dimensions\": 4", "\"dimensions\": 0", "dimensions"),
        ("\"dimensions\": 4", "\"dimensions\": \"4\"", "dimensions"),
        ("\"width\": 2, ", "", "image.width"),
        ("squash", "stretch", "image.resize"),
        ("bicubic", "lanczos", "image.kernel"),
        ("nchw", "nhwc", "image.layout"),
        ("[1, 1, 1]", "[1, 0, 1]", "image.std"),
        ("[0, 0, 0]", "[0]", "image.mean"),
        ("image.onnx", "../image.onnx", "image.graph"),
        ("text.onnx", "absent.onnx", "text.graph"),
        ("\"padding\": \"none\"", "\"padding\": 1", "text.padding"),
        ("softmax", "cosine", "scoring.kind"),
        ("softmax", "sigmoid", "scoring.bias"),
        ("\"scale\": 10", "\"scale\": 0", "scoring.scale"),
        ("\"dimensions\": 4", "\"dimensions\": 5", "dimensions"),
        ("{\"format\"", "[\"format\"", "JSON"),
    ]) func saysWhichKeyIsWrong(old: String, new: String, key: String) throws {
        _ = try TinyModel(in: folder, replacing: old, by: new)
        let error = #expect(throws: EvokeError.self) { try modelStore.open("tiny") }
        #expect(error?.kind == .modelInvalid && error?.subject.hasSuffix("tiny/evoke.json") == true)
        #expect(error?.reason.contains(key) == true, "\(error?.reason ?? "")")
    }

    @Test func saysWhereItLooked() throws {
        let error = #expect(throws: EvokeError.self) { try modelStore.open("starter") }
        #expect(error?.kind == .modelMissing && error?.reason.contains(folder.path.appending("models").display) == true)
        #expect(error?.remedy.contains("bootstrap") == true)
        #expect(throws: EvokeError.self) { try modelStore.open("./nowhere") }
    }

    private var modelStore: ModelStore {
        ModelStore(folders: [folder.path.appending("models")], cache: folder.path.appending("cache"))
    }
}
