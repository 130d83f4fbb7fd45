import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc
import Testing

@testable import ImagingVips

/// Files that promise too much, and files that change under the decoder's eyes.
@Suite struct HostilePictureTests {
    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 4), previews: [:])
    private let input = ImageInput(
        size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])

    @Test(arguments: ["bomb.png", "bomb.bmp", "bomb.gif", "bomb.jpg"])
    func bombsAreRefusedForTheirSize(name: String) async throws {
        let bomb = try #require(try DamagedFile.make(4).first { $0.name == name })
        let file = try folder.write(name, bomb.bytes)
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: input) }
        #expect(error?.kind == .tooLarge, "\(error?.description ?? "")")
    }

    /// libvips would show what lies beside their pixels in memory, another each time.
    @Test(arguments: OddJPEG2000.allCases) func oddJPEG2000IsRefused(odd: OddJPEG2000) async throws {
        let fixtures = DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures")
        let bytes = odd.made(of: try FileSystem.read(fixtures.appending("rgb.jp2")))
        for (name, bytes) in [("odd.jp2", bytes), ("odd.j2k", Array(bytes.dropFirst(OddJPEG2000.codestream)))]
        where name == "odd.jp2" || odd != .palette {
            let file = try folder.write(name, bytes)
            let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: input) }
            #expect(error?.kind == .unsupported, "\(error?.description ?? "")")
        }
    }

    /// A file that is mapped into memory and then loses its end takes the process with it, unless it is read instead.
    @Test(arguments: [
        "rgb.png", "rgb.webp", "rgb.tif", "rgb.jp2", "rgb.avif", "rgb.heic", "rgb.jxl", "animated.gif",
        "orientation-6.jpg", "rgb.bmp",
    ]) func aFileMayShrinkOnceItIsOpen(name: String) throws {
        let fixtures = DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures")
        for length in [0, 20] {
            let file = try folder.copy(fixtures.appending(name), to: "\(length)-\(name)")
            let photo = try PhotoFile(file)
            let picture = try photo.open()
            #expect(truncate(file.display, length) == 0)
            let width = picture.width
            // Small pictures may have been read whole by now.
            _ = picture.inRGB()?.forEachRow(in: 0..<picture.height, columns: 0..<width) { _ in }
            #expect(photo.failure().kind == .damaged)
        }
    }
}

/// What a JPEG 2000 of three full components can be made into by changing a few of its bytes.
enum OddJPEG2000: CaseIterable {
    case coarse, coarseDown, offset, tileOffset, partsBetweenTiles, palette

    /// Where the codestream of the fixture begins.
    static let codestream = 85
    private static let size = codestream + 4
    private static let colors = 62

    func made(of whole: [UInt8]) -> [UInt8] {
        var bytes = whole
        switch self {
        case .coarse: for component in 0..<3 { bytes[Self.size + 39 + 3 * component] = 13 }
        case .coarseDown: for component in 0..<3 { bytes[Self.size + 40 + 3 * component] = 2 }
        case .offset: bytes[Self.size + 15] = 8
        case .tileOffset: bytes[Self.size + 31] = 8
        case .partsBetweenTiles:
            bytes[Self.size + 23] = 17
            bytes[Self.size + 42] = 2
        case .palette:
            let palette: [UInt8] = [0, 0, 0, 14, 0x70, 0x63, 0x6C, 0x72, 0, 1, 1, 7, 0, 0]
            bytes[35] += UInt8(palette.count)
            bytes.insert(contentsOf: palette, at: Self.colors)
        }
        return bytes
    }
}
