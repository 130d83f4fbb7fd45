import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

/// The calls on the disk that is there.
@Suite struct FileChangesTests {
    private let folder = TemporaryFolder()
    private let disk = FileChanges()

    private func text(_ file: DiskPath) throws -> String { String(decoding: try FileSystem.read(file), as: UTF8.self) }

    @Test func nothingIsReplaced() throws {
        let (first, second) = (try folder.write("a", Array("one".utf8)), try folder.write("b", Array("two".utf8)))
        #expect(throws: EvokeError.self) { try disk.moveWhereFree(first, to: second, doing: "") }
        #expect(throws: EvokeError.self) { try disk.moveAway(first, to: second, doing: "") }
        #expect(throws: Errno.nameInUse) { try disk.make(second, Array("three".utf8), mode: 0o600) }
        #expect(try text(first) == "one" && text(second) == "two")
        try disk.exchange(first, with: second)
        #expect(try text(first) == "two" && text(second) == "one")
        try disk.moveWhereFree(first, to: folder.path.appending("c"), doing: "")
        #expect(try text(folder.path.appending("c")) == "two" && FileSystem.names(in: folder.path).count == 2)
    }

    @Test func aFileHasItsModeFromTheStart() throws {
        let file = folder.path.appending("a")
        try disk.make(file, Array("one".utf8), mode: 0o640)
        #expect(try text(file) == "one" && FileSystem.status(of: file)?.permissions == 0o640)
        #expect(try FileSystem.names(in: folder.path).count == 1)
    }

    @Test func whoWritesIsSeen() throws {
        let file = try folder.write("a", Array("one".utf8))
        #expect(!FileSystem.hasWriter(file))
        let reader = try OpenFile(file, doing: "")
        #expect(!FileSystem.hasWriter(file))
        let writer = try OpenFile(file, .change, doing: "")
        #expect(FileSystem.hasWriter(file))
        withExtendedLifetime((reader, writer)) {}
    }

    @Test func aLineThatWasCutOffEndsBeforeTheNext() throws {
        let file = try folder.write("lines", Array("one\ntw".utf8))
        try disk.append(Array("three".utf8), to: file, doing: "")
        try disk.append(Array("four".utf8), to: file, doing: "")
        #expect(try text(file) == "one\ntw\nthree\nfour\n")
        let full = FileChanges { _ throws(Errno) in throw Errno(code: ENOSPC) }
        #expect(throws: EvokeError.self) { try full.append(Array("five".utf8), to: file, doing: "") }
        #expect(try text(file) == "one\ntw\nthree\nfour\n")
    }
}
