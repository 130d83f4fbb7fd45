import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import ImagingVips
import PreviewsLibRaw
import Testing

/// No camera's own file may be passed on, so these were written by hand: the DNGs as the specification has them, the
/// others only laid out as their makers do.
@Suite struct LibRawPreviewsTests {
    private let executor = BlockingExecutor(width: 4)
    private var previews: LibRawPreviews { LibRawPreviews(executor: executor) }

    @Test(arguments: ["preview.dng", "big-endian.dng", "nikon.nef", "canon.cr2"])
    func takesTheLargestPreview(name: String) async throws {
        let preview = try await previews.preview(of: Self.fixture(name), atLeast: 160)
        guard case .file(let bytes) = preview.content else {
            Issue.record("it was developed")
            return
        }
        #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
        #expect(preview.original == PixelSize(width: 96, height: 64))
    }

    @Test(arguments: ["small-preview.dng", "no-preview.dng"])
    func developsWhatHasNoPreviewOfUse(name: String) async throws {
        let preview = try await previews.preview(of: Self.fixture(name), atLeast: 32)
        guard case .pixels(let bytes, let size) = preview.content else {
            Issue.record("it was not developed")
            return
        }
        #expect(size == PixelSize(width: 48, height: 32) && bytes.count == 3 * 48 * 32)
    }

    @Test(arguments: [("small-preview.dng", 16), ("no-sensor.dng", 32)])
    func takesASmallPreviewThatIsLargeEnoughOrAllThereIs(name: String, side: Int) async throws {
        let preview = try await previews.preview(of: Self.fixture(name), atLeast: side)
        guard case .file = preview.content else {
            Issue.record("it was developed")
            return
        }
    }

    /// The whole way: LibRaw finds the picture, libvips decodes it, and it stands upright.
    @Test(arguments: [
        "preview.dng", "big-endian.dng", "small-preview.dng", "no-preview.dng", "nikon.nef", "canon.cr2",
        "orientation-3.dng", "orientation-6.dng", "orientation-6-developed.dng", "orientation-6-upright-preview.dng",
    ]) func showsTheFourQuarters(name: String) async throws {
        let input = ImageInput(
            size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
        let image = try await VipsDecoder(executor: executor, previews: [.raw: previews]).decode(
            Self.fixture(name), for: input)
        for (place, color) in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1] as [Float]].enumerated() {
            let at = (6 + 20 * (place / 2)) * 32 + 6 + 20 * (place % 2)
            let seen = (0..<3).map { image.tensor[$0 * 1024 + at] }
            #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 0.1 }, "quarter \(place): \(seen)")
        }
        let isOnItsSide = name.hasPrefix("orientation-6")
        #expect(image.original == PixelSize(width: isOnItsSide ? 64 : 96, height: isOnItsSide ? 96 : 64))
    }

    @Test func saysWhyThereIsNone() async throws {
        let folder = TemporaryFolder()
        let files: [(DiskPath, EvokeError.Kind)] = [
            (try Self.fixture("cut.dng"), .damaged), (try Self.fixture("text.nef"), .unsupported),
            (try folder.write("a.nef", []), .damaged), (folder.path.appending("none.nef"), .notFound),
            (folder.path, .unsupported),
            // It must not block.
            (try folder.makePipe("pipe.nef"), .unsupported),
        ]
        for (file, kind) in files {
            let error = await #expect(throws: EvokeError.self) { try await previews.preview(of: file, atLeast: 32) }
            #expect(error?.kind == kind, "\(file)")
        }
    }

    static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
