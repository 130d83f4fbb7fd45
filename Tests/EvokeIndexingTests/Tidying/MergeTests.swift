import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeIndexing

/// What a photo that goes says comes to the sidecar of the one that stays, and back.
@Suite struct MergeTests {
    private let album = Album()

    private func tidy() throws -> TidyReport {
        let step = TidyStep(goes: try album.photo("a.jpg"), stays: try album.photo("b.jpg"), isExact: true)
        let merge = SidecarMerge([step.goes.path: .keywords("boat", "sea")], writer: KeywordWriter())
        return try album.tidier.tidy([step], .trash, merge: merge)
    }

    private func write() throws {
        try album.add("a.jpg", "one")
        try album.add("b.jpg", "one")
    }

    @Test func aNewSidecarIsMadeAndTakenBack() throws {
        try write()
        #expect(try tidy().done.count == 1 && album.content("b.jpg.xmp") == "boat sea")
        #expect(try album.content("b.jpg") == "one" && !album.has("a.jpg"))
        #expect(try album.tidier.undoLastRun().files.count == 2 && !album.has("b.jpg.xmp") && album.has("a.jpg"))
        #expect(try album.tidier.undoLastRun().files.isEmpty)
    }

    @Test func whatMarksWereGivenIsSaidWhenItIsUndone() throws {
        try write()
        try album.add("c.jpg", "two")
        let stays = ContentDigest(high: 1, low: 2)
        let marks = MarkChange([stays: .init(added: [.favorite, .tag("sea")], removed: [])])
        let steps = try album.steps("b.jpg", "a.jpg", "c.jpg")
        let given = [steps[0].goes.path: marks, steps[1].goes.path: marks]
        #expect(try album.tidier.tidy(steps, .trash, marks: given).done.count == 1, "c.jpg is no copy")
        let report = try album.tidier.undoLastRun()
        #expect(report.marks == marks && report.files.count == 1 && album.has("a.jpg"))
    }

    @Test func aSidecarIsAddedToAndPutBackAsItWas() throws {
        try write()
        try album.add("b.xmp", "house ")
        #expect(try tidy().done.count == 1 && album.content("b.xmp") == "house boat sea" && !album.has("b.jpg.xmp"))
        #expect(try album.trashed("files") == ["a.jpg", "b.xmp"] && album.tidier.undoLastRun().left.isEmpty)
        #expect(try album.content("b.xmp") == "house " && album.has("a.jpg"))
        #expect(album.trashed("files").isEmpty && album.trashed("info").isEmpty)
    }

    @Test func laterWordsAreNotLost() throws {
        try write()
        try album.add("b.xmp", "house ")
        _ = try tidy()
        try album.add("b.xmp", "a garden")
        let report = try album.tidier.undoLastRun()
        #expect(report.left.count == 1 && report.files.count == 1)
        #expect(try album.content("b.xmp") == "a garden" && album.has("a.jpg"))
        #expect(album.trashed("files") == ["b.xmp"], "as it was, it is there")
    }

    @Test func aSidecarIsWrittenInOneStepAndKeepsItsMode() throws {
        try album.add("b.jpg", "one")
        let photo = try album.photo("b.jpg").path
        #expect(
            try SidecarFile.add(.keywords("boat"), to: photo, by: KeywordWriter())
                && album.content("b.jpg.xmp") == "boat")
        let sidecar = album.root.appending("b.jpg.xmp")
        try FileSystem.setMode(0o600, of: sidecar)
        #expect(try SidecarFile.add(.keywords("sea"), to: photo, by: KeywordWriter()))
        #expect(try album.content("b.jpg.xmp") == "boatsea" && FileSystem.status(of: sidecar)?.permissions == 0o600)
        #expect(try !SidecarFile.add(.keywords(""), to: photo, by: KeywordWriter()), "there is nothing to write")
        FileSystem.remove(sidecar)
        try FileSystem.makeLink(sidecar, to: photo)
        #expect(throws: EvokeError.self) { try SidecarFile.add(.keywords("sea"), to: photo, by: KeywordWriter()) }
        #expect(try album.content("b.jpg") == "one")
    }

    @Test func aNewSidecarIsNoMoreOpenThanItsPhoto() throws {
        let photo = try album.add("b.jpg", "one")
        for mode: UInt32 in [0o600, 0o755] {
            try FileSystem.setMode(mode, of: photo)
            #expect(try SidecarFile.add(.keywords("boat"), to: photo, by: KeywordWriter()))
            let sidecar = album.root.appending("b.jpg.xmp")
            #expect(FileSystem.status(of: sidecar)?.permissions == mode & 0o666)
            FileSystem.remove(sidecar)
        }
    }

    /// A program that saves in place empties the file first, and writes to it then.
    @Test func aSidecarThatIsJustBeingWrittenIsLeft() throws {
        let photo = try album.add("b.jpg", "one")
        func reason() -> String? {
            do throws(EvokeError) {
                _ = try SidecarFile.add(.keywords("sea"), to: photo, by: KeywordWriter())
                return nil
            } catch { return error.reason }
        }
        let sidecar = try album.add("b.jpg.xmp", "")
        #expect(reason() == "it is empty")
        let writer = try OpenFile(sidecar, .change, doing: "")
        try writer.write(Array("house".utf8))
        #expect(try reason() == "another program has it open for writing" && album.content("b.jpg.xmp") == "house")
        withExtendedLifetime(writer) {}
    }

    @Test func whatCannotBeAddedKeepsThePhoto() throws {
        try write()
        try FileSystem.makeFolder(album.root.appending("b.jpg.xmp"))
        let report = try tidy()
        #expect(report.done.isEmpty && report.left.count == 1 && album.has("a.jpg") && album.trashed("files").isEmpty)
    }
}
