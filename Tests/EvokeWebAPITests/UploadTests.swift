import EvokeSystem
import EvokeTestSupport
import Testing

@testable import EvokeWebAPI

@Suite struct UploadTests {
    /// Pictures of strangers do not outlive the server that looked at them, even where it was killed.
    @Test func whatAKilledServerLeftIsRemoved() throws {
        let parent = TemporaryFolder()
        try parent.write("evoke-uploads-dead01/1.png", [1])
        try parent.write("evoke-uploads-dead01/2.png", [2])
        try parent.write("others/3.png", [3])
        let living = try Uploads(in: parent.path)
        #expect(try FileSystem.names(in: parent.path).count == 2)
        let second = try Uploads(in: parent.path)
        #expect(try FileSystem.names(in: parent.path).count == 3, "those that are in use stay")
        living.close()
        second.close()
        #expect(try FileSystem.names(in: parent.path) == [Array("others".utf8)])
    }
}
