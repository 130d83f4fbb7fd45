import EvokeAnalysis
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many photos are analyzed between two writes.
    private static let batch = 256
    /// The largest number of pixels in a thumbnail.
    fileprivate static let pixels = Thumbnail.side * Thumbnail.side

    /// Computes missing fingerprints from thumbnails. Photos with neither a thumbnail nor a file at hand are left to a
    /// later run, as is the rest after a cancellation.
    func findFingerprints(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let catalog = try catalog
        var photos = try await catalog.photosWithoutFingerprint(after: PhotoID(-1), limit: Self.batch)
        guard !photos.isEmpty else { return }
        let total = try await catalog.countWithoutFingerprint()
        let reader = FingerprintReader(
            thumbnails: ThumbnailFolder(in: folder, executor: engine.executor), engine: engine)
        var done = 0
        notify(.looking(done: done, total: total))
        while let last = photos.last {
            var found: [ContentDigest: StoredFingerprint] = [:]
            var rest = photos.makeIterator()
            try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
                pulling: { rest.next() },
                work: { card in (card.content, try await reader.fingerprint(of: card)) },
                deliver: { content, fingerprint in
                    if let content, let fingerprint { found[content] = fingerprint }
                    done += 1
                })
            try await catalog.record(found)
            notify(.looking(done: min(done, total), total: total))
            photos = try await catalog.photosWithoutFingerprint(after: last.id, limit: Self.batch)
        }
    }
}

/// Decodes thumbnails, several at once.
struct KeptPictures: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine

    /// Only of thumbnails that exist and can be read.
    func pixels(of contents: [ContentDigest]) async throws -> [ContentDigest: Pixels] {
        var (found, rest) = ([ContentDigest: Pixels](), contents.makeIterator())
        try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
            pulling: { rest.next() },
            work: { content -> (ContentDigest, Pixels?) in
                guard let file = try await thumbnails.wholeFile(of: content) else { return (content, nil) }
                // Unreadable ones are left out, as documented.
                let picture = try? await engine.ownDecoder.pixels(
                    of: file, named: file, atMost: PhotoLibrary.pixels)
                return (content, picture?.pixels)
            },
            deliver: { content, pixels in found[content] = pixels })
        return found
    }
}

private struct FingerprintReader: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine

    /// A film has many pictures and resembles none, so it gets the fingerprint of plain white, which matches nothing.
    private static let film = (try? Pixels([UInt8](repeating: 255, count: 3), size: PixelSize(width: 1, height: 1)))
        .flatMap { PhotoFingerprint(of: $0) }.map { StoredFingerprint($0, FingerprintSignature(of: $0)) }

    /// Nil if it cannot be found now.
    func fingerprint(of card: PhotoCard) async throws -> StoredFingerprint? {
        try Task.checkCancellation()
        if card.path.format == .video { return Self.film }
        if let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // If the thumbnail fails, the photo itself is used.
            let fingerprint = try? await fingerprint(in: thumbnail)
        {
            return fingerprint
        }
        guard await engine.isAsItWas(card) else { return nil }
        // The next run tries again.
        let fingerprint = try? await fingerprint(in: card.path)
        // A file that was replaced meanwhile has another fingerprint.
        return await engine.isAsItWas(card) ? fingerprint : nil
    }

    private func fingerprint(in file: FilePath) async throws -> StoredFingerprint? {
        let picture = try await engine.ownDecoder.pixels(of: file, named: file, atMost: PhotoLibrary.pixels)
        return PhotoFingerprint(of: picture.pixels).map { StoredFingerprint($0, FingerprintSignature(of: $0)) }
    }
}

extension PhotoLibrary {
    /// Looks through films that have only one picture in the library, and keeps what else they show. Films that cannot
    /// be read now are left to a later run, as is the rest after a cancellation.
    func findMoments(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        let (catalog, engine, model) = (try catalog, engine, model)
        let total = try await catalog.countWithoutMoments(of: model)
        guard total > 0 else { return }
        let pass = ContentPass(
            analysis: ContentAnalysis(
                find: { try await FilmAnalysis(engine: engine).moments(of: $0) }, nothing: { _ in FilmMoments() },
                notify: notify),
            count: { total }, waiting: { try await catalog.filmsWithoutMoments(of: model, after: $0, limit: $1) },
            keep: { try await catalog.record($0, of: model) },
            notify: { notify(.lookingThroughFilms(done: $0, total: $1)) })
        do {
            try await pass.run(by: engine) { true }
        } catch let error as EvokeError {
            notify(.problem(error))
        }
        try await vectors.bringUpToDate()
    }

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
        let films = try await catalog.moments(of: photos, model: model)
        var vectors: [Embedding] = []
        for photo in photos {
            guard let still = try await catalog.vector(of: photo, model: model) else { continue }
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

/// Looks through one film.
private struct FilmAnalysis: Sendable {
    /// The most moments per film; in longer films, they are further apart.
    private static let most = 256
    private static let pixels = Thumbnail.side * Thumbnail.side
    /// The cosine from which on two pictures count as the same.
    private static let same: Float = 0.98

    let engine: Engine

    /// The moments of a film; no two of them look the same to the model.
    func moments(of film: PhotoCard) async throws -> FilmMoments {
        let length = Int(nearest: 1_000 * (film.length ?? 0))
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
    private func moment(of film: FilePath, from milliseconds: Int) async throws -> FilmMoment? {
        try Task.checkCancellation()
        do {
            return try await engine.ownDecoder.moment(of: film, from: milliseconds, atMost: Self.pixels)
        } catch let error as EvokeError where [.damaged, .unsupported, .tooLarge].contains(error.kind) {
            return nil
        }
    }
}
