import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

extension CatalogConformance {
    /// What films show goes with their content, and is found as they are.
    func checkMoments() async throws {
        let catalog = try await make()
        let (film, short) = (folder.appending("a.mp4"), folder.appending("b.mp4"))
        let photo = folder.appending("c.jpg")
        try await catalog.record(
            [
                encoded(film, 1, [1, 0, 0, 0]), encoded(short, 2, [0, 1, 0, 0]), encoded(photo, 3, [0, 0, 1, 0]),
                .described(film, Self.film(lasting: 4), .none), .described(short, Self.film(lasting: 3.9), .none),
                .described(photo, PhotoFacts(), .none),
            ], model: .fake)
        let first = try #require(try await catalog.photo(at: film))
        let second = try #require(try await catalog.photo(at: photo))
        let content = ContentDigest(high: 0, low: 1)
        let start = try await catalog.vectorStamp()
        #expect(try await catalog.countWithoutMoments(of: .fake) == 1)
        #expect(try await catalog.filmsWithoutMoments(of: .fake, after: PhotoID(-1), limit: 9).map(\.id) == [first])
        #expect(try await catalog.filmsWithoutMoments(of: .fake, after: first, limit: 9).isEmpty)
        #expect(try await catalog.countOfMoments(of: .fake) == 0)

        let moments = FilmMoments(times: [0, 2_500], halves: [0, 0, 0, 1, 0.6, 0, 0, -0.8])
        try await catalog.note([content: moments, ContentDigest(high: 9, low: 9): moments], of: .fake)
        #expect(try await catalog.countWithoutMoments(of: .fake) == 0)
        #expect(try await catalog.moments(of: [first, second], model: .fake) == [first: moments])
        #expect(try await catalog.countOfMoments(of: .fake) == 2)
        #expect(try await catalog.vector(of: first, model: .fake)?.values == [1, 0, 0, 0])
        let rows = try await rows(of: catalog)
        #expect(rows.filter { $0.photo == first }.map(\.halves) == [[1, 0, 0, 0], [0, 0, 0, 1], [0.6, 0, 0, -0.8]])
        #expect(rows.count == 5)
        let changes = try #require(try await catalog.vectorChanges(since: start, model: .fake, limit: 99))
        #expect(changes.dropped == [first] && changes.ids == [first, first, first])
        #expect(changes.halves == [1, 0, 0, 0] + moments.halves)

        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.countOfMoments(of: .fake) == 0)
        #expect(try await self.rows(of: catalog).allSatisfy { $0.photo != first })
        let known = try #require(try await catalog.known(content, model: .fake))
        let moved = folder.appending("d.mp4")
        try await catalog.record([.moved(first, moved, stamp(1), known)], model: .fake)
        #expect(try await catalog.moments(of: [first], model: .fake) == [first: moments], "it is the same film")
        #expect(try await catalog.check { _ in }.isInOrder)

        let other = ModelID(name: "other", fingerprint: "other", dimensions: 4)
        #expect(try await catalog.countWithoutMoments(of: other) == 0, "it has no vector of that model")
        #expect(try await catalog.moments(of: [first], model: other).isEmpty)
        try await catalog.note([content: FilmMoments()], of: .fake)
        #expect(try await catalog.moments(of: [first], model: .fake).isEmpty)
        #expect(try await catalog.countWithoutMoments(of: .fake) == 0, "it shows nothing else")
        try await catalog.note([content: moments], of: .fake)
        try await catalog.record(
            [encoded(moved, 7, [0, 1, 0, 0]), .described(moved, Self.film(lasting: 60), .none)], model: .fake)
        #expect(try await catalog.moments(of: [first], model: .fake).isEmpty, "another film shows something else")
        #expect(try await catalog.countWithoutMoments(of: .fake) == 1)
        _ = try await catalog.forget(under: folder)
        #expect(try await catalog.countOfMoments(of: .fake) == 0)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    private static func film(lasting seconds: Double) -> PhotoFacts {
        var facts = PhotoFacts()
        facts.length = seconds
        return facts
    }

    private func rows(of catalog: any PhotoCatalog) async throws -> [(photo: PhotoID, halves: [Float16])] {
        let found = Locked<[(photo: PhotoID, halves: [Float16])]>([])
        let width = ModelID.fake.dimensions
        try await catalog.scan(.fake) { ids, halves in
            found.withLock { found in
                for (place, id) in ids.enumerated() {
                    found.append((id, Array(halves[place * width..<(place + 1) * width])))
                }
            }
        }
        return found.withLock { $0 }
    }
}
