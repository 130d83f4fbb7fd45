import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// One batch comes to what its changes come to one after the other.
    func checkBatches() async throws {
        try await checkSeveralChangesOfOnePath()
        try await checkExchangedNames()
        try await checkMovesInABatch()
        try await checkCopiesInABatch()
        try await checkFolders()
    }

    private func checkSeveralChangesOfOnePath() async throws {
        let catalog = try await make()
        let path = folder.appending("a.jpg")
        let error = EvokeError(
            .damaged, doing: "read the photo", subject: path.display, reason: "cut", remedy: "Mend it.")
        var facts = PhotoFacts()
        (facts.title, facts.keywords) = ("first", ["sea", "salt"])
        func described(_ title: String) -> CatalogChange {
            facts.title = title
            return .described(path, facts, .none)
        }
        try await catalog.record(
            [
                .cut(path, share: 0.5), .colored(path, PhotoColors([.red])), described("too early"),
                encoded(path, 1, [1, 0, 0, 0]), .cut(path, share: 0.25), described("first"),
                encoded(path, 2, [0, 1, 0, 0]), .colored(path, PhotoColors([.blue])),
            ], model: .fake)
        let id = try #require(try await catalog.photo(at: path))
        #expect(try await catalog.files(in: folder, model: .fake).map(\.stamp) == [stamp(2)])
        #expect(try await catalog.vector(of: id, model: .fake)?.values[1] == 1)
        #expect(try await catalog.colors(of: id) == PhotoColors([.blue]))
        #expect(try await catalog.facts(of: id) == nil, "they were of other content")
        #expect(try await catalog.cutPhotos().isEmpty)
        #expect(try await catalog.photos(with: #require(WrittenWords("first"))).own.isEmpty)

        try await catalog.record(
            [
                described("second"), .failed(path, stamp(3), error), encoded(path, 3, [0, 0, 1, 0]),
                .digested(path, ContentDigest(high: 9, low: 9)), described("third"), described("fourth"),
                .vanished(id), .hidden(id), .seen(id, stamp(4)), .cut(path, share: 0.75),
            ], model: .fake)
        #expect(try await catalog.failures().isEmpty)
        #expect(try await catalog.facts(of: id)?.facts == facts)
        #expect(facts.title == "fourth")
        #expect(try await catalog.photos(with: #require(WrittenWords("fourth salt"))).own.ids == [id])
        #expect(try await catalog.cutPhotos() == [CutPhoto(path: path, share: 0.75)])
        #expect(try await catalog.files(in: folder, model: .fake).map(\.content) == [ContentDigest(high: 9, low: 9)])
        #expect(try await scanned(catalog) == [id])

        try await catalog.record(
            [encoded(path, 5, [0, 0, 0, 1]), .vanished(id), .failed(path, stamp(6), error)], model: .fake)
        #expect(try await catalog.failures() == [FailedPhoto(path: path, error: error)])
        #expect(try await catalog.vector(of: id, model: .fake) == nil)
        #expect(try await catalog.facts(of: id) == nil)
        #expect(try await catalog.files(in: folder, model: .fake).map(\.isHere) == [true])
        try await checkOrder(catalog)
    }

    /// By way of a third name, as people do it.
    private func checkExchangedNames() async throws {
        let catalog = try await make()
        let (a, b, c) = (folder.appending("a.jpg"), folder.appending("b.jpg"), folder.appending("sub/c.jpg"))
        try await catalog.record([encoded(a, 1, [1, 0, 0, 0]), encoded(b, 2, [0, 1, 0, 0])], model: .fake)
        let first = try #require(try await catalog.photo(at: a))
        let second = try #require(try await catalog.photo(at: b))
        let known = [try await content(1, in: catalog), try await content(2, in: catalog)]
        try await catalog.record(
            [
                .vanished(first), .vanished(second), .moved(first, c, stamp(1), known[0]),
                .moved(second, a, stamp(2), known[1]), .vanished(first), .moved(first, b, stamp(1), known[0]),
            ], model: .fake)
        #expect(try await catalog.photo(at: a) == second)
        #expect(try await catalog.photo(at: b) == first)
        #expect(try await catalog.photo(at: c) == nil)
        #expect(try await scanned(catalog).sorted() == [first, second].sorted())
        try await checkOrder(catalog)
    }

    private func checkMovesInABatch() async throws {
        let catalog = try await make()
        let paths = ["a.jpg", "b.jpg", "c.jpg"].map { folder.appending($0) }
        try await catalog.record(
            [encoded(paths[0], 1, [1, 0, 0, 0]), encoded(paths[1], 2, [0, 1, 0, 0])], model: .fake)
        var ids: [PhotoID] = []
        for path in paths[..<2] { ids.append(try #require(try await catalog.photo(at: path))) }
        let known = [try await content(1, in: catalog), try await content(2, in: catalog)]
        let stamp0 = try await catalog.vectorStamp()
        // What came to the new name in the same batch has gone again, and what is at the old name is another photo.
        try await catalog.record(
            [
                encoded(paths[2], 3, [0, 0, 1, 0]), .vanished(ids[0]), .moved(ids[0], paths[2], stamp(4), known[0]),
                encoded(paths[0], 5, [0, 0, 0, 1]),
            ], model: .fake)
        #expect(try await catalog.photo(at: paths[2]) == ids[0])
        let third = try #require(try await catalog.photo(at: paths[0]))
        #expect(!ids.contains(third))
        #expect(try await catalog.vector(of: third, model: .fake)?.values[3] == 1)
        #expect(try await scanned(catalog).sorted() == (ids + [third]).sorted())

        // Onto one that is here, whose number nobody has any more; then it is a copy.
        try await catalog.record(
            [
                .vanished(ids[0]), .moved(ids[0], paths[1], stamp(6), known[0]), .seen(ids[1], stamp(7)),
                .vanished(ids[1]), .moved(ids[1], paths[2], stamp(8), known[1]),
            ], model: .fake)
        #expect(try await catalog.photo(at: paths[1]) == ids[0])
        let copy = try #require(try await catalog.photo(at: paths[2]))
        #expect(copy != ids[1] && copy != ids[0])
        #expect(try await catalog.vector(of: ids[1], model: .fake) == nil)
        #expect(try await catalog.vector(of: copy, model: .fake)?.values[1] == 1)
        let followed = try #require(try await catalog.vectorChanges(since: stamp0, model: .fake, limit: 99))
        #expect(followed.dropped.isSuperset(of: [ids[1], third, copy]), "whoever follows it hears of them")
        #expect(Set(followed.ids).union([ids[0]]) == [ids[0], third, copy])
        try await checkOrder(catalog)
    }

    private func checkCopiesInABatch() async throws {
        let catalog = try await make()
        let (path, copy, later) = (folder.appending("a.jpg"), folder.appending("b.jpg"), folder.appending("c.jpg"))
        try await catalog.record([encoded(path, 1, [1, 0, 0, 0])], model: .fake)
        let known = try await content(1, in: catalog)
        // What is copied is what was known, also where the photo itself becomes another in that batch.
        try await catalog.record(
            [
                encoded(path, 2, [0, 1, 0, 0]), .copied(copy, stamp(3), known), .copied(later, stamp(4), known),
                encoded(later, 5, [0, 0, 1, 0]),
            ], model: .fake)
        for (path, place) in [(path, 1), (copy, 0), (later, 2)] {
            let id = try #require(try await catalog.photo(at: path))
            #expect(try await catalog.vector(of: id, model: .fake)?.values[place] == 1)
        }
        #expect(try await catalog.known(known.digest, model: .fake)?.places.count == 1)
        try await checkOrder(catalog)
    }

    /// In the root and deep below, with names that are alike.
    private func checkFolders() async throws {
        let catalog = try await make()
        let paths = ["/a.jpg", "/a.jpg/a.jpg", "/b/a.jpg", "/b/c/d/a.jpg"].map { FilePath($0) }
        try await catalog.record(
            paths.enumerated().map { encoded($1, Int64($0), [1, 0, 0, 0]) }, model: .fake)
        try await catalog.record([], model: .fake)
        for (place, path) in paths.enumerated() {
            let files = try await catalog.files(in: path.parent ?? FilePath("/"), model: .fake)
            #expect(files.map(\.path) == [path] && files.map(\.stamp) == [stamp(Int64(place))])
        }
        try await checkOrder(catalog)
    }

    private func content(_ number: UInt64, in catalog: any PhotoCatalog) async throws -> KnownContent {
        try #require(try await catalog.known(ContentDigest(high: 0, low: number), model: .fake))
    }

    private func checkOrder(_ catalog: any PhotoCatalog) async throws {
        let report = try await catalog.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
    }
}
