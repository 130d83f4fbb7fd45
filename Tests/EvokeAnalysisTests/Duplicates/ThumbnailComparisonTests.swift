import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Pictures that are no pages, of which looks are nearly the same: their thumbnails decide.
@Suite struct ThumbnailComparisonTests {
    private struct Verdict: Equatable {
        /// Where no thumbnail is there.
        let byLooks: Bool
        let byThumbnails: Bool
        let areThumbnailsRead: Bool
    }

    private struct Reading: Error {}

    private static let overruled = Verdict(byLooks: false, byThumbnails: true, areThumbnailsRead: true)
    private static let confirmed = Verdict(byLooks: false, byThumbnails: false, areThumbnailsRead: true)

    /// Whether both are the same picture.
    ///
    /// - Parameter thumbnail: the second's, where it is another than what its look is made of.
    private func verdict(
        _ first: Pixels, _ second: Pixels, shots: [Int64?] = [nil, nil], thumbnail: Pixels? = nil
    ) async throws -> Verdict {
        let fingerprints = try [first, second].map { try #require(PhotoFingerprint(of: $0)) }
        try #require(fingerprints.filter(\.isMostlyOneLight).isEmpty, "one might be a page")
        let traces = fingerprints.enumerated().map { number, fingerprint in
            PhotoTrace(
                PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
                size: PixelSize(width: 1_600, height: 1_200), bytes: Int64(1_000 - number), isOfCamera: true,
                taken: shots[number].map { TakenDate(localSeconds: $0, source: .exifOriginal) }, camera: nil,
                signature: FingerprintSignature(of: fingerprint))
        }
        func areSame(_ pictures: @escaping FingerprintComparer.PictureReading) async throws -> Bool {
            let found = try await MadeUp.resemblances(of: traces, fingerprints, pictures: pictures)
            return DuplicateFinder(traces, found).groups(of: [.same]).count == 1
        }
        let kept = [ContentDigest(high: 0, low: 0): first, ContentDigest(high: 0, low: 1): thumbnail ?? second]
        var areRead = false
        do { _ = try await areSame { _ in throw Reading() } } catch is Reading { areRead = true }
        return Verdict(
            byLooks: try await areSame { _ in [:] }, byThumbnails: try await areSame { _ in kept },
            areThumbnailsRead: areRead)
    }

    @Test(arguments: [1, 4]) func aLineOverAPictureIsNoOtherPicture(_ number: Int) async throws {
        let picture = MadeUp.grained(number)
        let lined = picture.with(light: 255, across: 40..<160, down: 200..<208)
        #expect(try await verdict(picture, lined) == Self.overruled)
    }

    @Test(arguments: [1, 4]) func aBlockOverAPictureMakesItAnother(_ number: Int) async throws {
        let picture = MadeUp.grained(number)
        let covered = picture.with(light: 200, across: 40..<70, down: 100..<130)
        #expect(try await verdict(picture, covered) == Self.confirmed)
    }

    @Test(arguments: [1, 4]) func anotherGrainIsAnotherPicture(_ number: Int) async throws {
        let (one, other) = (MadeUp.grained(number, strength: 20), MadeUp.grained(number, grain: 2, strength: 20))
        #expect(try await verdict(one, other) == Self.confirmed)
    }

    /// By the tangent of the angle.
    @Test func aTurnIsMeasuredInThumbnails() async throws {
        func turned(by slope: Double) -> Pixels {
            MadeUp.grained(1) { x, y in (x + slope * (y - 0.5) * 0.75, y - slope * (x - 0.5) / 0.75) }
        }
        #expect(try await verdict(MadeUp.grained(1), turned(by: 0.0025)) == Self.overruled)
        #expect(try await verdict(MadeUp.grained(1), turned(by: 0.01)) == Self.confirmed)
    }

    /// Noise hides from looks how far one is turned.
    @Test(arguments: [5, 9, 11]) func whatSeemsTurnedAndDoesNotFitIsAnother(_ number: Int) async throws {
        let (slope, strength, squares) = (0.003, 8.0, 320.0)
        let one = MadeUp.grained(number, strength: strength, squares: squares)
        let other = MadeUp.grained(number, grain: 2, strength: strength, squares: squares) { x, y in
            (x + slope * (y - 0.5) * 0.75, y - slope * (x - 0.5) / 0.75)
        }
        #expect(try await verdict(one, other) == Verdict(byLooks: true, byThumbnails: true, areThumbnailsRead: true))
        #expect(
            try await verdict(one, other, thumbnail: MadeUp.pixels(number + 9, width: 320, height: 240))
                == Verdict(byLooks: true, byThumbnails: false, areThumbnailsRead: true))
    }

    @Test func ofTwoShotsNoThumbnailIsRead() async throws {
        let picture = MadeUp.grained(1)
        let lined = picture.with(light: 255, across: 40..<160, down: 200..<208)
        #expect(
            try await verdict(picture, lined, shots: [100, 900])
                == Verdict(byLooks: false, byThumbnails: false, areThumbnailsRead: false))
        #expect(try await verdict(picture, lined, shots: [100, nil]) == Self.overruled)
    }
}

extension MadeUp {
    /// With squares upon it that are lighter or darker by so much; of so many in a row, each is about as large as a pixel
    /// of a look.
    fileprivate static func grained(
        _ number: Int, grain: UInt64 = 1, strength: Double = 35, squares: Double = 60,
        at place: (Double, Double) -> (Double, Double) = { ($0, $1) }
    ) -> Pixels {
        let soft = pixels(number, width: 320, height: 240, at: place)
        var bytes = soft.bytes
        for pixel in 0..<320 * 240 {
            let (x, y) = place((Double(pixel % 320) + 0.5) / 320, (Double(pixel / 320) + 0.5) / 240)
            let square = Int((squares * x).rounded(.down)) &* 1_000 &+ Int((0.75 * squares * y).rounded(.down))
            var state = UInt64(truncatingIfNeeded: square) &* 0x9E37_79B9_7F4A_7C15 &+ grain &* 0xC2B2_AE3D_27D4_EB4F
            state = (state ^ state >> 31) &* 0xBF58_476D_1CE4_E5B9
            let change = (state ^ state >> 29) & 1 == 0 ? strength : -strength
            for byte in 3 * pixel..<3 * pixel + 3 {
                bytes[byte] = UInt8(min(max(Double(bytes[byte]) + change, 0), 255))
            }
        }
        return try! Pixels(bytes, size: soft.size)
    }
}
