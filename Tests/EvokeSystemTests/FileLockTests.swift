import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct FileLockTests {
    private let folder = TemporaryFolder()
    private var file: DiskPath { folder.path.appending("lock") }

    @Test func onlyOneHasIt() throws {
        let lock = try FileLock(file: file)
        #expect(FileLock.isHeld(file))
        #expect(throws: Errno.self) { try FileLock(file: file) }
        withExtendedLifetime(lock) {}
    }

    /// A process that is being started has all that is open, until its own program runs.
    @Test func itIsFreeWhenItIsGivenBackWhoeverElseHasItOpen() throws {
        var lock: FileLock? = try FileLock(file: file)
        let copy = dup(try #require(lock).file.descriptor)
        defer { close(copy) }
        lock = nil
        #expect(!FileLock.isHeld(file))
        lock = try FileLock(file: file)
        withExtendedLifetime(lock) {}
    }

    @Test func thoseWhoLookDoNotSeeEachOther() throws {
        try folder.write("lock", [])
        let looker = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        defer { close(looker) }
        try #require(flock(looker, LOCK_SH) == 0)
        #expect(!FileLock.isHeld(file))
    }

    @Test func anAbsentFileIsNotHeldAndNotMade() {
        #expect(!FileLock.isHeld(file) && !FileSystem.isFile(file))
    }
}
