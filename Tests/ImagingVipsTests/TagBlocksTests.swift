import EvokePorts
import EvokeValues
import EvokeWorkers
import Foundation
import ImagingVips
import Testing

@Suite struct TagBlocksTests {
    @Test func takesTheBlocksOfTagsOut() async throws {
        let blocks = VipsTagBlocks(executor: BlockingExecutor(width: 1))
        let found = try await blocks.tagBlocks(of: Self.fixture("orientation-6.jpg"))
        #expect(found.exif?.starts(with: "Exif".utf8) == true && found.xmp == nil)
        let both = try await blocks.tagBlocks(of: Self.fixture("tags.heic"))
        #expect(both.exif != nil && both.xmp?.starts(with: "<?xpacket".utf8) == true)
        #expect(try await blocks.tagBlocks(of: Self.fixture("pixel.png")) == TagBlocks(exif: nil, xmp: nil))
    }

    private static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
