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
            changes.append(.described(path, facts, .none))
        }
        changes.append(.failed(folder.appending("bad.jpg"), stamp(9), error))
        try await catalog.record(changes, model: .fake)

        func numbers(_ cards: [PhotoCard]) -> [Int64] { cards.map(\.stamp.size) }
        func recent(_ top: Int, from offset: Int = 0) async throws -> [PhotoCard] {
            try await catalog.cards(meeting: nil, order: .newest, top: top, offset: offset).cards
        }
        let all = try await recent(10)
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
}
