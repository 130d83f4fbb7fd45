import EvokePorts
import EvokeValues
import Testing

/// What can be shown, in the ways in which it is asked for.
extension CatalogConformance {
    static let ofCards = [
        Check("cards say what is shown of a photo", Self.showsCards),
        Check("cards come in order, page by page", Self.pagesCards),
        Check("what is gone or left out is not shown", Self.showsOnlyWhatIsHere),
        Check("a day is told as exactly as its photos are", Self.countsDays),
        Check("the days of some photos are theirs", Self.countsDaysOfSome),
    ]

    /// Five photos, of which three are dated, and one that failed.
    private func fillDated() async throws -> [PhotoID] {
        let ids = try await fill("1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg")
        var changes: [CatalogChange] = [.failed(path("bad.jpg"), stamp(9), failure())]
        for (number, day) in [(1, 300), (2, 100), (3, 200)] as [(Int, Int64)] {
            var metadata = taken(day)
            if number == 1 { (metadata.title, metadata.description) = ("one", "not this") }
            if number == 3 { metadata.description = "three" }
            changes.append(.described(path("\(number).jpg"), (metadata, .none)))
        }
        try await record(changes)
        return ids
    }

    private func numbers(_ cards: [PhotoCard]) -> [Int64] { cards.map(\.stamp.size) }

    private func newest(_ top: Int = 10, from offset: Int = 0) async throws -> [PhotoCard] {
        try await catalog.cards(among: nil, order: .newest, top: top, offset: offset)
    }

    func showsCards() async throws {
        let ids = try await fillDated()
        let card = PhotoCard(
            id: ids[0], path: path("1.jpg"), stamp: stamp(1), content: content(1), size: size, taken: taken(300).taken,
            caption: "one")
        #expect(try await catalog.cards(of: [ids[0], PhotoID(999)]) == [ids[0]: card])
        #expect(try await catalog.cards(of: []).isEmpty)
        #expect(try await newest().map(\.caption) == ["one", "three", nil, nil, nil])
        #expect(
            try await catalog.days(among: nil) == [
                PhotoDay(date: "1970-01-01", count: 3), PhotoDay(date: nil, count: 2),
            ])
    }

    func pagesCards() async throws {
        let ids = try await fillDated().sorted()
        #expect(try await numbers(newest()) == [1, 3, 2, 5, 4], "the last taken first, then what has no date")
        #expect(try await [numbers(newest(2, from: 1)), numbers(newest(2, from: 5))] == [[3, 2], []])
        #expect(try await numbers(catalog.cards(after: PhotoID(0), limit: 3)) == [1, 2, 3])
        #expect(try await numbers(catalog.cards(after: ids[2], limit: 3)) == [4, 5])
    }

    /// One that cannot be read now is shown as it was.
    func showsOnlyWhatIsHere() async throws {
        let ids = try await fillDated()
        try await record([.vanished(ids[0]), .hidden(ids[2]), .unread(ids[3], failure())])
        #expect(try await Set(catalog.cards(of: ids).keys) == [ids[1], ids[3], ids[4]])
        #expect(try await numbers(newest()) == [2, 5, 4])
        #expect(try await numbers(catalog.cards(after: PhotoID(0), limit: 10)) == [2, 4, 5])
    }

    private func fillDays() async throws {
        let year = 31_536_000 as Int64
        let dates: [(Int64, TakenDate.Precision)] = [
            (-1, .second), (-86_400, .second), (0, .year), (year, .year), (year + 5, .second),
            (year + 86_400 * 31, .month), (-62_135_596_800, .second), (year * 2, .day),
        ]
        try await record(
            dates.enumerated().flatMap { number, date in
                var metadata = PhotoMetadata()
                metadata.taken = TakenDate(localSeconds: date.0, precision: date.1, source: .exifOriginal)
                return [
                    encoded("\(number).jpg", Int64(number + 1)), .described(path("\(number).jpg"), (metadata, .none)),
                ]
            })
    }

    func countsDays() async throws {
        try await fillDays()
        #expect(
            try await catalog.days(among: nil) == [
                PhotoDay(date: "1972-01-01", count: 1), PhotoDay(date: "1971-02", count: 1),
                PhotoDay(date: "1971-01-01", count: 2), PhotoDay(date: "1970", count: 1),
                PhotoDay(date: "1969-12-31", count: 2), PhotoDay(date: "0001-01-01", count: 1),
            ])
    }

    func countsDaysOfSome() async throws {
        try await fillDays()
        let some = try await newest(3, from: 2).map(\.id) + [PhotoID(999)]
        #expect(
            try await catalog.days(among: PhotoSet(some)) == [
                PhotoDay(date: "1971-01-01", count: 2), PhotoDay(date: "1970", count: 1),
            ])
    }
}
