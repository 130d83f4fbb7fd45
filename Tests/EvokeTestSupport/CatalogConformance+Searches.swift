import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    func checkSearches() async throws {
        let catalog = try await make()
        #expect(try await catalog.savedSearches().isEmpty)
        let (zebra, apple) = (search("Zebra", "zebra"), search("äpfel", "apple color:red"))
        let beach = search("beach", "beach \"a\u{0}b\" date:yesterday")
        for search in [zebra, beach, apple] { #expect(try await catalog.save(search, most: 3)) }
        #expect(try await catalog.savedSearches() == [apple, beach, zebra])

        #expect(try await !catalog.save(search("one more", "x"), most: 3))
        let anew = search("Zebra", "zebra -horse")
        #expect(try await catalog.save(anew, most: 3), "it takes the place of one")
        #expect(try await catalog.savedSearches() == [apple, beach, anew])
        #expect(try await catalog.save(search("Beach", "x"), most: 4), "names are compared to the letter")

        #expect(try await catalog.removeSearch("Beach"))
        #expect(try await !catalog.removeSearch("Beach"))
        #expect(try await !catalog.removeSearch("' OR 1"))
        #expect(try await catalog.savedSearches() == [apple, beach, anew])
        try await catalog.addRoot(folder)
        #expect(try await catalog.forget(under: folder).roots == [folder])
        #expect(try await catalog.savedSearches().count == 3, "they belong to no folder")
    }

    private func search(_ name: String, _ query: String) -> SavedSearch { SavedSearch(name: name, query: query) }
}
