import EvokeIndexing
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import SystemLinux
import Testing

/// The kernel's own notices of a real folder.
@Suite struct FolderWatchTests {
    private let folder = TemporaryFolder()
    private let threads = BlockingExecutor(width: 1)
    private let watch: FolderWatch

    init() throws {
        watch = try FolderWatch(
            over: InotifyNotices(), isPhoto: { $0.suffix == "jpg" },
            isSkipped: { $0.name.first == UInt8(ascii: ".") })
        #expect(watch.add(folder.path))
    }

    @Test func hearsAFileFromItsFirstByteToItsLast() async throws {
        let photo = folder.path.appending("a.jpg")
        let file = photo.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(try await heard() == [.writing(photo)])
        #expect(write(file, "x", 1) == 1)
        #expect(try await heard() == [.writing(photo)])
        _ = fchmod(file, 0o644)
        #expect(try await heard() == [.touched(photo)])
        close(file)
        #expect(try await heard() == [.changed(photo)])
    }

    @Test func hearsOfNothingThatIsNoPhoto() async throws {
        try folder.write("notes.txt", "one".utf8)
        try folder.write(".cache/b.jpg", "two".utf8)
        // It is written under another name and then moved.
        let photo = try folder.write("a.jpg", "one".utf8)
        #expect(try await heard() == [.changed(photo)])
        folder.remove("notes.txt")
        folder.remove("a.jpg")
        #expect(try await heard() == [.changed(photo)])
    }

    @Test func hearsInFoldersThatAppear() async throws {
        let inner = folder.path.appending("new/er")
        try FileSystem.makeFolder(inner)
        #expect(try await heard() == [.tree(folder.path.appending("new"))])
        let photo = try folder.write("new/er/a.jpg", "one".utf8)
        #expect(try await heard() == [.changed(photo)])
        try FileSystem.makeFolder(inner.appending("deep"))
        #expect(try await heard() == [.tree(inner.appending("deep"))])
    }

    @Test func aFolderThatMovesIsHeardUnderItsNewNameAlone() async throws {
        try folder.write("old/in/a.jpg", "one".utf8)
        for name in ["old", "old/in"] { #expect(watch.add(folder.path.appending(name))) }
        _ = try await heard()
        try folder.move("old", to: "new")
        #expect(try await heard() == [.tree(folder.path.appending("old")), .tree(folder.path.appending("new"))])
        let photo = try folder.write("new/in/b.jpg", "two".utf8)
        #expect(try await heard() == [.changed(photo)])
    }

    @Test func aFolderThatIsMovedOutIsHeardNoMore() async throws {
        let outside = TemporaryFolder()
        try folder.write("in/a.jpg", "one".utf8)
        #expect(watch.add(folder.path.appending("in")))
        _ = try await heard()
        let target = outside.path.appending("in")
        _ = folder.path.appending("in").withCString { from in target.withCString { rename(from, $0) } }
        #expect(try await heard() == [.tree(folder.path.appending("in"))])
        try outside.write("in/b.jpg", "two".utf8)
        let photo = try folder.write("c.jpg", "three".utf8)
        #expect(try await heard() == [.changed(photo)])
    }

    @Test func linksToFoldersAreFolders() async throws {
        let outside = TemporaryFolder()
        let link = folder.path.appending("link")
        _ = outside.path.withCString { target in link.withCString { symlink(target, $0) } }
        #expect(try await heard() == [.tree(link)])
        let photo = try outside.write("a.jpg", "one".utf8)
        #expect(try await heard() == [.changed(link.appending(photo.name))])
        folder.remove("link")
        #expect(try await heard() == [.tree(link)])
    }

    @Test func aSecondNameOfAPhotoIsWhole() async throws {
        let photo = try folder.write("a.jpg", "one".utf8)
        _ = try await heard()
        let second = folder.path.appending("b.jpg")
        _ = photo.withCString { from in second.withCString { link(from, $0) } }
        #expect(try await heard() == [.changed(second)])
    }

    @Test func wakingEndsTheWaiting() async throws {
        watch.wake()
        let events = try await threads.run { [watch] in try watch.events(within: .seconds(60)) }
        #expect(events.isEmpty)
    }

    @Test func saysWhenTheKernelHasLostTrack() async throws {
        let limit = String(
            decoding: try FileSystem.read(DiskPath("/proc/sys/fs/inotify/max_queued_events")), as: UTF8.self)
        let count = try #require(Int(limit.filter(\.isNumber)))
        let names = [folder.path.appending("a.jpg"), folder.path.appending("b.jpg")]
        try folder.write("a.jpg", "one".utf8)
        for number in 0...(count / 2) {
            _ = names[number % 2].withCString { from in names[(number + 1) % 2].withCString { rename(from, $0) } }
        }
        var events: [FolderEvent] = []
        while !events.contains(.overflow) {
            let more = try await heard()
            guard !more.isEmpty else { break }
            events += more
        }
        #expect(events.last == .overflow)
    }

    /// All that has happened until now, each once: the test waits for the first of it alone.
    private func heard() async throws -> [FolderEvent] {
        var events: [FolderEvent] = []
        var wait = Duration.seconds(20)
        while true {
            let more = try await threads.run { [watch, wait] in try watch.events(within: wait) }
            guard !more.isEmpty else { return events }
            events += more.filter { $0 != events.last }
            wait = .zero
        }
    }
}
