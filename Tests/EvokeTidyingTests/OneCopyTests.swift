import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeTidying

@Suite struct OneCopyTests {
    /// On a disk that shares content, both stay two files; on others, they become one. Either way both can be read, and
    /// undone is undone.
    @Test func twoTakeTheRoomOfOneAndPartAgain() throws {
        let album = Album()
        let content = String(repeating: "picture", count: 10_000)
        try album.add("a.jpg", content)
        let file = try album.add("b.jpg", content)
        try FileSystem.setMode(0o640, of: file)
        try FileSystem.setModified(1_500_000_000_123_456_789, of: file)
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: true)

        let report = try album.tidier.tidy([step], .oneCopy)

        #expect(try report.done == [step] && report.bytes == 70_000 && album.content("b.jpg") == content)
        let undone = try album.tidier.undoLastRun()
        #expect(undone.left.isEmpty)
        let (own, other) = (try FileStatus(of: file), try FileStatus(of: step.stays.path))
        #expect(FileIdentity(own) != FileIdentity(other) && own.permissions == 0o640)
        #expect(FileStamp(own).modifiedNanoseconds == 1_500_000_000_123_456_789)
        #expect(try album.content("b.jpg") == content && FileSystem.names(in: album.root).count == 2)
    }

    @Test func whatIsOneFileAlreadyIsLeft() throws {
        let album = Album()
        let file = try album.add("a.jpg", "picture")
        try FileSystem.addName(album.root.appending("b.jpg"), to: file, doing: "")
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: true)
        #expect(try album.tidier.tidy([step], .oneCopy).left.map(\.why.reason) == ["they are one file already"])
    }

    @Test func severalTakeTheRoomOfOne() throws {
        let album = Album()
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try album.add(name, "picture") }
        let stays = try album.photo("a.jpg")
        let steps = try ["b.jpg", "c.jpg"].map { TidyStep(goes: try album.photo($0), stays: stays, isExact: true) }
        let report = try album.tidier.tidy(steps, .oneCopy)
        #expect(report.left.isEmpty && report.done.count == 2, "\(report.left)")
    }

    @Test func onlyWhatIsTheSame() throws {
        let album = Album()
        for name in ["a.jpg", "b.jpg"] { try album.add(name, "picture") }
        let step = TidyStep(goes: try album.photo("b.jpg"), stays: try album.photo("a.jpg"), isExact: false)
        #expect(try album.tidier.tidy([step], .oneCopy).left.map(\.why.kind) == [.wrongUsage])
    }
}
