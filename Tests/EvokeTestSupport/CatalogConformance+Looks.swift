public import EvokePorts
import EvokeValues
import Testing

/// Looks go with the content that they are of.
extension CatalogConformance {
    static let ofFingerprints = [
        Check("whoever follows looks hears of new ones", Self.tellsOfLooks),
        Check("whoever follows looks hears of dates and contents", Self.tellsOfDatesOfLooks),
        Check("of too many looks that have changed nothing is told", Self.tellsOfManyLooks),
    ]

    private func fillLooks() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.png")
        try await catalog.record([content(1): .fake(1), content(2): .fake(2)], as: .fingerprint)
        return ids
    }

    /// What has changed since, told with the state of now.
    private func news(
        since stamp: inout VectorStamp, limit: Int = 9
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)]? {
        let news = try await catalog.fingerprintChanges(since: stamp, comparedBy: 1, limit: limit)
        stamp = news.stamp
        return news.traces
    }

    func tellsOfLooks() async throws {
        _ = try await fill("a.jpg", "b.png")
        let first = try await catalog.fingerprintChanges(since: nil, comparedBy: 1, limit: 9)
        var stamp = first.stamp
        let nothing = try await news(since: &stamp)
        #expect(first.traces == nil && nothing?.isEmpty == true)
        try await catalog.record([content(1): .fake(1)], as: .fingerprint)
        let fingerprint = try await news(since: &stamp)
        #expect(fingerprint?.map(\.trace.content) == [content(1)] && fingerprint?.map(\.isCompared) == [false])
        #expect(fingerprint?.map(\.trace.signature) == [StoredFingerprint.fake(1).signature])
        let unknown = VectorStamp(number: stamp.number, token: stamp.token ^ 1)
        #expect(try await catalog.fingerprintChanges(since: unknown, comparedBy: 1, limit: 9).traces == nil)
    }

    func tellsOfManyLooks() async throws {
        _ = try await fill("a.jpg", "b.png")
        let first = try await catalog.fingerprintChanges(since: nil, comparedBy: 1, limit: 9).stamp
        try await catalog.record([content(1): .fake(1)], as: .fingerprint)
        try await catalog.record([content(1): []], by: 1)
        try await catalog.record([content(1): .fake(3), content(2): .fake(2)], as: .fingerprint)
        let fingerprints = try await catalog.fingerprintChanges(since: first, comparedBy: 1, limit: 2).traces
        #expect(fingerprints?.map(\.trace.content) == [content(1), content(2)])
        #expect(fingerprints?.map(\.isCompared) == [true, false])
        #expect(fingerprints?.first?.trace.signature == StoredFingerprint.fake(3).signature)
        #expect(try await catalog.fingerprintChanges(since: first, comparedBy: 1, limit: 1).traces == nil)
    }

    func tellsOfDatesOfLooks() async throws {
        _ = try await fillLooks()
        try await catalog.record([content(1): []], by: 1)
        var stamp = try await catalog.fingerprintChanges(since: nil, comparedBy: 1, limit: 9).stamp
        try await record([.described(path("a.jpg"), (taken(8), .none))])
        let dated = try await news(since: &stamp)
        #expect(dated?.map(\.trace.shot) == [8] && dated?.map(\.isCompared) == [false])
        try await record([encoded("b.png", 3)])
        #expect(try await news(since: &stamp)?.isEmpty == true, "another picture has no look yet")
    }
}

/// What was found to be alike goes with the content, and counts as long as the judge and the date are the same.
extension CatalogConformance {
    static let ofComparisons = [
        Check("photos with looks wait to be compared", Self.waitsForComparisons),
        Check("traces say what copies are looked for by", Self.tracesLooks),
        Check("each judge judges for itself", Self.comparesByJudges),
        Check("another date is another moment", Self.comparesAnew),
        Check("what two photos hold is known", Self.knowsContentsHeldTwice),
        Check("what is alike goes with the content", Self.dropsComparisons),
    ]

    private func waiting(for judge: Int64 = 1) async throws -> [PhotoID] {
        let traces = try await catalog.tracesWithFingerprint(comparedBy: judge, after: PhotoID(-1), limit: 9)
        let waiting = traces.filter { !$0.isCompared }.map(\.trace.photo)
        #expect(try await catalog.countNotCompared(by: judge) == waiting.count)
        return waiting
    }

    private var alike: [Resemblance] { [Resemblance(content(1), [.samePicture, .takenTogether])] }

