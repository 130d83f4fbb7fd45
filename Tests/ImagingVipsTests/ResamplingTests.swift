import EvokeCResampling
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ImagingVips

/// The golden pixels are Pillow's: decoded, put upright and on white, scaled and cut by it.
@Suite struct ResamplingTests {
    struct Golden: CustomTestStringConvertible {
        let name: String
        let fit: ImageInput.Fit
        let kernel: ImageInput.Kernel
        let pixels: [UInt8]
        var testDescription: String { "\(name) \(fit) \(kernel)" }
    }

    private static let size = PixelSize(width: 12, height: 10)
    private static let square = ImageInput(
        size: PixelSize(width: 8, height: 8), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
    private let executor = BlockingExecutor(width: 1)

    @Test func makesThePixelsThatPillowMakes() async throws {
        let decoder = VipsDecoder(executor: executor, previews: [:], inFull: true)
        let all = try Self.golden()
        #expect(all.count > 100)
        for golden in all {
            let seen = try await pixels(of: "golden/" + golden.name, decoder, golden.fit, golden.kernel)
            // Two colour engines do not round alike; all else is the same to the bit.
            let tolerance = golden.name == "profile-swapped.png" ? 2 : 0
            let error = zip(seen, golden.pixels).map { abs(Int($0) - Int($1)) }.max()
            #expect(seen.count == golden.pixels.count && error! <= tolerance, "\(golden.testDescription)")
        }
    }

    /// What libvips does not take on: planes of tiles, 12 bits, floats, JPEG as TIFF 6.0 had it, headers that lie.
    @Test func readsOddPicturesAsPillowDoes() async throws {
        let decoder = VipsDecoder(executor: executor, previews: [:])
        let all = try Self.golden(in: "odd")
        #expect(all.count == 13)
        for golden in all {
            let seen = try await pixels(of: "odd/" + golden.name, decoder, golden.fit, golden.kernel)
            // Dividing by alpha rounds, and so does stretching.
            let tolerance = ["tiled16-multiplied.tif", "grey-float-signed.tif"].contains(golden.name) ? 1 : 0
            let error = zip(seen, golden.pixels).map { abs(Int($0) - Int($1)) }.max()
            #expect(seen.count == golden.pixels.count && error! <= tolerance, "\(golden.name): \(error!)")
            let file = try Self.fixture("odd/" + golden.name)
            #expect(try await decoder.decode(file, for: Self.square, thumbnail: true).share == nil)
            #expect(try await decoder.size(of: file) == PixelSize(width: 41, height: 33))
        }
    }

    @Test func decodingAtAReducedSizeChangesLittle() async throws {
        let full = VipsDecoder(executor: executor, previews: [:], inFull: true)
        let reduced = VipsDecoder(executor: executor, previews: [:])
        let exact = try await pixels(of: "large.jpg", full, .shortest(12), .bicubic)
        let quick = try await pixels(of: "large.jpg", reduced, .shortest(12), .bicubic)
        #expect(exact != quick)
        let error = zip(exact, quick).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(Double(error) / Double(exact.count) < 2)
    }

    @Test func vectorInstructionsChangeNothing() {
        let (length, scaled) = (1000, 37)
        var random = SeededGenerator(seed: TestSeed.value)
        for kernel in ImageInput.Kernel.allCases {
            let taps = Taps(
                length: length, span: Double(length), scaled: scaled, cut: 0..<scaled, kernel: kernel, mirrored: false)
            let row = (0..<(3 * length)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            var fast = [UInt8](repeating: 0, count: 3 * scaled)
            var plain = fast
            taps.withTaps { evoke_resample_across(row, $0, &fast) }
            taps.withTaps { evoke_resample_across_portable(row, $0, &plain) }
            #expect(fast == plain)

            let weights: [Int32] = [1_500_000, -400_000, 3_000_000]
            fast = [UInt8](repeating: 0, count: length)
            plain = fast
            row.withUnsafeBufferPointer { row in
                let rows: [UnsafePointer<UInt8>?] = (0..<3).map { row.baseAddress! + $0 * length }
                evoke_resample_down(rows, weights, 3, length, &fast)
                evoke_resample_down_portable(rows, weights, 3, length, &plain)
            }
            #expect(fast == plain)
        }
    }

    /// Edges overshoot on both sides; bytes must not wrap around.
    @Test func overshootIsCutOff() {
        let taps = Taps(length: 4, span: 4, scaled: 40, cut: 0..<40, kernel: .bicubic, mirrored: false)
        let row: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255]
        var out = [UInt8](repeating: 7, count: 120)
        taps.withTaps { evoke_resample_across(row, $0, &out) }
        #expect(out.prefix(30).allSatisfy { $0 == 0 } && out.suffix(30).allSatisfy { $0 == 255 })
    }

    private func pixels(
        of name: String, _ decoder: VipsDecoder, _ fit: ImageInput.Fit, _ kernel: ImageInput.Kernel
    ) async throws -> [UInt8] {
        let input = ImageInput(size: Self.size, fit: fit, kernel: kernel, mean: [0, 0, 0], std: [1, 1, 1])
        let tensor = try await decoder.decode(Self.fixture(name), for: input).tensor
        let plane = tensor.count / 3
        return (0..<tensor.count).map { UInt8((tensor[$0 % 3 * plane + $0 / 3] * 255).rounded()) }
    }

    private static func golden(in folder: String = "golden") throws -> [Golden] {
        let text = try String(contentsOfFile: fixture("\(folder)/pixels.txt").display, encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            let fit = try #require(asFit(parts[1]))
            let kernel = try #require(ImageInput.Kernel(rawValue: parts[2]))
            return Golden(
                name: parts[0], fit: fit, kernel: kernel, pixels: Array(try #require(Data(base64Encoded: parts[3]))))
        }
    }

    private static func asFit(_ name: String) -> ImageInput.Fit? {
        if name == "squash" { return .squash }
        if name.hasPrefix("pad") { return UInt8(name.dropFirst(3)).map { .pad($0) } }
        return Int(name.dropFirst(8)).map { .shortest($0) }
    }

    private static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
