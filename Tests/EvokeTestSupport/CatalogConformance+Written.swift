import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

extension CatalogConformance {
    /// Photos are found by what is written on them now.
    func checkWritten() async throws {
        let catalog = try await make()
        try await catalog.addRoot(folder)
        let (lena, other) = (folder.appending("2019 Birthday/lena.jpg"), folder.appending("b/Lena.zoo.png"))
        var facts = PhotoFacts()
        facts.title = "Under the tree"
        facts.description = "On 20190503, 莉娜的生日派对"
        facts.keywords = ["Family", "Harbour walk"]
        facts.camera = Camera(make: "Nikon", model: "D750")
        try await catalog.record(
            [encoded(lena, 1, [1, 0, 0, 0]), .described(lena, facts, .none), encoded(other, 2, [1, 0, 0, 0])],
            model: .fake)
        let first = PhotoSet([try #require(try await catalog.photo(at: lena))])
        let second = PhotoSet([try #require(try await catalog.photo(at: other))])

        // Of the name as a whole, with its ending and without; all words anywhere; all on the photo itself.
        try await expect(catalog, "lena", named: first, all: first.union(second), own: first.union(second))
        try await expect(catalog, "LENA.jpg", named: first)
        try await expect(catalog, "lena zoo", named: second, all: second, own: second)
        try await expect(catalog, "lena.zoo", named: second, all: second, own: second)
        try await expect(catalog, "zoo lena", all: second, own: second)
        try await expect(catalog, "zoo.lena")
        try await expect(catalog, "lena birthday", all: first)
        try await expect(catalog, "nikon", all: first)
        try await expect(catalog, "nikon tree", all: first)
        try await expect(catalog, "tree 莉娜", all: first, own: first)
        try await expect(catalog, "2019-05")
        try await expect(catalog, "201905", all: first, own: first)
        try await expect(catalog, "harbour-walk", all: first, own: first)
        // Words that belong together stand in one text.
        try await expect(catalog, "family-harbour")
        try await expect(catalog, "walk-harbour")
        try await expect(catalog, "photos")

        // What is recorded is found at once, and what was there before is not.
        facts.title = "Harbour"
        try await catalog.record([.described(lena, facts, .none)], model: .fake)
        try await expect(catalog, "tree")
        try await catalog.record([.vanished(first.ids[0])], model: .fake)
        try await expect(catalog, "harbour", all: first, own: first)
        let known = try #require(try await catalog.known(ContentDigest(high: 0, low: 1), model: .fake))
        let moved = folder.appending("c/moved.jpg")
        try await catalog.record([.moved(first.ids[0], moved, stamp(1), known)], model: .fake)
        try await expect(catalog, "birthday")
        try await expect(catalog, "moved harbour", all: first, own: first)
        // Another picture has other words.
        try await catalog.record([encoded(moved, 9, [0, 1, 0, 0])], model: .fake)
        try await expect(catalog, "harbour")
        try await expect(catalog, "moved", named: first, all: first, own: first)

        // What lies above the remembered folders says nothing of a photo.
        let heard = Locked<[[Int]]>([])
        try await catalog.addRoot(FilePath("/")) { done, total in heard.withLock { $0.append([done, total]) } }
        let begun = try #require(heard.withLock { $0.first })
        #expect(begun[0] == 0 && begun[1] > 0, "\(begun)")
        try await expect(catalog, "photos moved", all: first)
        _ = try await catalog.forget(under: FilePath("/"))
        try await expect(catalog, "photos moved")
        try await expect(catalog, "moved", named: first, all: first, own: first)
        _ = try await catalog.forget(under: moved)
        try await expect(catalog, "moved")
        try await checkStrangeWords(catalog, second)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// None of them is a sign of a catalogue's own language.
    private func checkStrangeWords(_ catalog: any PhotoCatalog, _ lena: PhotoSet) async throws {
        let texts = [
            "\"", "'", "\"lena\" OR *", "NEAR(lena, 2)", "name : lena", "lena\0y", "\u{301}", "^lena", "*",
            "-lena -- '", "(", "lena & !lena | b:*", "lena <-> lena", "\\", "lena\\", "%", "_",
            String(repeating: "lena ", count: 50), String(repeating: "\u{301}", count: 200), "\u{E000}lena",
        ]
        for text in texts {
            guard let words = WrittenWords(text) else { continue }
            let matches = try await catalog.photos(with: words)
            #expect(matches.all.subtracting(lena).isEmpty && matches.own.subtracting(lena).isEmpty, "\(text)")
        }
        try await expect(catalog, "lena\" OR \"nobody")
        try await expect(catalog, "lena | nobody")
    }

    private func expect(
        _ catalog: any PhotoCatalog, _ text: String, named: PhotoSet = PhotoSet(), all: PhotoSet = PhotoSet(),
        own: PhotoSet = PhotoSet(), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let matches = try await catalog.photos(with: #require(WrittenWords(text)))
        #expect(
            matches == WrittenMatches(named: named, all: all, own: own), "\(text)", sourceLocation: sourceLocation)
    }
}