    func waitsForComparisons() async throws {
        let ids = try await fill("a.jpg", "b.png")
        #expect(try await waiting().isEmpty, "who has no look is not compared yet")
        try await catalog.record([content(1): .fake(1), content(2): .fake(2)], as: .fingerprint)
        #expect(try await waiting() == ids)
        try await catalog.record([content(1): [], content(2): alike, content(99): alike], by: 1)
        #expect(try await waiting().isEmpty)
        #expect(try await catalog.resemblances(by: 1) == [content(2): alike])
    }

    func tracesLooks() async throws {
        let ids = try await fillLooks()
        var metadata = taken(7)
        metadata.camera = Camera(make: nil, model: "X100")
        try await record([.described(path("a.jpg"), (metadata, .none))])
        let traces = try await catalog.tracesWithFingerprint(comparedBy: 1, after: PhotoID(-1), limit: 9).map(\.trace)
        #expect(traces.map(\.photo) == ids && traces.map(\.content) == [content(1), content(2)])
        #expect(traces.map(\.signature) == [StoredFingerprint.fake(1).signature, StoredFingerprint.fake(2).signature])
        #expect(traces.map(\.size) == [size, size] && traces.map(\.bytes) == [stamp(1).size, stamp(2).size])
        #expect(traces.map(\.isOfCamera) == [true, false])
        #expect(traces.map(\.shot) == [7, nil] && traces.map(\.camera) == ["X100", nil])
        let parts = [
            try await catalog.tracesWithFingerprint(comparedBy: 1, after: ids[0], limit: 9),
            try await catalog.tracesWithFingerprint(comparedBy: 1, after: PhotoID(-1), limit: 1),
        ]
        #expect(parts.map { $0.map(\.trace.photo) } == [[ids[1]], [ids[0]]])
    }

    func comparesByJudges() async throws {
        let ids = try await fillLooks()
        try await catalog.record([content(1): [], content(2): alike], by: 1)
        #expect(try await waiting(for: 2) == ids)
        #expect(try await catalog.resemblances(by: 2).isEmpty)
    }

    func comparesAnew() async throws {
        let ids = try await fillLooks()
        try await catalog.record([content(1): [], content(2): alike], by: 1)
        try await record([.described(path("a.jpg"), (taken(8), .none))])
        #expect(try await waiting() == [ids[0]])
        let moment = [Resemblance(content(2), .oneMoment)]
        try await catalog.record([content(1): moment], by: 1)
        #expect(try await catalog.resemblances(by: 1) == [content(1): moment, content(2): alike])
    }

    func knowsContentsHeldTwice() async throws {
        let ids = try await fillLooks()
        try await catalog.record([content(1): [], content(2): []], by: 1)
        #expect(try await catalog.contentsHeldTwice().isEmpty)
        try await record([.copied(path("c.jpg"), stamp(4), known(1))])
        #expect(try await catalog.contentsHeldTwice() == [content(1)])
        var counts: [Int] = []
        for numbers in [[1, 99], [1, 2]] as [[UInt64]] {
            counts.append(try await catalog.traces(of: numbers.map(content)).count)
        }
        #expect(counts == [2, 3])
        #expect(try await waiting().isEmpty, "a copy has no look yet")
        try await record([.vanished(ids[1])])
        #expect(try await catalog.traces(of: [content(2)]).isEmpty)
    }

    func dropsComparisons() async throws {
        let ids = try await fillLooks()
        let moment = [Resemblance(content(2), .oneMoment)]
        try await catalog.record([content(1): moment, content(2): alike], by: 1)
        try await record([.vanished(ids[1])])
        #expect(try await catalog.resemblances(by: 1).count == 2, "its disk may come back")
        try await record([encoded("b.png", 3)])
        #expect(try await catalog.resemblances(by: 1) == [content(1): moment])
        _ = try await catalog.forget(under: path("a.jpg"))
        #expect(try await catalog.resemblances(by: 1).isEmpty)
    }
}

extension StoredFingerprint {
    /// A look of that lightness, which resembles nothing.
    public static func fake(_ light: UInt8) -> StoredFingerprint {
        let lights = (0..<PhotoFingerprint.side * PhotoFingerprint.side).map { UInt8(truncatingIfNeeded: $0) ^ light }
        let tint = (0..<2 * PhotoFingerprint.tintSide * PhotoFingerprint.tintSide).map {
            Int8(truncatingIfNeeded: $0 - 64)
        }
        let signs = SIMD8<UInt64>(1, 2, 3, 4, 5, 6, 7, UInt64.max - UInt64(light))
        return StoredFingerprint(
            PhotoFingerprint(light: lights, tint: tint, sharpness: 515)!,
            FingerprintSignature(signs: signs, weak: signs &* 3))
    }
}
