import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ImagingVips

@Suite struct RawPreviewTests {
    private static let input = ImageInput(
        size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
    private static let raw = DiskPath("/no/such/file.NEF")
    private let executor = BlockingExecutor(width: 1)

    /// The orientation is the raw file's; what the preview says of itself does not count.
    @Test func standsUprightAsTheRawFileSays() async throws {
        let file = FilePreview.Content.file(try FileSystem.read(Self.fixture("orientation-6.jpg")))
        let pixels: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        let square = FilePreview.Content.pixels(pixels, PixelSize(width: 2, height: 2))
        for (content, orientation, expected) in [
            (file, 6, ["red", "green", "blue", "white"]), (file, 1, ["green", "white", "red", "blue"]),
            (square, 1, ["red", "green", "blue", "white"]), (square, 3, ["white", "blue", "green", "red"]),
        ] { #expect(try await colors(content, orientation: orientation) == expected) }
    }

    @Test func theSizeIsThatOfThePhoto() async throws {
        let preview = FilePreview(
            content: .pixels([1, 2, 3], PixelSize(width: 1, height: 1)), orientation: 1,
            original: PixelSize(width: 6000, height: 4000))
        let decoder = VipsDecoder(executor: executor, previews: [.raw: FakePreviews(preview)])
        #expect(try await decoder.decode(Self.raw, for: Self.input).original == PixelSize(width: 6000, height: 4000))
    }

    @Test(arguments: [
        FilePreview.Content.file(Array("no picture".utf8)), .file([]), .pixels([1, 2], PixelSize(width: 1, height: 1)),
    ]) func saysThatAPreviewIsDamaged(content: FilePreview.Content) async throws {
        let folder = TemporaryFolder()
        let file = try folder.write("a.nef", "raw".utf8)
        let preview = FilePreview(content: content, orientation: 1, original: PixelSize(width: 1, height: 1))
        let decoder = VipsDecoder(executor: executor, previews: [.raw: FakePreviews(preview)])
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: Self.input) }
        #expect(error?.kind == .damaged)
    }

    /// What the middles of the four quarters show.
    private func colors(_ content: FilePreview.Content, orientation: Int) async throws -> [String] {
        let preview = FilePreview(
            content: content, orientation: orientation, original: PixelSize(width: 48, height: 32))
        let tensor = try await VipsDecoder(executor: executor, previews: [.raw: FakePreviews(preview)])
            .decode(Self.raw, for: Self.input).tensor
        return [(4, 4), (27, 4), (4, 27), (27, 27)].map { x, y in
            let pixel = (0..<3).map { tensor[$0 * 1024 + y * 32 + x] > 0.5 }
            return [[true, false, false]: "red", [false, true, false]: "green", [false, false, true]: "blue"][pixel]
                ?? (pixel == [true, true, true] ? "white" : "\(pixel)")
        }
    }

    private static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
