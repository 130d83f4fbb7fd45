import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import ImagingVips

/// The dominant colours of pictures as they come out of the decoder.
@Suite struct ColorTests {
    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 2), previews: [:])
    private static let input = ImageInput(
        size: PixelSize(width: 8, height: 8), fit: .shortest(8), kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])

    @Test(
        arguments: [
            ([200, 20, 20], .red), ([20, 90, 200], .blue), ([10, 10, 10], .black), ([120, 70, 30], .brown),
        ] as [([UInt8], PhotoColor)]) func ofOneColor(color: [UInt8], name: PhotoColor) async throws
    {
        let file = try folder.write("a.png", TestPicture.png(color: color, width: 900, height: 40))
        let prepared = try await decoder.decode(file, for: Self.input, thumbnail: true)
        // The thumbnail has the same, though its JPEG is not to the bit what it was made of.
        let small = try folder.write("a.jpg", try #require(prepared.thumbnail).jpeg)
        let alone = try await decoder.colors(of: file, named: file)
        let ofThumbnail = try await decoder.colors(of: small, named: small)
        #expect([prepared.colors, alone, ofThumbnail] == Array(repeating: PhotoColors([name]), count: 3))
    }

    @Test func areOfTheWholePhotoAndNotOfWhatTheModelSees() async throws {
        let row: [UInt8] = (0..<120).flatMap { [[UInt8]]([[220, 10, 10], [10, 10, 220], [10, 160, 10]])[$0 / 40] }
        let file = try folder.write(
            "wide.tif", TestPicture.tiff((0..<10).flatMap { _ in row }, size: PixelSize(width: 120, height: 10)))
        let prepared = try await decoder.decode(file, for: Self.input, thumbnail: true)
        #expect(prepared.colors == PhotoColors([.red, .blue, .green]))
        #expect(try await decoder.decode(file, for: Self.input).colors == nil, "nobody asked")
    }

    @Test func ofGradients() async throws {
        func picture(_ color: (UInt8) -> [UInt8]) throws -> DiskPath {
            let row = (0...255).flatMap { color(UInt8($0)) }
            return try folder.write(
                "g.tif", TestPicture.tiff((0..<4).flatMap { _ in row }, size: PixelSize(width: 256, height: 4)))
        }
        let gray = try picture { [$0, $0, $0] }
        #expect(
            try await decoder.colors(of: gray, named: gray) == PhotoColors([.black, .gray]),
            "white has less than a sixth")
        let sky = try picture { [$0, $0, 255] }
        let blues = try await decoder.colors(of: sky, named: sky)
        #expect(blues.contains(.blue) && Set(blues.all).isDisjoint(with: [.red, .green, .yellow, .black]))
    }

    @Test func whatIsTransparentIsWhite() async throws {
        let file = try VipsDecoderTests.fixture("transparent.png")
        #expect(try await decoder.colors(of: file, named: file).contains(.white))
    }

    /// Grey stands for what is missing, and is no colour of the photo.
    @Test(arguments: [0.5, 0.9]) func ofAPhotoWithoutItsEnd(part: Double) async throws {
        let whole = TestPicture.png(color: [220, 10, 10], width: 180, height: 300)
        let file = try folder.write("cut.png", whole.prefix(Int(Double(whole.count) * part)))
        let prepared = try await decoder.decode(file, for: Self.input, thumbnail: true)
        #expect(prepared.share != nil && prepared.colors == PhotoColors([.red]))
        #expect(try await decoder.colors(of: file, named: file) == PhotoColors([.red]))
    }
}
