import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import Evoke

/// Nobody else can look into a library, whoever made it and with whatever mask.
@Suite struct PrivateFilesTests {
    @Test func aLibraryThatIsOpenToOthersIsClosedWhenItIsWrittenTo() async throws {
        let folder = TemporaryFolder()
        _ = try TinyModel(in: folder)
        for number in 0..<3 { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        let configuration = LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
        func index() async throws {
            let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
            _ = try await library.index([folder.path.appending("photos")]) { _ in }
            // SQLite's log and its map are there as long as it is open.
            #expect(try open(below: configuration.library).isEmpty)
            try await library.close()
        }
        try await index()
        let others = try folder.write("library/notes/mine.txt", "mine".utf8)
        for path in try all(below: configuration.library) + [configuration.library] {
            try FileSystem.setMode(FileSystem.isFolder(path) ? 0o755 : 0o644, of: path)
        }
        try folder.write("photos/more.png", TestPicture.png(9))
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        let left = try open(below: configuration.library)
        #expect(Set(left) == [others, others.parent!], "what is not ours is left as it is")
        try await library.close()
    }

    private func open(below folder: DiskPath) throws -> [DiskPath] {
        try ([folder] + all(below: folder)).filter {
            FileSystem.status(of: $0).map { $0.permissions & 0o077 != 0 } ?? false
        }.sorted()
    }

    private func all(below folder: DiskPath) throws -> [DiskPath] {
        try FileSystem.names(in: folder).flatMap { name in
            let path = folder.appending(name)
            return FileSystem.isFolder(path) ? try all(below: path) + [path] : [path]
        }
    }
}
