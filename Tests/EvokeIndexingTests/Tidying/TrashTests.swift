import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeIndexing

@Suite struct TrashTests {
    @Test func movesAPhotoWithItsFilesAndPutsThemBack() throws {
        let album = Album()
        let name = "2019/Ünter %1\n.jpg"
        let step = try album.copies("a.jpg", name)[0]
        try album.add(name + ".xmp", "words")

        let report = try album.tidier.tidy([step], .trash)

        #expect(report.done == [step] && report.bytes == 12 && !album.has(name) && album.has("a.jpg"))
        #expect(album.trashed("files") == ["Ünter %1\n.jpg", "Ünter %1\n.jpg.xmp"])
        let note = String(
            decoding: try FileSystem.read(album.trash.appending("info/Ünter %1\n.jpg.trashinfo")), as: UTF8.self)
        let path = "\(try #require(album.root.string))/2019/%C3%9Cnter%20%251%0A.jpg"
        #expect(note == "[Trash Info]\nPath=\(path)\nDeletionDate=2026-03-04T05:06:07\n")

        let undone = try album.tidier.undoLastRun()
        #expect(undone.files.count == 2 && undone.left.isEmpty)
        #expect(try [name, name + ".xmp"].map { try album.content($0) } == ["picture", "words"])
        #expect(album.trashed("info").isEmpty && album.trashed("files").isEmpty)
        #expect(try album.tidier.undoLastRun().files.isEmpty)
    }

