import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct MemoryFileTests {
    private let folder = TemporaryFolder()

    @Test func onlyLinksToWhatIsOpenAreSuch() throws {
        let file = try MemoryFile(doing: "try", DiskPath("a file"))
        let (own, other) = (folder.path.appending("own"), folder.path.appending("other"))
        try FileSystem.makeLink(own, to: file.path)
        try FileSystem.makeLink(other, to: own)
        #expect(MemoryFile.isLink(own) && !MemoryFile.isLink(other) && !MemoryFile.isLink(folder.path))
    }
}
