import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ImagingVips

@Suite struct VipsDecoderTests {
    private static let quarters: [[Float]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]

    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 4), previews: [:])

    @Test(arguments: DecodingConformance.Check.allCases)
    func keepsTheContractOfADecoder(check: DecodingConformance.Check) async throws {
        try await DecodingConformance(decoder, .pictures).check(check)
    }

    enum Colors: Sendable { case quarters, grays, bilevel, profile }

    /// The profile says that red is blue and blue is red.
    @Test(
        arguments: [
            (
                ["rgb.png", "rgb.bmp", "rgb.webp", "rgb.tif", "rgb.jp2", "rgb.avif", "rgb.heic", "rgb.jxl"], .quarters,
                0.05
            ),
            (
                ["progressive.jpg", "palette.png", "rgb16.png", "rgb16.jxl", "animated.gif", "cmyk.jpg", "cmyk.tif"],
                .quarters, 0.05
            ),
            (["transparent.png", "transparent.webp"], .quarters, 0.05),
            (["grey.png", "grey.jpg", "grey16.png", "grey-transparent.png"], .grays, 0.02),
            (["bilevel.png"], .bilevel, 0.02), (["profile.png"], .profile, 0.06),
        ] as [([String], Colors, Float)])
    func showsTheFourQuarters(names: [String], colors: Colors, tolerance: Float) async throws {
        let quarters: [[Float]] =
            switch colors {
            case .quarters: Self.quarters
            case .grays: [0, 1 / 3, 2 / 3, 1].map { [$0, $0, $0] }
            case .bilevel: [[0, 0, 0], [1, 1, 1], [1, 1, 1], [0, 0, 0]]
            case .profile: [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]
            }
        for name in names { try await check(name, quarters, tolerance: tolerance) }
    }

    @Test(arguments: 1...8) func standsUprightWhateverTheOrientation(number: Int) async throws {
        for fit in [ImageInput.Fit.shortest(32), .squash] {
            try await check("orientation-\(number).jpg", Self.quarters, tolerance: 0.05, fit: fit)
        }
    }

    @Test func showsAPixelAndAPanorama() async throws {
        for fit in [ImageInput.Fit.shortest(32), .squash, .pad(255)] {
            let pixel = try await decode("pixel.png", input(fit: fit))
            let panorama = try await decode("panorama.png", input(fit: fit))
            let sizes = [PixelSize(width: 1, height: 1), PixelSize(width: 30_000, height: 200)]
            #expect([pixel.original, panorama.original] == sizes && panorama.tensor.count == 3_072)
            #expect(pixel.tensor.prefix(1_024).allSatisfy { $0 == 1 })
        }
    }

    /// Red on the left and green on the right mirror each other, unless scaling moves the picture.
    @Test(arguments: [(96, 64), (96, 16), (24, 64), (24, 16), (37, 61)])
    func scalingMovesNothing(width: Int, height: Int) async throws {
        for kernel in ImageInput.Kernel.allCases {
            let asked = ImageInput(
                size: PixelSize(width: width, height: height), fit: .squash, kernel: kernel, mean: [0, 0, 0],
                std: [1, 1, 1])
            let tensor = try await decode("rgb.png", asked).tensor
            let (red, green) = (tensor[..<width], tensor[(width * height)..<(width * height + width)])
            #expect(zip(red, green.reversed()).allSatisfy { abs($0 - $1) <= 0.02 }, "\(kernel)")
        }
    }

    @Test func cutsOutTheMiddle() async throws {
        // 48 × 32 to 16 × 16: the middle 16 of 24 columns, so still all four quarters.
        let image = try await decode("rgb.png", input(16, 16, .shortest(16)))
        let seen = [(1, 1), (14, 1), (1, 14)].map { pixel(image, 16, x: $0, y: $1) }
        #expect(seen == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    }

    @Test func putsTheWholePhotoOnWhite() async throws {
        // 48 × 32 into 24 × 24: 24 × 16, with four white rows above and below; the last quarter is white, too.
        let image = try await decode("rgb.png", input(24, 24, .pad(255)))
        let seen = [(1, 0), (1, 3), (1, 5), (22, 18), (1, 18), (1, 20)].map { pixel(image, 24, x: $0, y: $1) }
        #expect(seen == [[1, 1, 1], [1, 1, 1], [1, 0, 0], [1, 1, 1], [0, 0, 1], [1, 1, 1]])
    }

    @Test func scalesTheValuesAsTheModelAsks() async throws {
        let asked = ImageInput(
            size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bilinear, mean: [0.5, 0.25, 0],
            std: [0.5, 0.25, 2])
        let image = try await decode("rgb.png", asked)
        #expect(pixel(image, 32, x: 2, y: 2) == [1, -1, 0])
    }

    /// What a disk does to a photo is not held against the photo: it is tried again the next time.
    @Test func aPhotoThatCanNoLongerBeReadIsNotCalledDamaged() throws {
        let folder = TemporaryFolder()
        let file = try folder.copy(Self.fixture("cut.jpg"), to: "cut.jpg")
        let photo = try PhotoFile(file)
        #expect(photo.failure().kind == .damaged)
        folder.remove("cut.jpg")
        #expect(photo.failure().kind == .notFound)
    }

    @Test func saysWhyAFileCannotBeRead() async throws {
        let folder = TemporaryFolder()
        let pipe = try folder.makePipe("pipe.jpg")
        let files: [(DiskPath, EvokeError.Kind)] = [
            (try Self.fixture("cut.jpg"), .damaged), (try Self.fixture("cut.png"), .damaged),
            (try Self.fixture("empty.jpg"), .damaged), (try Self.fixture("text.jpg"), .unsupported),
            (try Self.fixture("many-channels.jxl"), .unsupported),
            (folder.path.appending("none.jpg"), .notFound), (folder.path, .unsupported),
            // It must not block.
            (pipe, .unsupported),
        ]
        for (file, kind) in files {
            let error = await #expect(throws: EvokeError.self) { try await decoder.decode(file, for: input()) }
            #expect(error?.kind == kind && error?.subject == file.display, "\(file)")
        }
    }

    @Test func readsNamesThatAreNotUTF8OrLookLikeOptions() async throws {
        let folder = TemporaryFolder()
        let bytes = try FileSystem.read(Self.fixture("rgb.png"))
        for name in [
            [0xFF, 0x20, 0xFE] + Array(".png".utf8), Array("a[page=3].png".utf8), Array("new\nline.png".utf8),
        ] {
            let file = try folder.write(DiskPath(bytes: name), bytes)
            #expect(try await decoder.decode(file, for: input()).original.width == 48)
        }
    }

    private func check(
        _ name: String, _ quarters: [[Float]], tolerance: Float, fit: ImageInput.Fit = .squash
    ) async throws {
        let image = try await decode(name, input(fit: fit))
        #expect(image.original == PixelSize(width: 48, height: 32))
        for (place, color) in quarters.enumerated() {
            let seen = pixel(image, 32, x: 6 + 20 * (place % 2), y: 6 + 20 * (place / 2))
            #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= tolerance }, "\(name), quarter \(place): \(seen)")
        }
    }

    private func input(_ width: Int = 32, _ height: Int = 32, _ fit: ImageInput.Fit = .squash) -> ImageInput {
        ImageInput(
            size: PixelSize(width: width, height: height), fit: fit, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
    }

    private func input(fit: ImageInput.Fit) -> ImageInput { input(32, 32, fit) }

    private func pixel(_ image: PreparedImage, _ side: Int, x: Int, y: Int) -> [Float] {
        (0..<3).map { image.tensor[$0 * side * side + y * side + x] }
    }

    private func decode(_ name: String, _ input: ImageInput) async throws -> PreparedImage {
        try await decoder.decode(Self.fixture(name), for: input)
    }

    static func fixture(_ name: String) throws -> DiskPath {
        let folder = try #require(Bundle.module.resourcePath)
        return DiskPath(folder).appending("Fixtures/\(name)")
    }
}
