import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct FolderTests {
    private let folder = TemporaryFolder()

    @Test func namesComeInOrderAndEntriesSayWhatIsAFolder() throws {
        try folder.write("b", "x".utf8)
        try folder.write("a/in", "x".utf8)
        #expect(try FileSystem.names(in: folder.path) == [Array("a".utf8), Array("b".utf8)])
        var folders: [[UInt8]] = []
        try FileSystem.forEachEntry(of: folder.path, doing: "look") { if $0.isFolder { folders.append($0.name) } }
        #expect(folders == [Array("a".utf8)])
        let error = #expect(throws: EvokeError.self) {
            try FileSystem.forEachEntry(of: folder.path.appending("b"), doing: "look") { _ in }
        }
        #expect(error?.doing == "look" && error?.kind == .notFound)
    }

    @Test func aSecondNameNeverTakesTheFirstOnesPlace() throws {
        let (first, second) = (try folder.write("first", "1".utf8), folder.path.appending("second"))
        try FileSystem.addName(second, to: first, doing: "keep")
        #expect(FileSystem.status(of: second)?.names == 2)
        let third = try folder.write("third", "3".utf8)
        try FileSystem.addName(third, to: first, doing: "keep")
        #expect(try FileSystem.read(third) == Array("3".utf8))
        #expect(throws: EvokeError.self) {
            try FileSystem.addName(second, to: folder.path.appending("none"), doing: "keep")
        }
    }

    @Test func linksSayWhereTheyLead() throws {
        let link = folder.path.appending("link")
        try FileSystem.makeLink(link, to: DiskPath("nowhere/at all"))
        #expect(FileSystem.target(of: link) == DiskPath("nowhere/at all"))
        #expect(FileSystem.status(of: link) == nil && FileSystem.isMissing(link))
        #expect(FileSystem.target(of: folder.path) == nil)
    }

    @Test func stagesOfAPathHaveTheirOwnReasons() throws {
        let name = String(repeating: "a", count: 300)
        #expect(throws: Errno.nameTooLong) { try FileStatus(of: folder.path.appending(name)) }
        #expect(throws: Errno.notThere) { try FileStatus(of: folder.path.appending("none")) }
        let circle = folder.path.appending("circle")
        try FileSystem.makeLink(circle, to: circle)
        #expect(throws: Errno.circleOfLinks) { try FileStatus(of: circle) }
        #expect(!FileSystem.isMissing(circle))
    }

    @Test(arguments: [
        ("2023/*/IMG_?.jpg", false, true), ("2023/*.jpg", false, false), ("2023/*.jpg", true, true),
        ("2023/*/IMG_[2-9].jpg", true, false), ("2023/su[!a-l]*/*_[[:digit:]].jpg", false, true),
        ("2023/*/*", false, true),
        ("2023/*", false, false), ("**r/IMG_1.jp?", true, true), ("2023/summer/IMG_\\1.jpg", false, true),
        ("2023/summer/IMG_[1.jpg", false, false), ("2023/summer/IMG_[^]2].jpg", false, true),
        ("*[0-2]*[4-9]*", true, false),
    ]) func patternsFitNamesAndPaths(pattern: String, passesSlashes: Bool, fits: Bool) {
        let path = DiskPath("2023/summer/IMG_1.jpg").bytes[...]
        #expect(NamePattern(pattern, passesSlashes: passesSlashes).fits(path) == fits)
        #expect(fnmatch(pattern, "2023/summer/IMG_1.jpg", passesSlashes ? 0 : FNM_PATHNAME) == (fits ? 0 : FNM_NOMATCH))
    }

    /// Each star doubles the time of one that tries all ways.
    @Test func aPatternOfManyStarsTakesNoTime() {
        let pattern = NamePattern(String(repeating: "*a", count: 40) + "*b", passesSlashes: true)
        #expect(!pattern.fits([UInt8](repeating: UInt8(ascii: "a"), count: 4_000)[...]))
    }
}
