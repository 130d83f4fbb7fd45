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
        let (light, dark) = (KeptLook.fake(200), KeptLook.fake(9))
        try await catalog.note([one: light, two: dark, ContentDigest(high: 9, low: 9): dark])
        #expect(try await catalog.countWithoutLook() == 0)
        let looks = try await catalog.looks(of: [one, two, ContentDigest(high: 9, low: 9)])
        #expect(looks == [one: light.look, two: dark.look])

        try await catalog.note([two: light])
        #expect(try await catalog.looks(of: [two]) == [two: light.look])
        try await catalog.record([encoded(boat, 3, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.looks(of: [two]).isEmpty, "another picture has another look")
        #expect(try await catalog.photosWithoutLook(after: PhotoID(-1), limit: 9).map(\.id) == [second])
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.looks(of: [one]).count == 1, "its disk may come back")
        _ = try await catalog.forget(under: house)
        #expect(try await catalog.looks(of: [one]).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// What was found to be alike goes with the content, and counts as long as the judge and the date are the same.
    func checkComparisons() async throws {
        let catalog = try await make()
        let (house, boat) = (folder.appending("a.jpg"), folder.appending("b.png"))
        let copy = folder.appending("c.jpg")
        try await catalog.record(
            [encoded(house, 1, [1, 0, 0, 0]), encoded(boat, 2, [1, 0, 0, 0])], model: .fake)
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        let first = try #require(try await catalog.photo(at: house))
        let numbers = [first, try #require(try await catalog.photo(at: boat))]
        func waiting(_ judge: Int64 = 1) async throws -> [Int64] {
            let traces = try await catalog.tracesWithLook(comparedBy: judge, after: PhotoID(-1), limit: 9)
            let count = try await catalog.countNotCompared(by: judge)
            let found = traces.filter { !$0.isCompared }.map(\.trace.photo.value)
            #expect(found.count == count)
            return found
        }
        #expect(try await waiting().isEmpty, "who has no look is not compared yet")
        try await catalog.note([one: .fake(1), two: .fake(2)])
        #expect(try await waiting() == numbers.map(\.value))
        var facts = PhotoFacts()
        facts.camera = Camera(make: nil, model: "X100")
        facts.taken = TakenDate(localSeconds: 7, source: .exifOriginal)
        try await catalog.record([.described(house, facts, .none)], model: .fake)
        let traces = try await catalog.tracesWithLook(comparedBy: 1, after: PhotoID(-1), limit: 9).map(\.trace)
        #expect(traces.map(\.photo) == numbers)
        #expect(traces.map(\.signature) == [KeptLook.fake(1).signature, KeptLook.fake(2).signature])
        #expect(traces.map(\.content) == [one, two] && traces.map(\.size) == [size, size])
        #expect(traces.map(\.isOfCamera) == [true, false])
        #expect(traces.map(\.shot) == [7, nil] && traces.map(\.camera) == ["X100", nil])
        #expect(traces.map(\.bytes) == [stamp(1).size, stamp(2).size])
        #expect(try await catalog.tracesWithLook(comparedBy: 1, after: numbers[0], limit: 9).count == 1)
        #expect(try await catalog.tracesWithLook(comparedBy: 1, after: PhotoID(-1), limit: 1).count == 1)

        let alike = [Resemblance(one, [.samePicture, .takenTogether])]
        try await catalog.note([one: [], two: alike, ContentDigest(high: 9, low: 9): alike], by: 1)
        #expect(try await waiting().isEmpty)
        #expect(try await catalog.resemblances(by: 1) == [two: alike])
        #expect(try await waiting(2) == numbers.map(\.value), "another judge judges again")
        #expect(try await catalog.resemblances(by: 2).isEmpty)
        facts.taken = TakenDate(localSeconds: 8, source: .exifOriginal)
        try await catalog.record([.described(house, facts, .none)], model: .fake)
        #expect(try await waiting() == [numbers[0].value], "another date is another moment")
        try await catalog.note([one: [Resemblance(two, .oneMoment)]], by: 1)
        #expect(try await catalog.resemblances(by: 1) == [one: [Resemblance(two, .oneMoment)], two: alike])
        #expect(try await catalog.check { _ in }.isInOrder)

        #expect(try await catalog.contentsHeldTwice().isEmpty)
        let known = try #require(try await catalog.known(one, model: .fake))
        try await catalog.record([.copied(copy, stamp(4), known)], model: .fake)
        #expect(try await catalog.contentsHeldTwice() == [one])
        #expect(try await catalog.traces(of: [one, ContentDigest(high: 9, low: 9)]).count == 2)
        #expect(try await catalog.traces(of: [one, two]).count == 3)
        #expect(try await waiting().isEmpty, "a copy has no look yet")
        try await catalog.record([.vanished(numbers[1])], model: .fake)
        #expect(try await catalog.traces(of: [two]).isEmpty)
        #expect(try await catalog.resemblances(by: 1).count == 2, "its disk may come back")
        try await catalog.record([encoded(boat, 3, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.resemblances(by: 1) == [one: [Resemblance(two, .oneMoment)]])
        _ = try await catalog.forget(under: house)
        _ = try await catalog.forget(under: copy)
        #expect(try await catalog.resemblances(by: 1).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
    }
}

extension CatalogConformance {
    /// Whoever follows looks hears of each photo whose look, date or content has changed, unless that state is not
    /// remembered.
    func checkLookNews() async throws {
        let catalog = try await make()
        let (house, boat) = (folder.appending("a.jpg"), folder.appending("b.png"))
        try await catalog.record(
            [encoded(house, 1, [1, 0, 0, 0]), encoded(boat, 2, [1, 0, 0, 0])], model: .fake)
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        let first = try await catalog.lookNews(since: nil, comparedBy: 1, limit: 9)
        #expect(first.traces == nil)
        var stamp = first.stamp
        func news(limit: Int = 9) async throws -> [(trace: PhotoTrace, isCompared: Bool)]? {
            let news = try await catalog.lookNews(since: stamp, comparedBy: 1, limit: limit)
            stamp = news.stamp
            return news.traces
        }
        guard try await news() != nil else { return }
        #expect(try await news()?.isEmpty == true, "nothing has happened")
        try await catalog.note([one: .fake(1)])
        let look = try await news()
        #expect(look?.map(\.trace.content) == [one] && look?.map(\.isCompared) == [false])
        #expect(look?.map(\.trace.signature) == [KeptLook.fake(1).signature])
        try await catalog.note([one: []], by: 1)
        _ = try await news()
        try await catalog.note([one: .fake(3), two: .fake(2)])
        let looks = try await news()
        #expect(looks?.map(\.trace.content) == [one, two] && looks?.map(\.isCompared) == [true, false])
        #expect(looks?.first?.trace.signature == KeptLook.fake(3).signature)
        #expect(try await catalog.lookNews(since: first.stamp, comparedBy: 1, limit: 1).traces == nil, "too many")
        #expect(try await catalog.lookNews(since: first.stamp, comparedBy: 1, limit: 2).traces?.count == 2)

        var facts = PhotoFacts()
        facts.taken = TakenDate(localSeconds: 8, source: .exifOriginal)
        try await catalog.record([.described(house, facts, .none)], model: .fake)
        let dated = try await news()
        #expect(dated?.map(\.trace.shot) == [8] && dated?.map(\.isCompared) == [false])
        try await catalog.record([encoded(boat, 3, [0, 1, 0, 0])], model: .fake)
        #expect(try await news()?.isEmpty == true, "another picture has no look yet")
        let unknown = VectorStamp(number: stamp.number, token: stamp.token ^ 1)
        #expect(try await catalog.lookNews(since: unknown, comparedBy: 1, limit: 9).traces == nil)
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
