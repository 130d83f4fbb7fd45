import EvokePorts
import EvokeValues
import Testing

/// A hidden photo meets no condition but one that asks for it, and is in no count.
extension CatalogConformance {
    static let ofHidden = [
        Check("a hidden photo is hidden with its copies", Self.hidesCopies),
        Check("hidden photos meet only what asks for them", Self.findsHidden),
        Check("hidden photos are not counted", Self.countsNoHidden),
    ]

    /// Two that hold the same, and another one.
    private func fillCopies() async throws -> [PhotoID] {
        try await record([encoded("a.jpg", 1), encoded("b.jpg", 1), encoded("c.jpg", 2, axis: 1)])
        return try await ids(of: ["a.jpg", "b.jpg", "c.jpg"])
    }

    private func hide() async throws -> (hidden: PhotoSet, rest: PhotoSet) {
        let ids = try await fillCopies()
        _ = try await catalog.record(MarkEdit(adding: [.hidden, .tag("sea")]), of: PhotoSet([ids[0]]))
        return (PhotoSet(ids[0...1]), PhotoSet([ids[2]]))
    }

    func hidesCopies() async throws {
        #expect(try await !catalog.hidesSome())
        let (hidden, rest) = try await hide()
        #expect(try await catalog.hiddenPhotos() == hidden)
        #expect(try await catalog.hidesSome())
        #expect(try await catalog.undoMarks() == 2)
        #expect(try await catalog.hiddenPhotos().isEmpty)
        #expect(try await !catalog.hidesSome())
        #expect(try await found([.all([])]) == [hidden.union(rest)])
    }

    func findsHidden() async throws {
        let (hidden, rest) = try await hide()
        let (sea, isHidden) = (PhotoCondition.test(.keyword("sea")), PhotoCondition.test(.hidden))
        let conditions: [(PhotoCondition, PhotoSet)] = [
            (.all([]), rest), (.not(isHidden), rest), (.not(sea), rest), (sea, PhotoSet()),
            (.any([sea, .not(isHidden)]), rest), (isHidden, hidden), (.not(.not(isHidden)), hidden),
            (.all([sea, isHidden]), hidden), (sea.amongHiddenToo, hidden),
            (PhotoCondition.all([]).amongHiddenToo, hidden.union(rest)),
        ]
        #expect(try await found(conditions.map(\.0)) == conditions.map(\.1))
    }

    func countsNoHidden() async throws {
        let (hidden, rest) = try await hide()
        func ids(_ photos: PhotoSet?) async throws -> [PhotoID] {
            try await catalog.cards(among: photos, order: .name, top: 9, offset: 0).map(\.id).sorted()
        }
        #expect(try await [ids(nil), ids(hidden)] == [rest.ids, hidden.ids])
        #expect(try await catalog.days(among: nil).map(\.count) == [1])
        #expect(try await catalog.values(of: .keyword).isEmpty)
        #expect(try await catalog.cards(of: hidden.ids).count == 2, "whoever has its number may see it")
    }
}

/// What the owner says holds for a content, is found, goes with an edit, and can be undone.
extension CatalogConformance {
    static let ofMarks = [
        Check("marks are those of a content", Self.keepsMarks),
        Check("how far marks are is told", Self.tellsOfMarks),
        Check("photos are found by their marks", Self.findsMarks),
        Check("marks are shown on cards", Self.showsMarks),
        Check("what is marked already is no change", Self.changesMarks),
        Check("marks are undone, the last first", Self.undoesMarks),
        Check("marks of several photos are undone together", Self.undoesMarksTogether),
        Check("an edited photo has the marks that it had", Self.marksEdits),
        Check("marks go when their content is forgotten", Self.forgetsMarks),
    ]

    private static let request = MarkEdit(adding: [
        .favorite, .rating(5), .caption("Zandvoort's\n\"dunes\""), .tag("Ebbe"), .album("Été"),
    ])

    /// The copies of fillCopies() have the marks; all but the second have words and stars in their files, too.
    private func mark() async throws -> (ids: [PhotoID], both: PhotoSet) {
        let ids = try await fillCopies()
        var metadata = PhotoMetadata()
        (metadata.rating, metadata.keywords, metadata.description) = (2, ["Sea"], "Written in the file")
        try await record([.described(path("a.jpg"), (metadata, .none)), .described(path("c.jpg"), (metadata, .none))])
        _ = try await catalog.record(Self.request, of: PhotoSet([ids[0]]))
        return (ids, PhotoSet(ids[0...1]))
    }

    private func marks(_ numbers: UInt64...) async throws -> [Set<Mark>?] {
        let contents = numbers.map(content)
        let marks = try await catalog.marks(of: contents)
        return contents.map { marks[$0] }
    }

    func keepsMarks() async throws {
        #expect(try await !catalog.canUndoMarks())
        #expect(try await catalog.undoMarks() == nil)
        _ = try await mark()
        let all = Set(Self.request.adding)
        #expect(try await marks(1, 2) == [all, nil])
        #expect(try await catalog.marks(of: nil) == [content(1): all])
        #expect(try await catalog.canUndoMarks())
    }

