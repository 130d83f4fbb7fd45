import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

extension CatalogConformance {
    /// A hidden photo meets no condition but one that asks for it, and is in no count.
    func checkHidden() async throws {
        let catalog = try await make()
        let paths = ["a.jpg", "b.jpg", "c.jpg"].map(folder.appending)
        try await catalog.record(
            [
                encoded(paths[0], 1, [1, 0, 0, 0]), encoded(paths[1], 1, [1, 0, 0, 0]),
                encoded(paths[2], 2, [0, 1, 0, 0]),
            ],
            model: .fake)
        var ids: [PhotoID] = []
        for path in paths { ids.append(try #require(try await catalog.photo(at: path))) }
        let (hidden, all) = (PhotoSet(ids[0...1]), PhotoSet(ids))
        func found(_ condition: PhotoCondition) async throws -> PhotoSet {
            try await catalog.photos(meeting: condition)
        }
        #expect(try await catalog.hiddenPhotos().isEmpty)
        #expect(try await !catalog.hidesSome())
        #expect(try await found(.all([])) == all)
        _ = try await catalog.note(MarkEdit(adding: [.hidden, .tag("sea")]), of: PhotoSet([ids[0]]))
        #expect(try await catalog.hiddenPhotos() == hidden, "with its copy")
        #expect(try await catalog.hidesSome())
        let rest = PhotoSet([ids[2]])
        for condition in [PhotoCondition.all([]), .not(.test(.hidden)), .not(.test(.keyword("sea")))] {
            #expect(try await found(condition) == rest, "\(condition)")
        }
        #expect(try await found(.test(.keyword("sea"))).isEmpty)
        #expect(try await found(.any([.test(.keyword("sea")), .not(.test(.hidden))])) == rest)
        for condition in [PhotoCondition.test(.hidden), .not(.not(.test(.hidden)))] {
            #expect(try await found(condition) == hidden, "\(condition)")
        }
        #expect(try await found(.all([.test(.keyword("sea")), .test(.hidden)])) == hidden)
        #expect(try await found(PhotoCondition.test(.keyword("sea")).amongHiddenToo) == hidden)
        #expect(try await found(PhotoCondition.all([]).amongHiddenToo) == all)
        #expect(try await catalog.cards(among: nil, order: .name, top: 9, offset: 0).map(\.id) == [ids[2]])
        #expect(try await catalog.cards(among: hidden, order: .name, top: 9, offset: 0).map(\.id) == Array(ids[0...1]))
        #expect(try await catalog.days(among: nil).map(\.count) == [1])
        #expect(try await catalog.values(of: .keyword).isEmpty)
        #expect(try await catalog.cards(of: ids).count == 3, "whoever has its number may see it")
        #expect(try await catalog.check { _ in }.isInOrder)
        #expect(try await catalog.undoMarks() == 2)
        #expect(try await catalog.hiddenPhotos().isEmpty)
        #expect(try await !catalog.hidesSome())
        #expect(try await found(.all([])) == all)
        try await catalog.close()
    }

    /// What the owner says holds for a content, is found, goes with an edit, and can be undone.
    func checkMarks() async throws {
        let catalog = try await make()
        let (beach, copy, other) = ("a.jpg", "b.jpg", "c.jpg")
        let paths = [beach, copy, other].map(folder.appending)
        try await catalog.record(
            [
                encoded(paths[0], 1, [1, 0, 0, 0]), encoded(paths[1], 1, [1, 0, 0, 0]),
                encoded(paths[2], 2, [0, 1, 0, 0]),
            ],
            model: .fake)
        var facts = PhotoFacts()
        (facts.rating, facts.keywords, facts.description) = (2, ["Sea"], "Written in the file")
        try await catalog.record(
            [.described(paths[0], facts, .none), .described(paths[2], facts, .none)], model: .fake)
        var ids: [PhotoID] = []
        for path in paths { ids.append(try #require(try await catalog.photo(at: path))) }
        let (one, two) = (ContentDigest(high: 0, low: 1), ContentDigest(high: 0, low: 2))
        func found(_ test: PhotoTest) async throws -> PhotoSet { try await catalog.photos(meeting: .test(test)) }
        func written(_ word: String) async throws -> PhotoSet {
            try await catalog.photos(with: #require(WrittenWords(word))).all
        }

        #expect(try await !catalog.canUndoMarks())
        #expect(try await catalog.undoMarks() == nil)
        let wish = MarkEdit(adding: [
            .favourite, .rating(5), .caption("Zandvoort's\n\"dunes\""), .tag("Ebbe"), .album("Été"),
        ])
        let shares = Locked([Double]())
        let hear: @Sendable (Double) -> Void = { share in shares.withLock { $0.append(share) } }
        let report = try await catalog.note(wish, of: PhotoSet([ids[0], PhotoID(99)]), notify: hear)
        #expect(report == MarkReport(changed: 1, unread: 0))
        let heard = shares.withLock { $0 }
        #expect(heard.last == 1 && heard == heard.sorted() && heard.allSatisfy { (0...1).contains($0) }, "\(heard)")
        #expect(try await catalog.marks(of: [one, two]) == [one: Set(wish.adding)])
        #expect(try await catalog.marks(of: nil) == [one: Set(wish.adding)])
        #expect(try await catalog.marks(of: [two]).isEmpty)
        let both = PhotoSet(ids[0...1])
        for test in [PhotoTest.favourite, .album("ete"), .keyword("EBBE"), .rating(5...5)] {
            #expect(try await found(test) == both, "copies have the same marks: \(test)")
        }
        #expect(try await found(.keyword("sea")) == PhotoSet([ids[0], ids[2]]), "the file's keywords stay")
        #expect(try await found(.rating(2...2)) == PhotoSet([ids[2]]), "the owner's stars count before the file's")
        #expect(try await written("dunes") == both)
        #expect(try await written("ebbe") == both)
        #expect(try await written("written") == PhotoSet([ids[2]]))
        let cards = try await catalog.cards(of: ids)
        #expect(cards[ids[0]]?.caption == "Zandvoort's\n\"dunes\"")
        #expect(ids.map { cards[$0]?.isFavourite } == [true, true, false])
        #expect(try await catalog.values(of: .album) == [PhotoValue("Été", count: 2)])
        #expect(try await catalog.check { _ in }.isInOrder)

        // What is there already is no change, and nothing to undo.
        #expect(
            try await catalog.note(MarkEdit(adding: [.favourite, .tag("ebbe")]), of: both)
                == MarkReport(changed: 0, unread: 0))
        #expect(
            try await catalog.note(
                MarkEdit(adding: [.rating(-1)], removing: [.tag(folded: "ebbe"), .favourite]), of: PhotoSet(ids))
                == MarkReport(changed: 3, unread: 0))
        #expect(try await found(.favourite).isEmpty)
        #expect(try await found(.rating(-1 ... -1)) == PhotoSet(ids))
        #expect(try await written("ebbe").isEmpty)
        #expect(try await catalog.undoMarks() == 3)
        #expect(try await catalog.marks(of: [one, two]) == [one: Set(wish.adding)])
        #expect(try await found(.favourite) == both)

        // An edit takes the marks along, and leaves those that the new content has.
        let edited = ContentDigest(high: 0, low: 3)
        try await catalog.record(
            [encoded(paths[1], 3, [1, 0, 0, 0]), .edited(from: one, to: edited, facesStay: false)], model: .fake)
        #expect(try await catalog.marks(of: [edited]) == [edited: Set(wish.adding)])
        #expect(try await found(.album("Été")) == both)
        _ = try await catalog.note(MarkEdit(removing: wish.adding.map(\.slot)), of: PhotoSet([ids[1]]))
        #expect(try await found(.album("Été")) == PhotoSet([ids[0]]))
        try await catalog.record([.vanished(ids[0])], model: .fake)
        #expect(try await found(.album("Été")).isEmpty)
        #expect(try await catalog.marks(of: [one]) == [one: Set(wish.adding)], "what is gone may come back")
        #expect(try await catalog.undoMarks() == 1)
        #expect(try await catalog.undoMarks() == 1)
        #expect(try await catalog.marks(of: [one]).isEmpty)
        #expect(try await !catalog.canUndoMarks())

        // Each photo in its way, and undone together.
        try await catalog.record([encoded(paths[0], 1, [1, 0, 0, 0])], model: .fake)
        let ways = [ids[0]: MarkEdit(adding: [.caption("One")]), ids[2]: MarkEdit(adding: [.rating(3), .tag("two")])]
        #expect(try await catalog.note(ways) { _ in } == MarkReport(changed: 2, unread: 0))
        #expect(try await catalog.marks(of: [one, two]) == [one: [.caption("One")], two: [.rating(3), .tag("two")]])
        #expect(try await catalog.undoMarks() == 2)
        #expect(try await catalog.marks(of: [one, two]).isEmpty)

        _ = try await catalog.note(wish, of: PhotoSet([ids[2]]))
        #expect(try await catalog.check { _ in }.isInOrder)
        _ = try await catalog.forget(under: paths[2])
        #expect(try await catalog.marks(of: [two]).isEmpty, "what is forgotten is forgotten whole")
        #expect(try await catalog.check { _ in }.isInOrder)
    }
}
