import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import ImagingVips

@Suite struct ThumbnailTests {
    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 2), previews: [:])

    private static let corners: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]

    /// Red and green above, blue and white below, however the photo lies in its file; and small photos keep their size.
    @Test(arguments: 1...8) func standsUpright(orientation: Int) async throws {
        let picture = try await thumbnail(of: "orientation-\(orientation).jpg")
        try #require(picture.width == 48 && picture.height == 32 && picture.orientation == .upright)
        for (place, color) in Self.corners.enumerated() {
            let seen = try level(of: picture, x: 12 + 24 * (place % 2), y: 8 + 16 * (place / 2))
            #expect(zip(seen, color).allSatisfy { abs($0 - Int($1)) < 12 }, "\(seen) for \(color)")
        }
    }

    @Test(arguments: 1...8) func itsPixelsStandUpright(orientation: Int) async throws {
        let file = try VipsDecoderTests.fixture("orientation-\(orientation).jpg")
        let picture = try await decoder.pixels(of: file, named: file, atMost: 1_000_000)
        try #require(picture.original == PixelSize(width: 48, height: 32) && picture.pixels.size == picture.original)
        for (place, color) in Self.corners.enumerated() {
            let start = 3 * ((8 + 16 * (place / 2)) * 48 + 12 + 24 * (place % 2))
            let seen = picture.pixels.bytes[start..<start + 3]
            #expect(zip(seen, color).allSatisfy { abs(Int($0) - Int($1)) < 12 }, "\(seen) for \(color)")
        }
    }

    @Test func showsAllOfALargePhoto() async throws {
        let picture = try await thumbnail(of: "large.jpg")
        #expect(picture.width == 320 && picture.height == 213)
    }

    /// Made by themselves, in the size that is wanted.
    @Test func canBeMadeAlone() async throws {
        let folder = TemporaryFolder()
        for (name, side, size) in [
            ("large.jpg", 600, PixelSize(width: 600, height: 400)),
            ("orientation-6.jpg", 1_600, PixelSize(width: 48, height: 32)),
            ("orientation-6.jpg", 24, PixelSize(width: 24, height: 16)),
        ] {
            let file = try VipsDecoderTests.fixture(name)
            let made = try folder.write("made.jpg", try await decoder.thumbnail(of: file, named: file, side: side).jpeg)
            let picture = try PhotoFile(made).open()
            #expect(PixelSize(width: picture.width, height: picture.height) == size, "\(name) at \(side)")
        }
        for name in ["cut.jpg", "empty.jpg", "bomb.jpg", "text.jpg"] {
            await #expect(throws: EvokeError.self) {
                let file = try VipsDecoderTests.fixture(name)
                _ = try await decoder.thumbnail(of: file, named: file, side: 1_600)
            }
        }
        #expect(
            try await decoder.size(of: VipsDecoderTests.fixture("orientation-6.jpg"))
                == PixelSize(width: 48, height: 32))
    }

    @Test(arguments: [("large.jpg", 60_000, 300, 200), ("orientation-6.jpg", 24, 6, 4), ("orientation-6.jpg", 1, 1, 1)])
    func pixelsAreNoMoreThanWereAskedFor(name: String, count: Int, width: Int, height: Int) async throws {
        let file = try VipsDecoderTests.fixture(name)
        let picture = try await decoder.pixels(of: file, named: file, atMost: count)
        #expect(picture.pixels.size == PixelSize(width: width, height: height))
        #expect(picture.pixels.bytes.count == 3 * width * height)
        let quick = try await decoder.pixels(of: file, named: file, atMost: count, quickly: true)
        #expect(quick.pixels.size == picture.pixels.size && quick.original == picture.original)
        // In a few pixels, each is at an edge.
        guard width > 100 else { return }
        let differences = zip(quick.pixels.bytes, picture.pixels.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 4 * differences.count)
    }

    @Test func putsTransparentPicturesOnWhite() async throws {
        let picture = try await thumbnail(of: "transparent.png")
        #expect(try level(of: picture, x: 40, y: 28).allSatisfy { $0 > 250 })
    }

    /// What is in the model's tensor is the same with and without.
    @Test(arguments: ["large.jpg", "orientation-6.jpg", "transparent.png", "panorama.png"])
    func leavesTheTensorAlone(_ name: String) async throws {
        let file = try VipsDecoderTests.fixture(name)
        let with = try await decoder.decode(file, for: Self.input, thumbnail: true)
        #expect(try await decoder.decode(file, for: Self.input).tensor == with.tensor)
    }

    private static let input = ImageInput(
        size: PixelSize(width: 24, height: 24), fit: .shortest(24), kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])

    private func thumbnail(of name: String) async throws -> VipsPicture {
        let image = try await decoder.decode(VipsDecoderTests.fixture(name), for: Self.input, thumbnail: true)
        let folder = TemporaryFolder()
        let file = try folder.write("thumbnail.jpg", try #require(image.thumbnail).jpeg)
        return try #require(try PhotoFile(file).open().inMemory())
    }

    private func level(of picture: VipsPicture, x: Int, y: Int) throws -> [Int] {
        var levels: [Int] = []
        #expect(
            picture.forEachRow(in: y..<(y + 1), columns: x..<(x + 1)) { row in levels = (0..<3).map { Int(row[$0]) } })
        return levels
    }
}
