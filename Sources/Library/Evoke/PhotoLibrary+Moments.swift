import EvokeIndexing
import EvokePorts
import EvokeValues

extension PhotoLibrary {
    /// Looks through films that have only one picture in the library, and keeps what else they show. Films that cannot
    /// be read now are left to a later run, as is the rest after a cancellation.
    func findMoments(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        let (catalog, engine, model) = (try await catalog, try await engine, try await model)
        guard try await catalog.count(lacking: .moments(of: model)) > 0 else { return }
        let films = FileAnalysis(
            analysis: .moments(of: model), find: { try await FilmAnalysis(engine: engine).moments(of: $0) },
            nothing: { _ in FilmMoments() },
            notify: notify)
        do {
            try await AnalysisPass(
                of: films.analysis, in: catalog, by: engine, find: { try await films.found(in: $0, by: engine) },
                notify: { notify(.lookingThroughFilms(done: $0, total: $1)) }
            ).run()
        } catch let error as EvokeError {
            notify(.problem(error))
        }
        try await vectors.bringUpToDate()
    }
}

extension OpenLibrary {
    /// For the films among the photos, the moment that fits these queries best.
    func moments(in photos: [PhotoCard], for queries: [Embedding]) async throws -> [PhotoID: Duration] {
        let films = photos.filter { $0.length != nil }.map(\.id)
        guard !films.isEmpty, !queries.isEmpty else { return [:] }
        return try await catalog.moments(of: films, model: model).compactMapValues { moments in
            queries.compactMap { moments.best(for: $0) }.max { $0.score < $1.score }
                .map { .milliseconds(moments.times[$0.place]) }
        }
    }

    /// The vectors by which photos match a query: for films, those of the moment that fits best.
    func vectors(of photos: [PhotoID], answering query: Embedding) async throws -> [Embedding] {
        let model = try await model
        let films = try await catalog.moments(of: photos, model: model)
        let stills = try await catalog.vectors(of: photos, model: model)
        var vectors: [Embedding] = []
        for photo in photos {
            guard let still = stills[photo] else { continue }
            let score = zip(still.values, query.values).reduce(Float()) { $0 + $1.0 * $1.1 }
            guard let moments = films[photo], let best = moments.best(for: query), best.score > score else {
                vectors.append(still)
                continue
            }
            let moment = Embedding(
                normalizing: moments.vector(best.place).map(Float.init), fingerprint: model.fingerprint)
            vectors.append(moment ?? still)
        }
        return vectors
    }
}

private struct FilmAnalysis: Sendable {
    /// The most moments per film; in longer films, they are further apart.
    private static let most = 256
    private static let pixels = Thumbnail.side * Thumbnail.side
    /// The cosine from which on two pictures count as the same.
    private static let same: Float = 0.98

    let engine: Engine

    /// The moments of a film; no two of them look the same to the model.
    func moments(of film: PhotoCard) async throws -> FilmMoments {
        let length = Int(nearest: 1_000 * (film.seconds ?? 0))
        let distance = max(FilmMoments.distance, length / Self.most)
        var (times, halfFloats, from) = ([Int](), [Float16](), 0)
        while times.count < Self.most, let moment = try await moment(of: film.path, from: from) {
            let vector = try await engine.embed(moment.picture.pixels)
            from = moment.milliseconds + distance
            let nearest = FilmMoments(times: times, halfFloats: halfFloats).best(for: vector)
            if let nearest, nearest.score > Self.same { continue }
            times.append(moment.milliseconds)
            halfFloats += vector.values.map { Float16($0) }
        }
        return FilmMoments(times: times, halfFloats: halfFloats)
    }

    /// Nil also if the next picture is damaged: what came before it counts.
    private func moment(of film: DiskPath, from milliseconds: Int) async throws -> FilmMoment? {
        try Task.checkCancellation()
        do {
            return try await engine.ownDecoder.moment(of: film, from: milliseconds, atMost: Self.pixels)
        } catch let error as EvokeError where error.kind.isLasting {
            return nil
        }
    }
}
