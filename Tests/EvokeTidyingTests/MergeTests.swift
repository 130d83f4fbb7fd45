import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeTidying

/// What a photo that goes says comes to the sidecar of the one that stays, and back.
@Suite struct MergeTests {
    private let album = Album()

    /// Writes the keywords behind what is there.
    private struct Writer: SidecarWriting {
        func sidecar(
            at path: FilePath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
        ) throws(EvokeError) -> [UInt8] {
            (bytes ?? []) + Array(additions.keywords.joined(separator: " ").utf8)
        }
    }

    private func additions(_ keywords: String...) -> SidecarAdditions {
        var (goes, stays) = (PhotoFacts(), PhotoFacts())
        goes.keywords = keywords
        return SidecarAdditions(from: goes, to: &stays)
    }

    private func tidy() throws -> TidyReport {
        let step = TidyStep(goes: try album.photo("a.jpg"), stays: try album.photo("b.jpg"), isExact: true)
        let merge = SidecarMerge([step.goes.path: additions("boat", "sea")], writer: Writer())
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
        let marks = MarkChange([stays: .init(added: [.favourite, .tag("sea")], removed: [])])
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
        #expect(try SidecarFile.add(additions("boat"), to: photo, by: Writer()) && album.content("b.jpg.xmp") == "boat")
        let sidecar = album.root.appending("b.jpg.xmp")
        try FileSystem.setMode(0o600, of: sidecar)
        #expect(try SidecarFile.add(additions("sea"), to: photo, by: Writer()))
        #expect(try album.content("b.jpg.xmp") == "boatsea" && FileSystem.status(of: sidecar)?.permissions == 0o600)
        #expect(try !SidecarFile.add(additions(""), to: photo, by: Writer()), "there is nothing to write")
        FileSystem.remove(sidecar)
        try FileSystem.makeLink(sidecar, to: photo)
        #expect(throws: EvokeError.self) { try SidecarFile.add(additions("sea"), to: photo, by: Writer()) }
        #expect(try album.content("b.jpg") == "one")
    }

    @Test func whatCannotBeAddedKeepsThePhoto() throws {
        try write()
        try FileSystem.makeFolder(album.root.appending("b.jpg.xmp"))
        let report = try tidy()
        #expect(report.done.isEmpty && report.left.count == 1 && album.has("a.jpg") && album.trashed("files").isEmpty)
    }
}
