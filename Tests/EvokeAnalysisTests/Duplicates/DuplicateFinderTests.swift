import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// How photos come into groups.
@Suite struct DuplicateFinderTests {
    private struct Photo {
        let pixels: Pixels
        var shot: Int64?
        var content: UInt64?
        var camera: String?
    }

    private func groups(
        _ photos: [Photo], _ kind: DuplicateGroup.Kind, comparedBefore compared: Int = 0
    ) async throws -> [[Int64]] {
        let fingerprints = try photos.map { try #require(PhotoFingerprint(of: $0.pixels)) }
        let traces = photos.enumerated().map { number, photo in
            PhotoTrace(
                PhotoID(Int64(number)), content: ContentDigest(high: 0, low: photo.content ?? 1_000 + UInt64(number)),
                size: PixelSize(width: 1_600, height: 1_200), bytes: Int64(1_000 - number), isOfCamera: true,
                taken: photo.shot.map { TakenDate(localSeconds: $0, source: .exifOriginal) }, camera: photo.camera,
                signature: FingerprintSignature(of: fingerprints[number]))
        }
        let resemblances = try await MadeUp.resemblances(of: traces, fingerprints, comparedBefore: compared)
        return DuplicateFinder(traces, resemblances).groups(of: [kind]).map { $0.photos.map(\.value).sorted() }
            .sorted { $0[0] < $1[0] }
    }

    /// A shot that is shifted and slanted a little.
    private func shot(_ number: Int, _ shift: Double, at second: Int64?, camera: String? = nil) -> Photo {
        let slope = 0.02 * shift
        let pixels = MadeUp.pixels(number) { x, y in
            (0.02 * shift + x + slope * (y - 0.5) * 0.75, y - slope * (x - 0.5) / 0.75)
        }
        return Photo(pixels: pixels, shot: second, camera: camera)
    }

    @Test func exactCopiesAreInTheGroupOfTheirPicture() async throws {
        let photos = [
            Photo(pixels: MadeUp.pixels(1), content: 7), Photo(pixels: MadeUp.pixels(2), content: 8),
            Photo(pixels: MadeUp.pixels(1), content: 7), Photo(pixels: MadeUp.pixels(1) { $0 + 9 }, content: 9),
            Photo(pixels: MadeUp.pixels(2), content: 8),
        ]
        #expect(try await groups(photos, .exact) == [[0, 2], [1, 4]])
        #expect(try await groups(photos, .same) == [[0, 2, 3]], "exact copies alone are not the same picture, too")
        #expect(try await groups(photos, .burst).isEmpty)
    }

    /// It may be a part of one that is there, have one that is there as a part, or be the best of all.
    @Test(arguments: 0..<5) func aNewOneComesToThoseThatWereCompared(last: Int) async throws {
        let cut = MadeUp.pixels(1, at: { (0.03 + 0.92 * $0, 0.05 + 0.92 * $1) })
        var photos = [
            Photo(pixels: MadeUp.pixels(1)), Photo(pixels: cut),
            Photo(pixels: MadeUp.pixels(1, at: { (1 - $0, 1 - $1) })),
            Photo(pixels: MadeUp.pixels(2)), Photo(pixels: MadeUp.pixels(2) { $0 + 9 }),
        ]
        photos.append(photos.remove(at: last))
        let groups = try await groups(photos, .same, comparedBefore: 4)
        #expect(groups.map(\.count).sorted() == [2, 3])
        #expect(try await self.groups(photos, .same) == groups)
    }

    @Test func shotsAreOneMomentWhereTheyAreSecondsApart() async throws {
        let burst = [shot(1, 0, at: 100), shot(1, 1, at: 101), shot(1, -1, at: 103)]
        #expect(try await groups(burst, .burst) == [[0, 1, 2]])
        #expect(try await groups(burst, .same).isEmpty)
        // A minute is no moment; of something else; by another camera.
        for others in [
            [burst[0], shot(1, 1, at: 160)], [burst[0], shot(2, 1, at: 101)],
            [shot(1, 0, at: 100, camera: "A"), shot(1, 1, at: 101, camera: "B")],
        ] { #expect(try await groups(others, .burst).isEmpty) }
    }

    @Test func aMomentIsNoChain() async throws {
        let chain = (0..<4).map { shot(1, 0.5 * Double($0), at: 100 + 4 * Int64($0)) }
        #expect(try await groups(chain, .burst) == [[0, 1], [2, 3]])
    }

    @Test func whatHasNoDateComesByItsLikeness() async throws {
        #expect(try await groups([shot(1, 0, at: nil), shot(1, 1, at: nil)], .burst) == [[0, 1]])
        #expect(
            try await groups([shot(1, 0, at: 100), shot(1, 1, at: 101), shot(1, 0.6, at: nil)], .burst) == [[0, 1, 2]])
    }

    @Test func ofAPictureThatIsThereTwiceOneIsInTheBurst() async throws {
        let first = shot(1, 0, at: 100)
        let copy = Photo(pixels: MadeUp.pixels(1) { $0 + 9 }, shot: 100)
        #expect(try await groups([first, copy, shot(1, 1, at: 101)], .burst) == [[0, 2]])
    }

    /// One that was cut may resemble all copies but the best; what resembles one of many does not belong to them.
    @Test(arguments: [nil, 100] as [Int64?])
    func whatResemblesMostOfAGroupIsInIt(shot: Int64?) {
        let traces = (0..<5).map { number in
            PhotoTrace(
                PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
                size: PixelSize(width: 100 - number, height: 100), bytes: 9, isOfCamera: true,
                taken: number == 3 ? shot.map { TakenDate(localSeconds: $0, source: .exifOriginal) } : nil, camera: nil,
                signature: nil)
        }
        func same(_ number: UInt64) -> Resemblance { Resemblance(ContentDigest(high: 0, low: number), .samePicture) }
        let resemblances = [
            1: [same(0)], 2: [same(0)], 3: [same(1), same(2)], 4: [same(1)],
        ].map { (ContentDigest(high: 0, low: UInt64($0.key)), $0.value) }
        let found = DuplicateFinder(traces, Dictionary(uniqueKeysWithValues: resemblances)).groups(of: [.same])
        // What a camera dates may be another shot of it.
        #expect(found.map { $0.photos.map(\.value) } == [shot == nil ? [0, 1, 2, 3] : [0, 1, 2]])
    }
}
