import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeSystem

@Suite struct FileSystemTests {
    @Test func makesPathsAbsolute() {
        #expect(FileSystem.absolute(FilePath("/a/./b/../c//d/")) == FilePath("/a/c/d"))
        #expect(FileSystem.absolute(FilePath("/../..")) == FilePath("/"))
        #expect(FileSystem.absolute(FilePath("x")).isAbsolute)
    }

    @Test func systemErrorsAreSortedByWhatHelps() {
        let path = FilePath("/a")
        #expect(EvokeError.system(2, doing: "read", subject: path).kind == .notFound)
        #expect(EvokeError.system(13, doing: "read", subject: path).kind == .notAllowed)
        #expect(EvokeError.system(28, doing: "write", subject: path).kind == .diskFull)
        #expect(EvokeError.system(30, doing: "write", subject: path).kind == .readOnly)
        let failed = EvokeError.system(5, doing: "read", subject: path)
        #expect(failed.kind == .unreadable && failed.reason == "input/output error")
        #expect(failed.cause == EvokeError.Cause("errno", code: 5, text: "Input/output error"))
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
