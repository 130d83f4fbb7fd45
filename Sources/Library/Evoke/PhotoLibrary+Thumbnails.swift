import EvokeAnalysis
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many photos are analyzed between two writes.
    private static let batch = 256
    fileprivate static let pixels = Thumbnail.side * Thumbnail.side

    /// Finds the colors of photos that were indexed without them. Photos with neither a thumbnail nor a file at hand
    /// are left to a later run, as is the rest after a cancellation.
    func findColors(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        let (catalog, engine) = (try await catalog, try await engine)
        let reader = ThumbnailReader(in: folder, engine)
        guard try await catalog.count(lacking: .colors) > 0 else { return }
        let truncated = Set(try await catalog.truncatedPhotos().map(\.path))
        try await AnalysisPass(
            of: .colors, in: catalog, by: engine, together: Self.batch,
            find: { card in
                // The thumbnail of a truncated photo is gray where data is missing, which would distort its colors.
                try await reader.value(of: card, byThumbnail: !truncated.contains(card.path)) {
                    try await reader.engine.ownDecoder.colors(of: $0, named: $0)
                }
            }, notify: { notify(.coloring(done: $0, total: $1)) }
        ).run()
    }

    /// Computes missing fingerprints and qualities. Photos with neither a thumbnail nor a file at hand are left to a
    /// later run, as is the rest after a cancellation.
    func findFingerprints(_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws {
        let (catalog, engine) = (try await catalog, try await engine)
        let reader = ThumbnailReader(in: folder, engine)
        try await AnalysisPass(
            of: .fingerprint, in: catalog, by: engine, together: Self.batch,
            find: { card in
                try await reader.value(of: card) { pixels in
                    PhotoFingerprint(of: pixels).map { fingerprint in
                        (
                            StoredFingerprint(fingerprint, FingerprintSignature(of: fingerprint)),
                            PhotoQuality(of: pixels)
                        )
                    }
                }
            },
            keep: { found in
                try await catalog.record(found.mapValues(\.0), as: .fingerprint)
                try await catalog.record(found.mapValues(\.1), as: .quality)
            }, notify: { notify(.looking(done: $0, total: $1)) }
        ).run()
        try await AnalysisPass(
            of: .quality, in: catalog, by: engine, together: Self.batch,
            find: { try await reader.value(of: $0) { PhotoQuality(of: $0) } },
            notify: { notify(.looking(done: $0, total: $1)) }
        ).run()
    }
}

private struct ThumbnailReader: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine
    /// Photos of which nothing could be read; not tried twice.
    private let unreadable = Locked(Set<PhotoID>())

    init(in folder: DiskPath, _ engine: Engine) {
        thumbnails = ThumbnailFolder(in: folder, executor: engine.executor)
        self.engine = engine
    }

    func value<Value: Sendable>(of card: PhotoCard, _ find: @Sendable (Pixels) -> Value?) async throws -> Value? {
        if card.path.format == .video { return white.flatMap(find) }
        return try await value(of: card) { file in
            find(try await engine.ownDecoder.pixels(of: file, named: file, atMost: PhotoLibrary.pixels).pixels)
        }
    }

    /// Nil if it cannot be found now.
    func value<Value: Sendable>(
        of card: PhotoCard, byThumbnail: Bool = true, _ find: @Sendable (DiskPath) async throws -> Value?
    ) async throws -> Value? {
        try Task.checkCancellation()
        guard !unreadable.withLock({ $0.contains(card.id) }) else { return nil }
        if byThumbnail, let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // If the thumbnail fails, the photo itself is used.
            let value = try? await find(thumbnail)
        {
            return value
        }
        guard await engine.isAsItWas(card) else { return nil }
        // The next run tries again.
        guard let value = try? await find(card.path) else {
            unreadable.withLock { _ = $0.insert(card.id) }
            return nil
        }
        // A file that was replaced meanwhile has another value.
        return await engine.isAsItWas(card) ? value : nil
    }
}

/// A film has many pictures and resembles none, so plain white stands for it, whose fingerprint matches nothing.
private let white = try? Pixels([UInt8](repeating: 255, count: 3), size: PixelSize(width: 1, height: 1))

extension Engine {
    /// Whether a photo's file is unchanged since it was recorded.
    func isAsItWas(_ card: PhotoCard) async -> Bool {
        await executor.run { FileSystem.status(of: card.path).map { FileStamp($0).fits(card.stamp) } ?? false }
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
                let picture = try? await engine.ownDecoder.pixels(of: file, named: file, atMost: PhotoLibrary.pixels)
                return (content, picture?.pixels)
            },
            deliver: { content, pixels in found[content] = pixels })
        return found
    }
}
