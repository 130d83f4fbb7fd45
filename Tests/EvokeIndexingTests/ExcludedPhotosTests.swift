import CatalogSQLite
import EvokeCatalog
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import EvokeIndexing

@Suite struct ExcludeRulesTests {
    @Test(arguments: [
        (["*.png"], "a.png", true), (["*.png"], "deep/a.png", true), (["*.png"], "a.jpg", false),
        (["raw/"], "raw/a.jpg", true), (["raw/"], "2019/raw/a.jpg", true), (["raw/"], "raw", false),
        (["2019/raw"], "2019/raw/a.jpg", true), (["2019/raw"], "x/2019/raw/a.jpg", false),
        (["/raw"], "raw/a.jpg", true), (["/raw"], "2019/raw/a.jpg", false),
        (["2019/*"], "2019/a.jpg", true), (["2019/*.jpg"], "2019/x/a.jpg", false),
        (["2019/**.jpg"], "2019/x/a.jpg", true), (["*.jpg", "!keep.jpg"], "x/keep.jpg", false),
        (["!keep.jpg", "*.jpg"], "keep.jpg", true), (["# *.jpg", "", "  "], "a.jpg", false),
        (["IMG_[0-4]*"], "IMG_31.jpg", true),
    ]) func rulesFitAsInGitignore(lines: [String], file: String, isHidden: Bool) {
        var rules = ExcludeRules()
        rules.add(lines, below: DiskPath("/photos"))
        #expect(rules.hides(DiskPath("/photos/" + file)) == isHidden)
        #expect(!rules.hides(DiskPath("/elsewhere/" + file)))
    }
}

@Suite struct ExcludedPhotosTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test func whatIsLeftOutKeepsItsVectors() async throws {
        for name in ["a.jpg", "b.png", "private/c.jpg", "private/deep/d.jpg"] { try folder.write(name, name.utf8) }
        #expect(try await index().added == 4)

        try await catalog.setExclusions(["*.png"])
        try folder.write("private/.evokeignore", "*\n".utf8)
        let hiding = try await index()
        #expect(hiding.hidden == 3 && hiding.vanished == 0 && hiding.unchanged == 1)
        #expect(try await catalog.summary().hidden == 3)

        try await catalog.setExclusions([])
        folder.remove("private/.evokeignore")
        let back = try await index()
        #expect(back.returned == 3 && back.added == 0)
        #expect(decoder.decoded.count == 4, "nothing is decoded again")
    }

    @Test func excludedFoldersAreNotWalked() async throws {
        try folder.write("keep/a.jpg", "a".utf8)
        try folder.write("skip/b.jpg", "b".utf8)
        try await catalog.setExclusions(["skip/"])
        #expect(try await index().added == 1)
        #expect(decoder.decoded == [folder.path.appending("keep/a.jpg")])
    }

    private func index() async throws -> IndexReport {
        try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4)
        ).run([folder.path]) { _ in }
    }
}
