import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeIndexing

@Suite struct OneCopyTests {
    /// On a disk that shares content, both stay two files; on others, they become one. Either way both can be read, and
    /// undone is undone.
    @Test func severalTakeTheRoomOfOneAndPartAgain() throws {
        let album = Album()
        let content = String(repeating: "picture", count: 10_000)
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try album.add(name, content) }
        let file = album.root.appending("b.jpg")
        try FileSystem.setMode(0o640, of: file)
        try FileSystem.setModified(1_500_000_000_123_456_789, of: file)
        let steps = try album.steps("a.jpg", "b.jpg", "c.jpg")

        let report = try album.tidier.tidy(steps, .oneCopy)

        #expect(try report.done == steps && report.bytes == 140_000 && album.content("b.jpg") == content)
        #expect(try album.tidier.undoLastRun().left.isEmpty)
        let (own, other) = (try FileStatus(of: file), try FileStatus(of: album.root.appending("a.jpg")))
        #expect(FileIdentity(own) != FileIdentity(other) && own.permissions == 0o640)
        #expect(FileStamp(own).modifiedNanoseconds == 1_500_000_000_123_456_789)
        #expect(try album.content("b.jpg") == content && FileSystem.names(in: album.root).count == 3)
    }

    @Test func whatIsOneFileAlreadyIsLeft() throws {
        let album = Album()
        let file = try album.add("a.jpg", "picture")
        try FileSystem.addName(album.root.appending("b.jpg"), to: file, doing: "")
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: true)
        #expect(try album.tidier.tidy([step], .oneCopy).left.map(\.why.reason) == ["both are already the same file"])
    }

    @Test func onlyWhatIsTheSame() throws {
        let album = Album()
        let step = try album.copies("a.jpg", "b.jpg", areExact: false)[0]
        #expect(try album.tidier.tidy([step], .oneCopy).left.map(\.why.kind) == [.wrongUsage])
    }
}
