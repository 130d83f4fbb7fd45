import FoundationEssentials
import Models
import PhotoCore
import TestSupport
import Testing

@Suite struct VersionTests {
    private let folder = TemporaryFolder()

    @Test func theNewestComesFirstAndTheRefusedLast() throws {
        for text in ["a", "b", "c"] { try install(text) }
        // Of those before the newest only one that is proven stays.
        #expect(try prefixes() == ["c: ", "a: "])
        shelf.note(.refused, "why", of: try shelf.find("tiny")[0])
        #expect(try prefixes() == ["a: ", "c: "])
        #expect(try shelf.describe("tiny").text.prefix == "a: ")
        #expect(shelf.versions(of: "tiny")[1].receipt?.reason == "why")
    }

    @Test func aVersionCanBeNamedAndTakenOff() throws {
        for text in ["a", "b"] { try install(text) }
        let newest = FilePath(bytes: try shelf.find("tiny")[0].folder.name).display
        #expect(newest.hasPrefix("tiny@"))
        #expect(try shelf.describe(newest).text.prefix == "b: ")
        try shelf.remove(newest)
        #expect(try prefixes() == ["a: "])
        try shelf.remove("tiny")
        #expect(throws: EvokeError.self) { try shelf.find("tiny") }
        #expect(try FileSystem.filesBelow(shelf.firstFolder).isEmpty)
    }

    @Test func oneThatWasAddedIsTheFirst() throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        try install("b")
        #expect(try prefixes() == ["b: ", "q: "])
        #expect(shelf.models().map(\.name) == ["tiny"])
    }

    @Test func namesThatBeginAlikeAreOthers() throws {
        _ = try TinyModel(in: folder, at: "shelf/tiny")
        _ = try TinyModel(in: folder, at: "shelf/tiny2")
        _ = try TinyModel(in: folder, at: "shelf/tin")
        #expect(shelf.versions(of: "tiny").count == 1)
        #expect(shelf.models().map(\.name) == ["tin", "tiny", "tiny2"])
    }

    @Test func namesThatLeadElsewhereAreRefused() throws {
        for name in ["../tiny", "a/b", "", ".tiny", "downloads", "Catalogues", "tiny@1", "tïny", "a b"] {
            let prepared = try prepare("a")
            #expect(throws: EvokeError.self, "\(name)") {
                try shelf.install(prepared, as: name, Receipt(files: []))
            }
            #expect(FileSystem.isFolder(prepared))
            try FileSystem.erase(prepared)
        }
    }

    @Test func whatWasNotedBeforeThereWereVersionsIsStillRead() throws {
        let tiny = try TinyModel(in: folder, at: "shelf/tiny")
        try folder.write("shelf/tiny/added.json", "{\"text.onnx\": \"\(String(repeating: "0", count: 64))\"}".utf8)
        #expect(throws: EvokeError.self) { try shelf.verify(shelf.describe("tiny")) }
        try folder.write("shelf/tiny/added.json", "{}".utf8)
        #expect(try shelf.verify(shelf.describe("tiny")) == 0)
        #expect(try Receipt.read(in: tiny.folder)?.standing == .proven)
        try folder.write("shelf/tiny/receipt.json", "{".utf8)
        #expect(throws: EvokeError.self) { try shelf.verify(shelf.describe("tiny")) }
    }

    private var shelf: ModelShelf {
        ModelShelf(folders: [folder.path.appending("shelf")], cache: folder.path.appending("cache"))
    }

    private func prefixes() throws -> [String] {
        try shelf.find("tiny").map { try shelf.open($0, as: "tiny").description.text.prefix }
    }

    private func prepare(_ text: String) throws -> FilePath {
        try TinyModel(in: folder, at: "shelf/downloads/tiny/model", replacing: "q: ", by: "\(text): ").folder
    }

    private func install(_ text: String) throws {
        let file = Receipt.File(path: "evoke.json", sha256: String(repeating: text, count: 64), size: 1)
        _ = try shelf.install(prepare(text), as: "tiny", Receipt(files: [file]))
    }
}