    @Test func whatHasAnotherNameWinsNoRoom() throws {
        let album = Album()
        try album.add("a.jpg", "picture")
        let file = try album.add("b.jpg", "picture")
        try FileSystem.addName(album.root.appending("c.jpg"), to: file, doing: "")
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: true)
        let report = try album.tidier.tidy([step], .trash)
        #expect(report.done == [step] && report.bytes == 0, "\(report.left)")
    }

    @Test func filesOfOneNameLieSideBySide() throws {
        let album = Album()
        let steps = try album.copies("a.jpg", "2019/a.jpg", "2020/a.jpg")
        #expect(try album.tidier.tidy(steps, .trash).left.isEmpty)
        let trashed = [album.trashed("files"), album.trashed("info")]
        #expect(trashed == [["a.2.jpg", "a.jpg"], ["a.2.jpg.trashinfo", "a.jpg.trashinfo"]])
        _ = try album.tidier.undoLastRun()
        #expect(album.has("2019/a.jpg") && album.has("2020/a.jpg"))
    }

    @Test func namesMayBeAsLongAsADiskTakesThem() throws {
        let album = Album()
        let name = String(repeating: "x", count: 251) + ".jpg"
        try album.add("a.jpg", "picture")
        _ = try OpenFile(album.root.appending(name), .make, doing: "").write(Array("picture".utf8))
        let step = TidyStep(goes: try album.photo(name), stays: try album.photo("a.jpg"), isExact: true)
        #expect(try album.tidier.tidy([step], .trash).left.isEmpty)
        _ = try album.tidier.undoLastRun()
        #expect(album.has(name))
    }

    @Test func whatIsOnAnotherDiskGoesToThatDisksTrash() throws {
        let memory = DiskPath("/dev/shm")
        let album = Album(roots: [memory])
        try FileSystem.makeFolder(album.root)
        guard let there = FileSystem.status(of: memory), FileSystem.canWrite(memory),
            there.device != (try FileStatus(of: album.root)).device
        else { return }
        let names = ["one", "two"].map { memory.appending("evoke-\(getpid())-\(OwnProcess.nameOfThread)-\($0).jpg") }
        let trash = memory.appending(".Trash-\(getuid())")
        let wasThere = FileSystem.isFolder(trash)
        defer {
            for name in names { FileSystem.remove(name) }
            if !wasThere { try? FileSystem.erase(trash) }
        }
        for name in names { try FileSystem.replace(name, with: Array("picture".utf8)) }
        let photos = try names.map { try Album.photo(at: $0) }
        let step = TidyStep(goes: photos[1], stays: photos[0], isExact: true)

        #expect(try album.tidier.tidy([step], .trash).left.isEmpty)

        #expect(album.trashed("files").isEmpty)
        let note = trash.appending("info").appending(Array(names[1].name) + Array(".trashinfo".utf8))
        let written = String(decoding: try FileSystem.read(note), as: UTF8.self)
        #expect(written.contains("\nPath=\(String(decoding: names[1].name, as: UTF8.self))\n"))
        #expect(try album.tidier.undoLastRun().files == [names[1]] && FileSystem.isFile(names[1]))
    }

    @Test func undoReplacesNothing() throws {
        let album = Album()
        _ = try album.tidier.tidy(album.copies("a.jpg", "b.jpg"), .trash)
        try album.add("b.jpg", "another")
        #expect(try album.tidier.undoLastRun().left.count == 1 && album.content("b.jpg") == "another")
        FileSystem.remove(album.root.appending("b.jpg"))
        #expect(try album.tidier.undoLastRun().files.count == 1 && album.content("b.jpg") == "picture")
    }

    @Test func whatTheTrashHasLostIsSaidOnce() throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg")[0]
        _ = try album.tidier.tidy([step], .trash)
        FileSystem.remove(album.trash.appending("files/b.jpg"))
        #expect(try album.tidier.undoLastRun().left.map(\.reason) == ["it is no longer in the trash"])
        #expect(try album.tidier.undoLastRun().left.isEmpty)
    }

    @Test func aRunIsNeverTakenForOneThatWasUndone() throws {
        let album = Album()
        let steps = try album.copies("a.jpg", "b.jpg")
        for _ in 0..<3 {
            #expect(
                try album.tidier.tidy(
                    [TidyStep(goes: try album.photo("b.jpg"), stays: steps[0].stays, isExact: true)], .trash
                ).left.isEmpty)
            #expect(try album.tidier.undoLastRun().files.count == 1 && album.has("b.jpg"))
        }
    }

    /// Version 0.1 wrote these, and might give two runs one number.
    @Test func whatVersion01PutAwayComesBack() throws {
        let album = Album()
        try album.add("a.jpg", "picture")
        let trashed = try album.folder.write("Trash/files/b.jpg", Array("picture".utf8))
        let note = try album.folder.write("Trash/info/b.jpg.trashinfo", Array("[Trash Info]".utf8))
        let file = album.root.appending("b.jpg")
        let line = """
            {"act":"trashed","file":"\(file.display)","note":"\(note.display)","place":"\(trashed.display)","run":1780000000}
            """
        let lines = "\(line)\n{\"undone\":1780000000}\n\(line)\n"
        try album.folder.write("library/tidied.jsonl", Array(lines.utf8))
        #expect(try album.tidier.undoLastRun().files == [file] && album.content("b.jpg") == "picture")
        #expect(try TidyJournal(album.journal).read().next == 1_780_000_001 && album.trashed("info").isEmpty)
    }

    @Test func aLineThatCannotBeReadIsSaid() throws {
        let album = Album()
        let steps = try album.copies("a.jpg", "b.jpg", "c.jpg")
        _ = try album.tidier.tidy(steps, .trash)
        var lines = try FileSystem.read(album.journal)
        lines[3] ^= 0xff
        try FileSystem.replace(album.journal, with: lines)
        let report = try album.tidier.undoLastRun()
        #expect(report.files == [steps[1].goes.path] && report.left.map(\.kind) == [.damaged])
        #expect(report.left[0].reason.hasPrefix("line 1 cannot be read"))
    }

    /// The power fails at any byte of the journal.
    @Test func aJournalThatIsCutIsReadAsFarAsItGoes() throws {
        let album = Album()
        let steps = try album.copies("a.jpg", "b.jpg", "c.jpg")
        _ = try album.tidier.tidy(steps, .trash)
        let written = try FileSystem.read(album.journal)
        try FileSystem.replace(album.journal, with: written.dropLast(10))
        #expect(try album.tidier.undoLastRun().files == [steps[0].goes.path])
    }
}
