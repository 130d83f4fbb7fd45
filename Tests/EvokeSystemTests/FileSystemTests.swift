import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeSystem

@Suite struct FileSystemTests {
    @Test func makesPathsAbsolute() {
        let paths = ["/a/./b/../c//d/", "/../.."].map { FileSystem.absolute(DiskPath($0)) }
        #expect(paths == [DiskPath("/a/c/d"), DiskPath("/")] && FileSystem.absolute(DiskPath("x")).isAbsolute)
    }

    @Test func systemErrorsAreSortedByWhatHelps() {
        let errors = [2, 13, 28, 30, 5].map { EvokeError.system($0, doing: "read", subject: DiskPath("/a")) }
        #expect(errors.map(\.kind) == [.notFound, .notAllowed, .diskFull, .readOnly, .unreadable])
        #expect(errors[4].reason == "input/output error")
        #expect(errors[4].cause == EvokeError.Cause("errno", code: 5, text: "Input/output error"))
    }

    @Test func aFileThatIsOpenIsReadFromItsStartAndNotOpenedAnew() throws {
        let folder = TemporaryFolder()
        let descriptor = open(try folder.write("photo", "its content".utf8).display, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let path = OpenFile.path(descriptor)
        for _ in 1...2 {
            #expect(try FileSystem.read(path) == Array("its content".utf8))
            // Its place has moved: what was read is what was open.
            #expect(lseek(descriptor, 0, SEEK_CUR) == 11)
        }
        #expect(throws: EvokeError.self) { try OpenFile(OpenFile.path(9_999), doing: "read") }
    }

    /// What others may put in the place of a small file: whoever reads it neither waits nor fills the memory.
    @Test func whatIsReadWholeHasAnEnd() throws {
        let folder = TemporaryFolder()
        let (pipe, list) = (folder.path.appending("pipe"), try folder.write("list", "12345".utf8))
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        for endless in [pipe, DiskPath("/dev/zero"), folder.path] {
            #expect(throws: EvokeError.self) { try FileSystem.read(endless) }
        }
        #expect(try FileSystem.read(list, most: 5).count == 5 && FileSystem.readNamed(list, most: 5).count == 5)
        let errors = [
            #expect(throws: EvokeError.self) { try FileSystem.read(list, most: 4) },
            #expect(throws: EvokeError.self) { try FileSystem.readNamed(list, most: 4) },
        ]
        #expect(errors.allSatisfy { $0?.kind == .tooLarge })
        #expect(throws: EvokeError.self) { try FileSystem.readNamed(DiskPath("/dev/zero"), most: 1 << 20) }
        #expect(try !FileSystem.read(DiskPath("/proc/self/mountinfo")).isEmpty)
    }

    /// From 1600 to 2400, and as far as the kernel's numbers go: a file may say of itself what it likes.
    @Test(
        arguments: [
            (1_700_000_000, 1_700_000_000_000_000_005), (13_569_465_600, .max), (-11_676_096_000, .min),
            (.max, .max), (.min, .min),
        ] as [(Int, Int64)])
    func anyTimeOfAFileHasAStamp(seconds: Int, nanoseconds: Int64) {
        var told = stat()
        told.st_mtim = timespec(tv_sec: seconds, tv_nsec: 5)
        told.st_size = -1
        let status = FileStatus(told)
        #expect(FileStamp(status).modifiedNanoseconds == nanoseconds && FileStamp(status).size == 0)
    }
}
