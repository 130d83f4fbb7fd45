import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// What counts as the same picture, and what does not.
@Suite struct LikenessTests {
    private let size = PixelSize(width: 1_600, height: 1_200)

    private func found(_ pixels: [Pixels], shots: [Int64?] = []) async throws -> [[Int]] {
        let fingerprints = try pixels.map { try #require(PhotoFingerprint(of: $0)) }
        let traces = fingerprints.enumerated().map { number, fingerprint in
            let size = pixels[number].size
            return PhotoTrace(
                PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
                size: PixelSize(width: 10 * size.width, height: 10 * size.height), bytes: Int64(1_000 - number),
                isOfCamera: true,
                taken: shots.isEmpty ? nil : shots[number].map { TakenDate(localSeconds: $0, source: .exifOriginal) },
                camera: nil, signature: FingerprintSignature(of: fingerprint))
        }
        return DuplicateFinder(traces, try await MadeUp.resemblances(of: traces, fingerprints)).groups(of: [.same])
            .map { $0.photos.map { Int($0.value) }.sorted() }
    }

    private func isSame(_ changed: Pixels, of number: Int) async throws -> Bool {
        try await found([MadeUp.pixels(number), changed]) == [[0, 1]]
    }

    @Test(arguments: 1...3) func itStandsChanges(_ number: Int) async throws {
        // Smaller, brighter, cut, turned, and upside down.
        for changed in [
            MadeUp.pixels(number, width: 64, height: 48), MadeUp.pixels(number) { 1.2 * $0 + 5 },
            MadeUp.pixels(number, at: { (0.04 + 0.93 * $0, 0.02 + 0.93 * $1) }),
            MadeUp.pixels(number, width: 120, height: 160, at: { ($1, 1 - $0) }),
            MadeUp.pixels(number, at: { (1 - $0, 1 - $1) }),
        ] { #expect(try await isSame(changed, of: number)) }
    }

    /// Pictures of one motif are often mirror images of each other.
    @Test(arguments: 1...3) func aMirrorImageIsAnotherPicture(_ number: Int) async throws {
        for mirrored in [
            MadeUp.pixels(number, at: { (1 - $0, $1) }), MadeUp.pixels(number, at: { ($0, 1 - $1) }),
            MadeUp.pixels(number, width: 120, height: 160, at: { ($1, $0) }),
        ] { #expect(try await !isSame(mirrored, of: number)) }
    }

    @Test(arguments: 1...3) func anotherShotIsAnotherPicture(_ number: Int) async throws {
        let slope = 0.03
        for (way, other) in [
            (
                "turned by two degrees",
                MadeUp.pixels(number) { x, y in (x + slope * (y - 0.5) * 0.75, y - slope * (x - 0.5) / 0.75) }
            ),
            ("a fifth is cut off", MadeUp.pixels(number) { x, y in (0.09 + 0.82 * x, 0.09 + 0.82 * y) }),
            ("stretched", MadeUp.pixels(number) { x, y in (x, 0.04 + 0.92 * y) }),
            ("of something else", MadeUp.pixels(number + 100)),
            (
                "a quarter of each side shows something else",
                MadeUp.pixels(number).with(MadeUp.pixels(number + 50), across: 60..<100, down: 45..<75)
            ),
        ] as [(String, Pixels)] { #expect(try await !isSame(other, of: number), "\(way)") }
    }

    /// Steps of light from left to right, of which the lightest become white.
    @Test func whatIsBurntOutIsNoOtherPicture() throws {
        func steps(_ gain: Int) throws -> PhotoFingerprint {
            let (side, square) = (128, 8)
            var bytes: [UInt8] = []
            for pixel in 0..<side * side {
                let (column, row) = (pixel % side / square, pixel / side / square)
                let light = 150 + 10 * ((7 * column + 5 * row + column * row) % 11)
                bytes += [UInt8](repeating: UInt8(min(light * gain / 100, 255)), count: 3)
            }
            return try #require(PhotoFingerprint(of: try Pixels(bytes, size: PixelSize(width: side, height: side))))
        }
        let fingerprints = (try steps(100), try steps(125))
        let likeness = try #require(
            Likeness(
                FingerprintPlanes(fingerprints.0), FingerprintPlanes(fingerprints.1), fingerprints: fingerprints,
                sizes: (size, size), turn: .none,
                from: FingerprintSignature.frame(ofPart: 0)))
        #expect(likeness.correlation < 0.95, "of the whole of it")
        #expect(likeness.clearCorrelation > 0.98 && likeness.isSamePicture)
    }

    @Test func twoShotsOfDifferentSecondsAreNeverTheSame() async throws {
        let pictures = [MadeUp.pixels(1), MadeUp.pixels(1) { $0 + 3 }, MadeUp.pixels(1) { $0 - 3 }]
        // Of three, one of both shots is the copy.
        for (shots, groups) in [
            ([100, 101], []), ([100, 100], [[0, 1]]), ([100, nil], [[0, 1]]), ([nil, 100, 101], [[0, 1]]),
        ] as [([Int64?], [[Int]])] {
            #expect(try await found(Array(pictures.prefix(shots.count)), shots: shots) == groups)
        }
    }

    @Test func emptyPicturesResembleNothing() async throws {
        let size = PixelSize(width: 80, height: 60)
        let white = try Pixels([UInt8](repeating: 255, count: 14_400), size: size)
        let gray = try Pixels([UInt8](repeating: 128, count: 14_400), size: size)
        #expect(try await found([white, gray, white]).isEmpty)
    }
}

extension MadeUp {
    static func pixels(_ number: Int, light: (Double) -> Double) -> Pixels {
        pixels(number, width: 160, height: 120, light: light)
    }

    static func pixels(_ number: Int, at place: (Double, Double) -> (Double, Double)) -> Pixels {
        pixels(number, width: 160, height: 120, at: place)
    }
}

extension Pixels {
    /// With a part of another picture of the same size in its place.
    fileprivate func with(_ other: Pixels, across columns: Range<Int>, down rows: Range<Int>) -> Pixels {
        var bytes = bytes
        for row in rows {
            let part = 3 * (row * size.width + columns.lowerBound)..<3 * (row * size.width + columns.upperBound)
            bytes.replaceSubrange(part, with: other.bytes[part])
        }
        return try! Pixels(bytes, size: size)
    }
}
