import EvokePorts
public import EvokeValues
import Testing

extension CatalogConformance {
    /// Looks go with the content that they are of.
    func checkLooks() async throws {
        let catalog = try await make()
        let (house, boat) = (folder.appending("a.jpg"), folder.appending("b.png"))
        try await catalog.record(
            [encoded(house, 1, [1, 0, 0, 0]), encoded(boat, 2, [1, 0, 0, 0])], model: .fake)
        let first = try #require(try await catalog.photo(at: house))
        let second = try #require(try await catalog.photo(at: boat))
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        #expect(try await catalog.countWithoutLook() == 2)
        #expect(try await catalog.photosWithoutLook(after: PhotoID(-1), limit: 1).map(\.id) == [first])
        #expect(try await catalog.photosWithoutLook(after: first, limit: 9).map(\.id) == [second])
        #expect(try await catalog.traces().map(\.signature) == [nil, nil])

        let (light, dark) = (KeptLook.fake(200), KeptLook.fake(9))
        try await catalog.note([one: light, two: dark, ContentDigest(high: 9, low: 9): dark])
        #expect(try await catalog.countWithoutLook() == 0)
        #expect(try await catalog.looks(of: [first, second, PhotoID(99)]) == [first: light.look, second: dark.look])
        var facts = PhotoFacts()
        facts.camera = Camera(make: nil, model: "X100")
        facts.taken = TakenDate(localSeconds: 7, source: .exifOriginal)
        try await catalog.record([.described(house, facts, .none)], model: .fake)
        let traces = try await catalog.traces()
        #expect(traces.map(\.photo) == [first, second])
        #expect(traces.map(\.signature) == [light.signature, dark.signature])
        #expect(traces.map(\.content) == [one, two] && traces.map(\.size) == [size, size])
        #expect(traces.map(\.isOfCamera) == [true, false])
        #expect(traces.map(\.shot) == [7, nil] && traces.map(\.camera) == ["X100", nil])
        #expect(traces.map(\.bytes) == [stamp(1).size, stamp(2).size])

        try await catalog.note([two: light])
        #expect(try await catalog.looks(of: [second]) == [second: light.look])
        try await catalog.record([encoded(boat, 3, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.looks(of: [second]).isEmpty, "another picture has another look")
        #expect(try await catalog.photosWithoutLook(after: PhotoID(-1), limit: 9).map(\.id) == [second])
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.traces().map(\.photo) == [second])
        _ = try await catalog.forget(under: house)
        #expect(try await catalog.looks(of: [first]).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
    }
}

extension KeptLook {
    /// A look of that lightness, which resembles nothing.
    public static func fake(_ light: UInt8) -> KeptLook {
        let lights = (0..<PhotoLook.side * PhotoLook.side).map { UInt8(truncatingIfNeeded: $0) ^ light }
        let tint = (0..<2 * PhotoLook.tintSide * PhotoLook.tintSide).map { Int8(truncatingIfNeeded: $0 - 64) }
        let signs = SIMD8<UInt64>(1, 2, 3, 4, 5, 6, 7, UInt64.max - UInt64(light))
        return KeptLook(
            PhotoLook(light: lights, tint: tint, sharpness: 515)!, LookSignature(signs: signs, weak: signs &* 3))
    }
}