    func tellsOfMarks() async throws {
        let ids = try await fillCopies()
        let shares = Locked([Double]())
        let hear: @Sendable (Double) -> Void = { share in shares.withLock { $0.append(share) } }
        let report = try await catalog.record(Self.request, of: PhotoSet([ids[0], PhotoID(99)]), notify: hear)
        #expect(report == MarkReport(changed: 1, unread: 0))
        let heard = shares.withLock { $0 }
        #expect(heard.last == 1 && heard == heard.sorted() && heard.allSatisfy { (0...1).contains($0) }, "\(heard)")
    }

    /// Copies have the same marks; the file's keywords stay, and the owner's stars count before the file's.
    func findsMarks() async throws {
        let (ids, both) = try await mark()
        let third = PhotoSet([ids[2]])
        #expect(
            try await found(
                .favorite, .album("ete"), .keyword("EBBE"), .rating(5...5), .keyword("sea"), .rating(2...2))
                == [both, both, both, both, PhotoSet([ids[0], ids[2]]), third])
        #expect(try await written("dunes", "ebbe", "written") == [both, both, third])
    }

    func showsMarks() async throws {
        let (ids, _) = try await mark()
        let cards = try await catalog.cards(of: ids)
        #expect(ids.map { cards[$0]?.isFavorite } == [true, true, false])
        #expect(cards[ids[0]]?.caption == "Zandvoort's\n\"dunes\"")
        #expect(try await catalog.values(of: .album) == [PhotoValue("Été", count: 2)])
    }

    func changesMarks() async throws {
        let (ids, both) = try await mark()
        let same = try await catalog.record(MarkEdit(adding: [.favorite, .tag("ebbe")]), of: both)
        let others = try await catalog.record(
            MarkEdit(adding: [.rating(-1)], removing: [.tag(folded: "ebbe"), .favorite]), of: PhotoSet(ids))
        #expect([same, others] == [MarkReport(changed: 0, unread: 0), MarkReport(changed: 3, unread: 0)])
        #expect(try await found(.favorite, .rating(-1 ... -1)) == [PhotoSet(), PhotoSet(ids)])
        #expect(try await written("ebbe") == [PhotoSet()])
        // What was no change is nothing to undo.
        #expect(try await catalog.undoMarks() == 3)
        #expect(try await marks(1, 2) == [Set(Self.request.adding), nil])
        #expect(try await found(.favorite) == [both])
    }

    func undoesMarks() async throws {
        let (ids, _) = try await mark()
        let first = try await catalog.lastMarkChange()
        var changes: Set<UInt64?> = [first]
        for edit in [MarkEdit(adding: [.hidden]), MarkEdit(removing: [.favorite])] {
            _ = try await catalog.record(edit, of: PhotoSet([ids[0]]))
            changes.insert(try await catalog.lastMarkChange())
            guard changes.count < 3 else { continue }
            #expect(try await catalog.undoMarks() == 2)
            #expect(try await catalog.lastMarkChange() == first)
        }
        #expect(changes.count == 3, "one that takes the place of another is told from it")
        try await record([.vanished(ids[1])])
        #expect(try await catalog.undoMarks() == 2, "what is gone may come back")
        #expect(try await marks(1) == [Set(Self.request.adding)])
        #expect(try await catalog.undoMarks() == 2)
        #expect(try await marks(1) == [nil])
        #expect(try await !catalog.canUndoMarks())
    }

    func undoesMarksTogether() async throws {
        let ids = try await fillCopies()
        let ways = [ids[0]: MarkEdit(adding: [.caption("One")]), ids[2]: MarkEdit(adding: [.rating(3), .tag("two")])]
        #expect(try await catalog.record(ways) { _ in } == MarkReport(changed: 2, unread: 0))
        #expect(try await marks(1, 2) == [[.caption("One")], [.rating(3), .tag("two")]])
        #expect(try await catalog.undoMarks() == 3)
        #expect(try await marks(1, 2) == [nil, nil])
    }

    /// And changes them apart from those of the content before.
    func marksEdits() async throws {
        let (ids, both) = try await mark()
        #expect(try await found(.album("Été")) == [both])
        try await record([encoded("b.jpg", 4)])
        #expect(try await found(.album("Été")) == [PhotoSet([ids[0]])], "other content is not marked")
        try await record([
            encoded("b.jpg", 3), .edited(from: content(1), to: content(3), facesStay: false),
        ])
        #expect(try await marks(3) == [Set(Self.request.adding)])
        #expect(try await found(.album("Été")) == [both])
        _ = try await catalog.record(MarkEdit(removing: Self.request.adding.map(\.slot)), of: PhotoSet([ids[1]]))
        #expect(try await found(.album("Été")) == [PhotoSet([ids[0]])])
        try await record([.vanished(ids[0])])
        #expect(try await found(.album("Été")) == [PhotoSet()])
        #expect(try await marks(1) == [Set(Self.request.adding)])
    }

    func forgetsMarks() async throws {
        let ids = try await fillCopies()
        _ = try await catalog.record(Self.request, of: PhotoSet([ids[2]]))
        _ = try await catalog.forget(under: path("c.jpg"))
        #expect(try await marks(2) == [nil])
    }
}
