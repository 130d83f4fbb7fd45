import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ImagingVips

/// An answer or an error, never a crash.
@Suite struct PictureDamageTests {
    private let folder = TemporaryFolder()
    private let decoder = VipsDecoder(executor: BlockingExecutor(width: 4), previews: [:])
    private let input = ImageInput(
        size: PixelSize(width: 32, height: 32), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])

    @Test func fiveHundredDamagedFilesHarmNothing() async throws {
        var refused = 0
        for damaged in try DamagedFile.make(500) {
            let file = try folder.write(damaged.name, damaged.bytes)
            do {
                #expect(try await decoder.decode(file, for: input).tensor.count == 3 * 32 * 32)
            } catch let error as EvokeError {
                refused += 1
                #expect([.damaged, .unsupported, .tooLarge].contains(error.kind), "\(error)")
            }
        }
        #expect(refused > 200)
    }

    /// Those that libvips does not take on itself, and those that are shown without their end.
    @Test(arguments: ["odd", "cut"]) func damagedOddFilesHarmNothing(kind: String) async throws {
        let fixtures = DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(kind)")
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.display).filter { $0 != "pixels.txt" }
        var random = SeededGenerator(seed: TestSeed.value)
        var (shown, refused) = (0, 0)
        for name in names.sorted() {
            let intact = try FileSystem.read(fixtures.appending(name))
            for number in 0..<Self.damagesOfEach {
                let file = try folder.write(name, DamagedFile.damage(intact, in: number % 3, using: &random))
                do {
                    let image = try await decoder.decode(file, for: input, thumbnail: true)
                    #expect(image.tensor.count == 3 * 32 * 32 && image.share.map { $0 * 3 >= 1 && $0 <= 1 } != false)
                    shown += 1
                } catch let error as EvokeError {
                    #expect([.damaged, .unsupported, .tooLarge].contains(error.kind), "\(error)")
                    refused += 1
                }
            }
        }
        #expect(shown > 100 && refused > 100, "\(shown) shown, \(refused) refused")
    }

    private static let damagesOfEach = 100
}
