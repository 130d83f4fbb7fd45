import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import MetadataExiv2

/// Whatever a file's tags are made into, the reader comes to an end.
@Suite struct FactReaderDamageTests {
    private let reader = FactReaderTests.makeReader()

    @Test(arguments: [
        "exif-and-xmp.jpg", "iptc-utf8.jpg", "all.png", "all.jxl", "all.tif", "all.webp", "all.avif", "all.heic",
        "IMG_1.xmp",
    ]) func survivesDamagedFiles(name: String) async throws {
        let folder = TemporaryFolder()
        let whole = try FileSystem.read(FactReaderTests.fixture(name))
        let photo = try FactReaderTests.fixture("plain.jpg")
        var random = SeededGenerator(seed: TestSeed.value)
        for round in 0..<100 {
            let file = try folder.write("\(round)-\(name)", random.damaged(whole, round: round))
            let isSidecar = name.hasSuffix("xmp")
            let metadata = try await reader.metadata(of: isSidecar ? photo : file, sidecars: isSidecar ? [file] : [])
            #expect(metadata.taken != nil && metadata.keywords.count <= 500)
        }
    }
}
