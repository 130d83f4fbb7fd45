import EvokeAnalysis
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many photos are analyzed between two writes.
    private static let batch = 256
    /// The largest number of pixels in a thumbnail.
    fileprivate static let pixels = Thumbnail.side * Thumbnail.side

    /// Computes missing fingerprints and qualities from thumbnails. Photos with neither a thumbnail nor a file at hand
    /// are left to a later run, as is the rest after a cancellation.
    func findFingerprints(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let catalog = try catalog
        let total = try await max(catalog.countWithoutFingerprint(), catalog.countWithoutQuality())
        guard total > 0 else { return }
        var done = 0
        func add(_ count: Int) {
            done += count
            notify(.looking(done: min(done, total), total: total))
        }
        add(0)
        try await look(
            at: { try await catalog.photosWithoutFingerprint(after: $0, limit: Self.batch) },
            find: { pixels in
                PhotoFingerprint(of: pixels).map { fingerprint in
                    (StoredFingerprint(fingerprint, FingerprintSignature(of: fingerprint)), PhotoQuality(of: pixels))
                }
            },
            keep: { found in
                try await catalog.record(found.mapValues(\.0))
                try await catalog.record(found.mapValues(\.1))
            }, notify: add)
        try await look(
            at: { try await catalog.photosWithoutQuality(after: $0, limit: Self.batch) },
            find: { PhotoQuality(of: $0) }, keep: { try await catalog.record($0) }, notify: add)
    }

    /// - Parameters:
    ///   - waiting: returns the photos after this one, a batch at a time.
    ///   - notify: called with how many more are done.
    private func look<Value: Sendable>(
        at waiting: (PhotoID) async throws -> [PhotoCard], find: @escaping @Sendable (Pixels) -> Value?,
        keep: ([ContentDigest: Value]) async throws -> Void, notify: (_ count: Int) -> Void
    ) async throws {
        let reader = ThumbnailReader(
            thumbnails: ThumbnailFolder(in: folder, executor: engine.executor), engine: engine, find: find)
        var photos = try await waiting(PhotoID(-1))
        while let last = photos.last {
            var (found, rest) = ([ContentDigest: Value](), photos.makeIterator())
            try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
                pulling: { rest.next() },
                work: { card in (card.content, try await reader.value(of: card)) },
                deliver: { content, value in
                    if let content, let value { found[content] = value }
                })
            try await keep(found)
            notify(photos.count)
            photos = try await waiting(last.id)
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

/// Finds something in photos by their thumbnails.
private struct ThumbnailReader<Value: Sendable>: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine
    let find: @Sendable (Pixels) -> Value?

    /// Nil if it cannot be found now.
    func value(of card: PhotoCard) async throws -> Value? {
        try Task.checkCancellation()
        if card.path.format == .video { return white.flatMap(find) }
        if let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // If the thumbnail fails, the photo itself is used.
            let value = try? await value(in: thumbnail)
        {
            return value
        }
        guard await engine.isAsItWas(card) else { return nil }
        // The next run tries again.
        let value = try? await value(in: card.path)
        // A file that was replaced meanwhile has another value.
        return await engine.isAsItWas(card) ? value : nil
    }

    private func value(in file: FilePath) async throws -> Value? {
        find(try await engine.ownDecoder.pixels(of: file, named: file, atMost: PhotoLibrary.pixels).pixels)
    }
}

/// A film has many pictures and resembles none, so plain white stands for it, whose fingerprint matches nothing.
private let white = try? Pixels([UInt8](repeating: 255, count: 3), size: PixelSize(width: 1, height: 1))

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
