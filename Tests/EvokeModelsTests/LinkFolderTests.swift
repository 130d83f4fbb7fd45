import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

@Suite struct LinkFolderTests {
    private let folder = TemporaryFolder()

    @Test func goesWithItsOwner() throws {
        do {
            let links = try LinkFolder(in: folder.path)
            try links.link(DiskPath("a/b"), to: DiskPath("/dev/null"))
            let status = try #require(FileSystem.status(of: links.path))
            #expect(try status.permissions & 0o777 == 0o700 && FileSystem.filesBelow(links.path) == [DiskPath("a/b")])
        }
        #expect(FileSystem.isBareFolder(folder.path))
    }

    @Test func takesAwayWhatNobodyOwns() throws {
        let own = try LinkFolder(in: folder.path)
        let forsaken = folder.path.appending("evoke-model-abcdef")
        try FileSystem.makeFolder(forsaken)
        try FileSystem.makeLink(forsaken.appending("gone"), to: DiskPath("/proc/self/fd/99"))
        let others = try [folder.write("evoke-model-file", [1]), folder.write("other/evoke-model-abcdef", [1])]
        let next = try LinkFolder(in: folder.path)
        #expect(FileSystem.status(of: forsaken) == nil && [own.path, next.path].allSatisfy(FileSystem.isFolder))
        #expect(others.allSatisfy(FileSystem.isFile))
    }

    @Test func manyAtOnceDoNotTakeEachOthers() async throws {
        let parent = folder.path
        let areThere = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    let links = try LinkFolder(in: parent)
                    try links.link(DiskPath("a"), to: DiskPath("/dev/null"))
                    return FileSystem.status(of: links.path.appending("a")) != nil
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        #expect(areThere && FileSystem.isBareFolder(parent))
    }
}
