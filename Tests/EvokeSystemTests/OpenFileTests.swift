import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct OpenFileTests {
    private let folder = TemporaryFolder()
    private var path: DiskPath { folder.path.appending("file") }

    @Test func whatIsMadeIsItsOwnersAloneAndWasNotThereBefore() throws {
        let file = try OpenFile(path, .make, doing: "write")
        let status = try file.status()
        #expect(status.isFile && status.permissions == 0o600 && status.owner == getuid())
        #expect(throws: EvokeError.self) { try OpenFile(path, .make, doing: "write") }
    }

    @Test func readsAsManyBytesAsThereAre() throws {
        let file = try OpenFile(folder.write("file", "0123456789".utf8), doing: "read")
        #expect(try file.bytes(4, at: 3) == Array("3456".utf8) && file.bytes(4, at: 8) == Array("89".utf8))
        #expect(try file.bytes(4, at: 10).isEmpty)
        var next = [UInt8](repeating: 0, count: 6)
        #expect(try [file.readNext(&next), file.readNext(&next), file.readNext(&next)] == [6, 4, 0])
    }

    @Test func writesWhereItIsTold() throws {
        let file = try OpenFile(folder.write("file", "0123456789".utf8), .change, doing: "write")
        try file.write(Array("ab".utf8), at: 2)
        try file.setSize(5)
        try file.write(Array("XY".utf8), at: 6)
        try file.sync()
        #expect(try FileSystem.read(path) == Array("01ab4".utf8) + [0] + Array("XY".utf8))
        try OpenFile(path, .append, doing: "write").write(Array("!".utf8))
        #expect(try FileSystem.read(path).last == UInt8(ascii: "!"))
    }

    @Test func errorsSayWhatWasDoneAndToWhat() throws {
        let error = #expect(throws: EvokeError.self) { try OpenFile(path, doing: "read the map") }
        #expect(error?.kind == .notFound && error?.doing == "read the map" && error?.subject == path.display)
        let reader = try OpenFile(folder.write("file", "x".utf8), doing: "read the map", subject: DiskPath("the map"))
        let refusal = #expect(throws: EvokeError.self) { try reader.write([1]) }
        #expect(refusal?.doing == "read the map" && refusal?.subject == "the map")
    }

    @Test func aPipeIsOpenedAtOnceAndALinkIsNot() throws {
        _ = try folder.makePipe("file")
        #expect(try !OpenFile(path, .readAtOnce, doing: "read").status().isFile)
        let link = folder.path.appending("link")
        try FileSystem.makeLink(link, to: folder.write("other", "x".utf8))
        #expect(throws: Errno.circleOfLinks) { try OpenFile(link, .readItself, saying: "", of: link) }
        #expect(try FileStatus(of: link, followingLinks: false).isLink && FileStatus(of: link).isFile)
    }

    @Test func knowsWhetherItIsStillWhatItsPathLeadsTo() throws {
        let file = try OpenFile(folder.write("file", "x".utf8), doing: "read")
        #expect(file.isStill(at: path) && file.place == path)
        try folder.write("file", "x".utf8)
        #expect(!file.isStill(at: path))
        folder.remove("file")
        #expect(try !file.isStill(at: path) && file.bytes(2, at: 0) == Array("x".utf8))
    }

    @Test func whatIsInUseIsKnownUntilItIsClosed() throws {
        var file: OpenFile? = try OpenFile(folder.write("file", "x".utf8), doing: "read")
        var states = [OpenFile.isInUse(path)]
        file?.markInUse()
        states.append(OpenFile.isInUse(path))
        file = nil
        states += [OpenFile.isInUse(path), OpenFile.isInUse(folder.path.appending("none"))]
        #expect(states == [false, true, false, false])
    }

    @Test func aFileIsMappedAsItIs() throws {
        let file = try OpenFile(folder.write("file", "0123456789".utf8), doing: "read")
        let mapped = try MappedBytes(10, of: file)
        withExtendedLifetime(mapped) { #expect(mapped.bytes.elementsEqual("0123456789".utf8)) }
        #expect(throws: Errno.self) { try MappedBytes(1, of: OpenFile(folder.path, .folder, doing: "read")) }
    }
}
