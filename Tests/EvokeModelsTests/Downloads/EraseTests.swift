import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// Folders are deleted with what is in them, and nothing else is.
@Suite struct EraseTests {
    private let folder = TemporaryFolder()

    @Test func linksAreNotFollowed() throws {
        let kept = try folder.write("kept/file", "x".utf8)
        let place = folder.path.appending("gone/link")
        try FileSystem.makeFolder(folder.path.appending("gone"))
        try FileSystem.makeLink(place, to: folder.path.appending("kept"))
        try FileSystem.erase(folder.path.appending("gone"))
        #expect(FileSystem.isMissing(folder.path.appending("gone")) && FileSystem.isFile(kept))
    }

    @Test func severalAtOnceAreNotInEachOthersWay() async throws {
        for round in 0..<10 {
            for number in 0..<60 { try folder.write("gone/\(round)/\(number)/file", "x".utf8) }
            let place = folder.path.appending("gone")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try FileSystem.erase(place) } }
                try await group.waitForAll()
            }
            #expect(FileSystem.isMissing(place))
        }
    }
}
