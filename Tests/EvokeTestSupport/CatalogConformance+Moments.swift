import EvokePorts
import EvokeValues
import Testing

/// What films show goes with their content, and is found as they are.
extension CatalogConformance {
    static let ofMoments = [
        Check("long films wait for their moments", Self.waitsForMoments),
        Check("moments are searched as their film is", Self.searchesMoments),
        Check("moments follow their film", Self.movesMoments),
        Check("each model has its moments", Self.keepsMomentsApart),
        Check("another film shows something else", Self.dropsMoments),
    ]

    private static let moments = FilmMoments(times: [0, 2_500], halfFloats: [0, 0, 0, 1, 0.6, 0, 0, -0.8])

    private func film(lasting seconds: Double) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.length = seconds
        return metadata
    }

    /// A film, one that is too short, and a photo.
    private func fillFilms() async throws -> [PhotoID] {
        let ids = try await fill("a.mp4", "b.mp4", "c.jpg")
        try await record([
            .described(path("a.mp4"), (film(lasting: 4), .none)),
            .described(path("b.mp4"), (film(lasting: 3.9), .none)),
            .described(path("c.jpg"), (PhotoMetadata(), .none)),
        ])
        return ids
    }

    func waitsForMoments() async throws {
        let ids = try await fillFilms()
        #expect(try await catalog.count(lacking: .moments(of: .fake)) == 1)
        #expect(
            try await catalog.photos(lacking: .moments(of: .fake), after: PhotoID(-1), limit: 9).map(\.id) == [ids[0]])
        #expect(try await catalog.photos(lacking: .moments(of: .fake), after: ids[0], limit: 9).isEmpty)
        try await catalog.record([content(1): Self.moments, content(99): Self.moments], as: .moments(of: .fake))
        #expect(try await catalog.count(lacking: .moments(of: .fake)) == 0)
        #expect(try await catalog.moments(of: [ids[0], ids[2]], model: .fake) == [ids[0]: Self.moments])
        try await catalog.record([content(1): FilmMoments()], as: .moments(of: .fake))
        #expect(try await catalog.moments(of: ids, model: .fake).isEmpty)
        #expect(try await catalog.count(lacking: .moments(of: .fake)) == 0, "it shows nothing else")
    }

    func searchesMoments() async throws {
        let ids = try await fillFilms()
        let start = try await catalog.vectorStamp()
        #expect(try await catalog.countOfMoments(of: .fake) == 0)
        try await catalog.record([content(1): Self.moments], as: .moments(of: .fake))
        #expect(try await catalog.countOfMoments(of: .fake) == 2)
        #expect(try await axes("a.mp4") == [0])
        let rows = try await rows()
        #expect(
            rows.filter { $0.photo == ids[0] }.map(\.halfFloats) == [[1, 0, 0, 0], [0, 0, 0, 1], [0.6, 0, 0, -0.8]])
        #expect(rows.count == 5)
        let changes = try #require(try await catalog.vectorChanges(since: start, model: .fake, limit: 99))
        #expect(changes.dropped == [ids[0]] && changes.ids == [ids[0], ids[0], ids[0]])
        #expect(changes.halfFloats == [1, 0, 0, 0] + Self.moments.halfFloats)
    }

    func movesMoments() async throws {
        let film = try await fillFilms()[0]
        try await catalog.record([content(1): Self.moments], as: .moments(of: .fake))
        try await record([.vanished(film)])
        #expect(try await catalog.countOfMoments(of: .fake) == 0)
        #expect(try await !scanned().contains(film))
        try await record([.moved(film, path("d.mp4"), stamp(1), known(1))])
        #expect(try await catalog.moments(of: [film], model: .fake) == [film: Self.moments])
        _ = try await catalog.forget(under: folder)
        #expect(try await catalog.countOfMoments(of: .fake) == 0)
    }

    func keepsMomentsApart() async throws {
        let film = try await fillFilms()[0]
        try await catalog.record([content(1): Self.moments], as: .moments(of: .fake))
        #expect(try await catalog.count(lacking: .moments(of: .otherFake)) == 0, "it has no vector of that model")
        #expect(try await catalog.moments(of: [film], model: .otherFake).isEmpty)
    }

    func dropsMoments() async throws {
        let film = try await fillFilms()[0]
        try await catalog.record([content(1): Self.moments], as: .moments(of: .fake))
        try await record([
            encoded("a.mp4", 7, axis: 1), .described(path("a.mp4"), (self.film(lasting: 60), .none)),
        ])
        #expect(try await catalog.moments(of: [film], model: .fake).isEmpty)
        #expect(try await catalog.count(lacking: .moments(of: .fake)) == 1)
    }
}
