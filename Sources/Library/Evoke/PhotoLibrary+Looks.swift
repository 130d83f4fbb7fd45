import EvokeAnalysis
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many are looked at between two writings.
    private static let batch = 256
    /// As many pixels as a thumbnail has at most.
    fileprivate static let pixels = Thumbnail.side * Thumbnail.side

    /// Makes what copies of photos are found by, of those that have none yet, from their thumbnails. Those of which there
    /// is neither a thumbnail nor a file now are left to a later run, and so is what comes after a cancellation.
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

/// Pictures as thumbnails show them, some at once.
struct KeptPictures: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine

    /// Of those whose thumbnail is there and can be read.
    func pixels(of contents: [ContentDigest]) async throws -> [ContentDigest: Pixels] {
        var (found, rest) = ([ContentDigest: Pixels](), contents.makeIterator())
        try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
            pulling: { rest.next() },
            work: { content -> (ContentDigest, Pixels?) in
                guard let file = try await thumbnails.wholeFile(of: content) else { return (content, nil) }
                // Those that cannot be read are left out, as said above.
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

    /// A film has many pictures, so it resembles none: it looks as plain white does, which is like nothing.
    private static let film = (try? Pixels([UInt8](repeating: 255, count: 3), size: PixelSize(width: 1, height: 1)))
        .flatMap { PhotoFingerprint(of: $0) }.map { StoredFingerprint($0, FingerprintSignature(of: $0)) }

    /// Nil where nothing tells it now.
    func fingerprint(of card: PhotoCard) async throws -> StoredFingerprint? {
        try Task.checkCancellation()
        if card.path.format == .video { return Self.film }
        if let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // The photo itself is asked then.
            let fingerprint = try? await fingerprint(in: thumbnail)
        {
            return fingerprint
        }
        guard await engine.isAsItWas(card) else { return nil }
        // The next run asks again.
        let fingerprint = try? await fingerprint(in: card.path)
        // What was put in its place meanwhile has another look.
        return await engine.isAsItWas(card) ? fingerprint : nil
    }

    private func fingerprint(in file: FilePath) async throws -> StoredFingerprint? {
        let picture = try await engine.ownDecoder.pixels(of: file, named: file, atMost: PhotoLibrary.pixels)
        return PhotoFingerprint(of: picture.pixels).map { StoredFingerprint($0, FingerprintSignature(of: $0)) }
    }
}
