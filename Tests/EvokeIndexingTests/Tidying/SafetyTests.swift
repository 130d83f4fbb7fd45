import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeIndexing

/// What must not happen to anybody's photos.
@Suite struct SafetyTests {
    private func reason(_ album: Album, _ steps: [TidyStep], _ way: TidyMethod = .trash) throws -> [String] {
        let report = try album.tidier.tidy(steps, way)
        #expect(report.done.isEmpty && album.trashed("files").isEmpty && album.trashed("info").isEmpty)
        return report.left.map(\.why.reason)
    }

    @Test(arguments: [TidyMethod.trash, .oneCopy])
    func whatDiffersIsLeft(_ way: TidyMethod) throws {
        let album = Album()
        try album.add("a.jpg", "picture")
        try album.add("b.jpg", "pictura")
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: true)
        #expect(try reason(album, [step], way) == ["its content differs from \(album.root.display)/a.jpg"])
        #expect(try album.content("b.jpg") == "pictura")
    }

    @Test func theLastCopyStays() throws {
        let album = Album()
        for name in ["a.jpg", "b.jpg"] { try album.add(name, "picture") }
        let (first, second) = (try album.photo("a.jpg"), try album.photo("b.jpg"))
        let steps = [
            TidyStep(goes: first, stays: second, isExact: true), TidyStep(goes: second, stays: first, isExact: true),
        ]
        #expect(try reason(album, steps) == Array(repeating: "it is to be kept instead of another photo", count: 2))
        let step = TidyStep(goes: second, stays: first, isExact: true)
        FileSystem.remove(first.path)
        #expect(try reason(album, [step]) == ["it does not exist"] && album.has("b.jpg"))
    }

    /// Two mounts may show one file under two device numbers: it is gone from both folders once it has gone from one.
    @Test func theLastCopyStaysWhateverMountsSay() throws {
        let album = Album(
            disk: FileChanges { call throws(Errno) in
                if case .renameWhereFree(let goes, _) = call, goes.name.elementsEqual("b.jpg".utf8),
                    let folder = goes.parent
                {
                    FileSystem.remove(folder.appending("a.jpg"))
                }
            })
        let steps = try album.copies("a.jpg", "b.jpg")
        #expect(
            try reason(album, steps) == ["the photo to keep disappeared with it, or has changed"] && album.has("b.jpg"))
    }

    @Test func whatChangedSinceIsLeft() throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg", areExact: false)[0]
        try album.add("a.jpg", "cut")
        #expect(try reason(album, [step]) == ["it has changed since it was indexed"])
    }

    /// One name that goes gives all of them another time of change.
    @Test func namesOfOneFileGoOneAfterTheOther() throws {
        let album = Album()
        let file = try album.add("a.jpg", "picture")
        for name in ["b.jpg", "c.jpg"] {
            try FileSystem.addName(album.root.appending(name), to: file, doing: "")
        }
        let stays = try album.photo("a.jpg")
        let steps = try ["b.jpg", "c.jpg"].map { TidyStep(goes: try album.photo($0), stays: stays, isExact: true) }
        let report = try album.tidier.tidy(steps, .trash)
        #expect(report.left.isEmpty && report.done.count == 2, "\(report.left)")
        #expect(album.has("a.jpg") && album.trashed("files") == ["b.jpg", "c.jpg"])
        #expect(try album.tidier.undoLastRun().files.count == 2)
    }

    @Test func whatIsWrittenToOneOfTheNamesIsSeen() throws {
        let album = Album()
        let file = try album.add("a.jpg", "picture")
        for name in ["b.jpg", "c.jpg"] {
            try FileSystem.addName(album.root.appending(name), to: file, doing: "")
        }
        let stays = try album.photo("a.jpg")
        let steps = try ["b.jpg", "c.jpg"].map { TidyStep(goes: try album.photo($0), stays: stays, isExact: true) }
        let report = try album.tidier.tidy(
            steps, .trash,
            notify: { done in
                if done == 1 { try? FileSystem.setMode(0o600, of: file) }
            })
        #expect(report.done.count == 1 && report.left.map(\.why.reason) == ["it has changed since it was indexed"])
    }

    @Test func aRootThatIsNotThereIsLeftAlone() throws {
        let other = TemporaryFolder()
        let missing = other.path.appending("disk")
        let album = Album(roots: [other.path.appending("disk")])
        let step = try album.copies("a.jpg", "b.jpg")[0]
        #expect(try reason(album, [step]) == ["its folder is not in the library"])
        let away = try Album.photo(at: missing.appending("b.jpg"), stamp: step.goes.stamp)
        let reasons = ["the folder \(missing.display) does not exist"]
        #expect(try reason(album, [TidyStep(goes: away, stays: step.stays, isExact: true)]) == reasons)
        // What a disk was hung in.
        try FileSystem.makeFolder(missing)
        #expect(try reason(album, [TidyStep(goes: away, stays: step.stays, isExact: true)]) == reasons)
    }

    @Test func aLinkToThePhotoThatStaysIsNoCopy() throws {
        let album = Album()
        try album.add("real/a.jpg", "picture")
        try FileSystem.makeLink(album.root.appending("also"), to: album.root.appending("real"))
        let stays = try album.photo("real/a.jpg")
        let through = try Album.photo(at: album.root.appending("also/a.jpg"), stamp: stays.stamp)
        #expect(
            try reason(album, [TidyStep(goes: through, stays: stays, isExact: true)])
                == ["its path contains a link"])
        #expect(album.has("real/a.jpg"))
    }

    /// The raw file of a photo, and the film of a live one.
    @Test(arguments: ["cr2", "MOV"], [true, false])
    func whatBelongsToAPhotoAndHasNoCopyKeepsIt(suffix: String, isExact: Bool) throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg", areExact: isExact)[0]
        let companion = try album.add("b.\(suffix)", "its own")
        let expected = ["there is no copy of its companion file \(companion.display)"]
        #expect(try reason(album, [step]) == expected)
        try album.add("a.\(suffix)", "another")
        #expect(try reason(album, [step]) == expected)
        try album.add("a.\(suffix)", "its own")
        #expect(try album.tidier.tidy([step], .trash).left.isEmpty)
        #expect(album.trashed("files") == ["b.\(suffix)", "b.jpg"])
    }

    @Test func aFilmOfAnotherNameIsNoPartOfThePhoto() throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg")[0]
        for name in ["b-2.mov", "b.avi"] { try album.add(name, "film") }
        #expect(try album.tidier.tidy([step], .trash).left.isEmpty)
        #expect(album.trashed("files") == ["b.jpg"] && album.has("b-2.mov") && album.has("b.avi"))
    }

    @Test func aSidecarOfAnotherPhotoStays() throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg")[0]
        try album.add("b.png", "another")
        try album.add("b.xmp", "words")
        #expect(try album.tidier.tidy([step], .trash).left.isEmpty && album.trashed("files") == ["b.jpg"])
        #expect(album.has("b.xmp"))
    }

    @Test func onlyOneDoesItAtATime() throws {
        let album = Album()
        let lock = try TidyJournal(album.journal).lock()
        #expect(throws: EvokeError.self) { try album.tidier.undoLastRun() }
        withExtendedLifetime(lock) {}
    }

    @Test func whatIsStoppedEndsBetweenTwoPhotos() throws {
        let album = Album()
        let steps = try album.copies("a.jpg", "b.jpg", "c.jpg")
        var asked = 0
        let report = try album.tidier.tidy(
            steps, .trash,
            while: {
                asked += 1
                return asked < 2
            })
        #expect(report.isInterrupted && report.done == [steps[0]] && album.has("c.jpg"))
    }
}
