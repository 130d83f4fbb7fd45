import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// What can be shown, in the three ways in which it is asked for.
    func checkCards() async throws {
        let catalog = try await make()
        let error = EvokeError(.damaged, doing: "read", subject: "", reason: "the test says so")
        let paths = (1...5).map { folder.appending("\($0).jpg") }
        var changes: [CatalogChange] = paths.enumerated().map { encoded($1, Int64($0 + 1), [1, 0, 0, 0]) }
        for (path, day) in zip(paths, [300, 100, 200] as [Int64]) {
            var facts = PhotoFacts()
            facts.taken = TakenDate(localSeconds: day, source: .exifOriginal)
            if day == 300 { (facts.title, facts.description) = ("one", "not this") }
            if day == 200 { facts.description = "three" }
            changes.append(.described(path, facts, .none))
        }
        changes.append(.failed(folder.appending("bad.jpg"), stamp(9), error))
        try await catalog.record(changes, model: .fake)

        func numbers(_ cards: [PhotoCard]) -> [Int64] { cards.map(\.stamp.size) }
        func recent(_ top: Int, from offset: Int = 0) async throws -> [PhotoCard] {
            try await catalog.cards(among: nil, order: .newest, top: top, offset: offset)
        }
        let all = try await recent(10)
        #expect(
            try await catalog.days(among: nil) == [
                PhotoDay(date: "1970-01-01", count: 3), PhotoDay(date: nil, count: 2),
            ])
        #expect(all.map(\.caption) == ["one", "three", nil, nil, nil])
        #expect(numbers(all) == [1, 3, 2, 5, 4], "the last taken first, then what has no date")
        #expect(try await numbers(recent(2, from: 1)) == [3, 2])
        #expect(try await recent(2, from: 5).isEmpty)
        let second = try #require(all.first { $0.stamp.size == 2 })
        #expect(second.path == paths[1] && second.size == size && second.taken?.localSeconds == 100)
        #expect(second.content == ContentDigest(high: 0, low: 2))

        let ids = all.map(\.id).sorted()
        #expect(try await numbers(catalog.cards(after: PhotoID(0), limit: 3)) == [1, 2, 3])
        #expect(try await numbers(catalog.cards(after: ids[2], limit: 3)) == [4, 5])

        // One that cannot be read now is shown as it was; what is gone or left out is not.
        try await catalog.record([.vanished(ids[0]), .hidden(ids[2]), .unread(ids[3], error)], model: .fake)
        let cards = try await catalog.cards(of: ids + [PhotoID(999)])
        #expect(Set(cards.keys) == [ids[1], ids[3], ids[4]] && cards[ids[1]] == second)
        #expect(try await catalog.cards(of: []).isEmpty)
        #expect(try await numbers(recent(10)) == [2, 5, 4])
        #expect(try await numbers(catalog.cards(after: PhotoID(0), limit: 10)) == [2, 4, 5])
    }

    /// A day is told as exactly as its photos are.
    func checkDays() async throws {
        let catalog = try await make()
        let year = 31_536_000 as Int64
        let dates: [(Int64, TakenDate.Precision)] = [
            (-1, .second), (-86_400, .second), (0, .year), (year, .year), (year + 5, .second),
            (year + 86_400 * 31, .month),
            (-62_135_596_800, .second), (year * 2, .day),
        ]
        let paths = dates.indices.map { folder.appending("\($0).jpg") }
        var changes: [CatalogChange] = paths.enumerated().map { encoded($1, Int64($0 + 1), [1, 0, 0, 0]) }
        for (path, date) in zip(paths, dates) {
            var facts = PhotoFacts()
            facts.taken = TakenDate(localSeconds: date.0, precision: date.1, source: .exifOriginal)
            changes.append(.described(path, facts, .none))
        }
        try await catalog.record(changes, model: .fake)
        let days = try await catalog.days(among: nil)
        #expect(
            days == [
                PhotoDay(date: "1972-01-01", count: 1), PhotoDay(date: "1971-02", count: 1),
                PhotoDay(date: "1971-01-01", count: 2), PhotoDay(date: "1970", count: 1),
                PhotoDay(date: "1969-12-31", count: 2), PhotoDay(date: "0001-01-01", count: 1),
            ])
        let some = try await catalog.cards(among: nil, order: .newest, top: 3, offset: 2).map(\.id) + [PhotoID(999)]
        #expect(
            try await catalog.days(among: PhotoSet(some)) == [
                PhotoDay(date: "1971-01-01", count: 2), PhotoDay(date: "1970", count: 1),
            ])
    }
}
