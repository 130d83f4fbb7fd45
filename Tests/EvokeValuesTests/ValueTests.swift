import EvokePorts
import EvokeValues
import Glibc
import Testing

@Suite struct ValueTests {
    @Test func embeddingsHaveUnitLengthAndAreCompared() throws {
        let left = try #require(Embedding(normalizing: [3, 0, 4], fingerprint: "f0"))
        let right = try #require(Embedding(normalizing: [0, 0, 2], fingerprint: "f0"))
        #expect(try left.values == [0.6, 0, 0.8] && abs(left.cosine(to: right) - 0.8) < 1e-6)
    }

    @Test(arguments: [[0, 0], [.nan, 1], [.infinity, 0], []] as [[Float]])
    func whatHasNoDirectionIsNoEmbedding(values: [Float]) {
        #expect(Embedding(normalizing: values, fingerprint: "f0") == nil)
    }

    @Test func vectorsOfTwoModelsAreNot() throws {
        let own = try #require(Embedding(normalizing: [1, 0], fingerprint: "f0"))
        for (values, fingerprint) in [([1, 0], "f1"), ([1, 0, 0], "f0"), ([1], "f0")] as [([Float], String)] {
            let other = try #require(Embedding(normalizing: values, fingerprint: fingerprint))
            for (left, right) in [(own, other), (other, own)] {
                let error = #expect(throws: EvokeError.self) { try left.cosine(to: right) }
                #expect(error?.kind == .wrongUsage)
                #expect(throws: EvokeError.self) { try Embedding.sum([(left, 1), (right, 1)]) }
            }
            #expect(own != other)
        }
    }

    @Test func whatCameFromElsewhereIsOfTheModelThatItsReaderNames() throws {
        let model = ModelID(name: "m", fingerprint: "f0", dimensions: 2)
        let received = try Embedding.received([0, 2], asOf: model)
        #expect(received == Embedding(normalizing: [0, 1], fingerprint: "f0"))
        for values in [[], [1], [1, 0, 0], [0, 0], [.nan, 1], [.infinity, 0]] as [[Float]] {
            let error = #expect(throws: EvokeError.self) { try Embedding.received(values, asOf: model) }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test func pixelsAreThreeOrFourBytesEach() throws {
        let size = PixelSize(width: 2, height: 3)
        #expect(try !Pixels([UInt8](repeating: 0, count: 18), size: size).hasAlpha)
        #expect(try Pixels([UInt8](repeating: 0, count: 24), size: size).hasAlpha)
        for (count, width, height) in [
            (17, 2, 3), (6, 2, 3), (0, 0, 3), (0, 2, 0), (12, -2, -2), (12, .max, 4), (0, .min, .min), (3, 1, .max),
        ] {
            let error = #expect(throws: EvokeError.self) {
                try Pixels([UInt8](repeating: 0, count: count), size: PixelSize(width: width, height: height))
            }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test(arguments: [
        ImageInput(size: PixelSize(width: 0, height: 2), fit: .squash, kernel: .bicubic, mean: zeros, std: ones),
        ImageInput(size: PixelSize(width: 2, height: -1), fit: .squash, kernel: .bicubic, mean: zeros, std: ones),
        ImageInput(size: PixelSize(width: .max, height: 2), fit: .squash, kernel: .bicubic, mean: zeros, std: ones),
        ImageInput(size: size, fit: .shortest(0), kernel: .bicubic, mean: zeros, std: ones),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: [], std: ones),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: zeros, std: []),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: zeros, std: [1]),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: zeros, std: [1, 1, 0]),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: [0, .nan, 0], std: ones),
        ImageInput(size: size, fit: .squash, kernel: .bicubic, mean: zeros, std: [1, .infinity, 1]),
    ]) func anInputThatCannotBeIsRefused(input: ImageInput) {
        let error = #expect(throws: EvokeError.self) { try input.check() }
        #expect(error?.kind == .wrongUsage)
    }

    private static let size = PixelSize(width: 2, height: 2)
    private static let zeros: [Float] = [0, 0, 0]
    private static let ones: [Float] = [1, 1, 1]

    @Test func numbersBelowZeroAreNoPhotos() {
        let photos = PhotoSet([PhotoID(-1), PhotoID(.min), PhotoID(3)])
        #expect(photos == PhotoSet([PhotoID(3)]) && !photos.contains(PhotoID(-1)))
    }

    /// `Int(_:)` ends the process over most of these.
    @Test(
        arguments: [
            (2.5, 3), (-0.4, 0), (.nan, 0), (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min),
        ] as [(Double, Int)])
    func anyFloatingNumberHasANearestWholeOne(value: Double, nearest: Int) {
        #expect(Int(nearest: value) == nearest && UInt8(nearest: value) == UInt8(clamping: nearest))
    }

    @Test func sharesOfCutPhotosAreShares() {
        #expect(
            [0.5, -1, 7, .nan, .infinity].map { TruncatedPhoto(path: DiskPath("/a"), share: $0).share } == [
                0.5, 0, 1, 0, 1,
            ])
    }
}
