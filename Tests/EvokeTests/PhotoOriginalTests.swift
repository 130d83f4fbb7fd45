import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import Evoke

/// The file that was opened and found to lie in the library is the one that is decoded.
@Suite struct PhotoOriginalTests {
    @Test func leadsToTheOpenFileWhateverIsInItsPlace() throws {
        let folder = TemporaryFolder()
        let secret = try folder.write("secret/b.png", TestPicture.png(1))
        let path = try folder.write("photos/a.png", TestPicture.png(2))
        let known = FileStamp(try #require(FileSystem.status(of: path)))
        let photos: Set = [folder.path.appending("photos")]
        let original = try PhotoOriginal(path, inside: photos, known: known)
        unlink(path.display)
        #expect(symlink(secret.display, path.display) == 0)
        #expect(try FileSystem.read(original.opened) == TestPicture.png(2))
        #expect(throws: EvokeError.self) { try PhotoOriginal(path, inside: photos, known: known) }
    }
}
