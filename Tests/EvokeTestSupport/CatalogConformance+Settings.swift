import EvokePorts
import EvokeValues
import Testing

/// What a library's user asked for.
extension CatalogConformance {
    static let ofSettings = [
        Check("roots are remembered once, in the order of their paths", Self.keepsRoots),
        Check("the model that was chosen last is remembered", Self.keepsTheChosenModel),
        Check("exclusions are those that were set last", Self.keepsExclusions),
        Check("a source is followed until something is deleted", Self.keepsTokens),
        Check("searches are kept under their names", Self.keepsSearches),
        Check("searches go by their names alone", Self.removesSearches),
    ]

    func keepsRoots() async throws {
        for root in ["/b", "/a", "/b"] { try await catalog.addRoot(DiskPath(root)) }
        #expect(try await catalog.roots() == [DiskPath("/a"), DiskPath("/b")])
    }

    func keepsTheChosenModel() async throws {
        let exact = ModelChoice("one", variant: "fp16", precision: .full)
        let choices = [exact, ModelChoice("two"), exact]
        var chosen = [try await catalog.chosenModel()]
        for choice in choices {
            try await catalog.choose(choice)
            chosen.append(try await catalog.chosenModel())
        }
        #expect(chosen == [nil] + choices)
    }

    func keepsExclusions() async throws {
        let all = [["*.png", "!keep.png"], [], ["a/"]]
        var kept: [[String]] = []
        for patterns in all {
            try await catalog.setExclusions(patterns)
            kept.append(try await catalog.exclusions())
        }
        #expect(kept == all)
    }

    func keepsTokens() async throws {
        for isRepaired in [false, true] {
            for (source, token) in [("a", "1"), ("a b", "ä 2"), ("a", "3"), ("a b", nil)] {
                try await catalog.keep(token, of: source)
            }
            #expect(try await [catalog.token(of: "a"), catalog.token(of: "a b")] == ["3", nil])
            if isRepaired {
                try await catalog.leave([.photo(PhotoID(1))])
                _ = try await catalog.repaired(inside: [], model: .fake)
            } else {
                _ = try await catalog.forget(under: .ofSource("b"))
            }
            #expect(try await catalog.token(of: "a") == nil)
        }
    }

    private static let zebra = SavedSearch(name: "Zebra", query: "zebra")
    private static let apple = SavedSearch(name: "äpfel", query: "apple color:red")
    private static let beach = SavedSearch(name: "beach", query: "beach \"a\u{0}b\" date:yesterday")

    private func save(_ searches: SavedSearch..., most: Int) async throws -> [Bool] {
        var kept: [Bool] = []
        for search in searches { kept.append(try await catalog.save(search, most: most)) }
        return kept
    }

    func keepsSearches() async throws {
        let another = SavedSearch(name: "one more", query: "x")
        #expect(try await save(Self.zebra, Self.beach, Self.apple, another, most: 3) == [true, true, true, false])
        #expect(try await catalog.savedSearches() == [Self.apple, Self.beach, Self.zebra])
        // It takes the place of one of that name; names are compared to the letter.
        let (anew, capital) = (SavedSearch(name: "Zebra", query: "-horse"), SavedSearch(name: "Beach", query: "x"))
        #expect(try await save(anew, most: 3) + save(capital, most: 4) == [true, true])
        #expect(try await Set(catalog.savedSearches()) == [Self.apple, Self.beach, anew, capital])
    }

    func removesSearches() async throws {
        #expect(try await save(Self.zebra, Self.beach, most: 3) == [true, true])
        var removed: [Bool] = []
        for name in ["beach", "beach", "Beach", "' OR 1"] { removed.append(try await catalog.removeSearch(name)) }
        #expect(removed == [true, false, false, false])
        try await catalog.addRoot(folder)
        _ = try await catalog.forget(under: folder)
        #expect(try await catalog.savedSearches() == [Self.zebra], "they belong to no folder")
    }
}
