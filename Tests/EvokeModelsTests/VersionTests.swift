import EvokeSystem
import EvokeTestSupport
import EvokeValues
import FoundationEssentials
import Glibc
import Testing

@testable import EvokeModels

@Suite struct VersionTests {
    private let folder = TemporaryFolder()

    @Test func theNewestComesFirstAndTheRefusedLast() throws {
        for text in ["a", "b", "c"] { try install(text) }
        // Of those before the newest only one that is proven stays.
        #expect(try prefixes() == ["c: ", "a: "])
        modelStore.record(.refused, "why", of: try modelStore.find("tiny")[0])
        #expect(try prefixes() == ["a: ", "c: "] && modelStore.describe("tiny").text.prefix == "a: ")
        #expect(modelStore.versions(of: "tiny")[1].manifest?.reason == "why")
    }

    @Test func whatWasSetStaysThroughVersions() throws {
        try install("a")
        let both = LabelDefaults(labels: ["x"], scoring: .softmax(scale: 10))
        try modelStore.setLabelDefaults(of: "tiny") { $0 = both }
        try install("b")
        #expect(try defaults() == [both, both])
        modelStore.record(.refused, "why", of: try modelStore.find("tiny")[0])
        try modelStore.setLabelDefaults(of: "tiny") { $0.scoring = nil }
        #expect(try defaults() == Array(repeating: LabelDefaults(labels: ["x"]), count: 2))
        let before = try modelStore.find("tiny")
        #expect(before.map(\.isRefused) == [false, true])
        try modelStore.setLabelDefaults(of: "tiny") { $0 = LabelDefaults() }
        #expect(try modelStore.find("tiny").first?.manifest?.version == before.first?.manifest?.version)
        #expect(try defaults() == [LabelDefaults(), LabelDefaults()])
    }

    /// Setting labels and noting what came of a trial do not undo each other.
    @Test func aNoteKeepsWhatWasSetMeanwhile() throws {
        for text in ["a", "b"] { try install(text) }
        let seen = try modelStore.find("tiny")
        try modelStore.setLabelDefaults(of: "tiny") { $0.labels = ["x"] }
        modelStore.record(.proven, of: seen[0])
        #expect(try defaults().map(\.labels) == [["x"], ["x"]])
    }

    @Test func oneThatWasPutThereByHandTakesLabelsToo() throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        let before = try modelStore.open("tiny").id(.float32)
        try modelStore.setLabelDefaults(of: "tiny") { $0.scoring = .sigmoid(scale: 1, bias: -2) }
        #expect(try defaults() == [LabelDefaults(scoring: .sigmoid(scale: 1, bias: -2))])
        #expect(try modelStore.verify(modelStore.describe("tiny")) == nil, "its files have nothing to be compared with")
        #expect(try modelStore.open("tiny").id(.float32) == before)
        let path = folder.path.appending("shelf/tiny").display
        #expect(try modelStore.labelDefaults(of: modelStore.describe(path)).scoring != nil, "whatever it is called")
        let error = #expect(throws: EvokeError.self) { try modelStore.setLabelDefaults(of: path) { _ in } }
        #expect(error?.kind == .modelMissing)
    }

    /// A receipt that others cannot read would take a model of the whole machine away from them.
    @Test(arguments: [(0o755, 0o644), (0o700, 0o600)]) func aReceiptIsReadByWhoeverReadsTheModel(
        folderMode: mode_t, mode: mode_t
    ) throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        let model = folder.path.appending("shelf/tiny")
        try FileSystem.setMode(folderMode, of: model)
        try modelStore.setLabelDefaults(of: "tiny") { $0.labels = ["x"] }
        #expect(FileSystem.status(of: model.appending("receipt.json")).map { $0.permissions & 0o777 } == mode)
    }

    @Test func aVersionCanBeNamedAndTakenOff() throws {
        for text in ["a", "b"] { try install(text) }
        let newest = DiskPath(bytes: try modelStore.find("tiny")[0].folder.name).display
        #expect(try newest.hasPrefix("tiny@") && modelStore.describe(newest).text.prefix == "b: ")
        try modelStore.remove(newest)
        #expect(try prefixes() == ["a: "])
        try modelStore.remove("tiny")
        #expect(throws: EvokeError.self) { try modelStore.find("tiny") }
        #expect(try FileSystem.filesBelow(modelStore.firstFolder).isEmpty)
    }

    @Test func oneThatWasAddedIsTheFirst() throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        try install("b")
        #expect(try prefixes() == ["b: ", "q: "] && modelStore.models().map(\.name) == ["tiny"])
    }

    @Test func namesThatBeginAlikeAreOthers() throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        _ = try TinyModel(in: folder, at: "shelf/tiny2")
        _ = try TinyModel(in: folder, at: "shelf/tin")
        #expect(
            modelStore.versions(of: "tiny").count == 1 && modelStore.models().map(\.name) == ["tin", "tiny", "tiny2"])
    }

    @Test func namesThatLeadElsewhereAreRefused() throws {
        for name in ["../tiny", "a/b", "", ".tiny", "downloads", "Catalogues", "tiny@1", "tïny", "a b"] {
            let prepared = try prepare("a")
            #expect(throws: EvokeError.self, "\(name)") {
                try modelStore.install(prepared, as: name, ModelManifest(files: []))
            }
            #expect(FileSystem.isFolder(prepared))
            try FileSystem.erase(prepared)
        }
    }

    @Test func whatWasNotedBeforeThereWereVersionsIsStillRead() throws {
        let tiny = try TinyModel(in: folder, at: "shelf/tiny")
        try folder.write("shelf/tiny/added.json", "{\"text.onnx\": \"\(String(repeating: "0", count: 64))\"}".utf8)
        #expect(throws: EvokeError.self) { try modelStore.verify(modelStore.describe("tiny")) }
        try folder.write("shelf/tiny/added.json", "{}".utf8)
        #expect(
            try modelStore.verify(modelStore.describe("tiny")) == nil
                && ModelManifest.read(in: tiny.folder)?.standing == .proven)
        try folder.write("shelf/tiny/receipt.json", "{".utf8)
        #expect(throws: EvokeError.self) { try modelStore.verify(modelStore.describe("tiny")) }
    }

    private var modelStore: ModelStore {
        ModelStore(folders: [folder.path.appending("shelf")], cache: folder.path.appending("cache"))
    }

    private func defaults() throws -> [LabelDefaults] {
        try modelStore.find("tiny").map {
            try modelStore.labelDefaults(of: modelStore.open($0, as: "tiny").description)
        }
    }

    private func prefixes() throws -> [String] {
        try modelStore.find("tiny").map { try modelStore.open($0, as: "tiny").description.text.prefix }
    }

    private func prepare(_ text: String) throws -> DiskPath {
        try TinyModel(in: folder, at: "shelf/downloads/tiny/model", replacing: "q: ", by: "\(text): ").folder
    }

    private func install(_ text: String) throws {
        let file = ModelManifest.File(path: "evoke.json", sha256: String(repeating: text, count: 64), size: 1)
        _ = try modelStore.install(prepare(text), as: "tiny", ModelManifest(files: [file]))
    }
}
