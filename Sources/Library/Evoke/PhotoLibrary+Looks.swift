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
