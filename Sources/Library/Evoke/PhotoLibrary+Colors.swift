import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many photos are analyzed between two writes.
    private static let batch = 256

    /// Finds the colors of photos that were indexed without them. Photos with neither a thumbnail nor a file at hand
    /// are left to a later run, as is the rest after a cancellation.
    func findColors(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let catalog = try catalog
        var photos = try await catalog.photosWithoutColors(after: PhotoID(-1), limit: Self.batch)
        guard !photos.isEmpty else { return }
        let total = try await catalog.countWithoutColors()
        let truncated = Set(try await catalog.truncatedPhotos().map(\.path))
        let reader = ColorReader(
            thumbnails: ThumbnailFolder(in: folder, executor: engine.executor), engine: engine)
        var done = 0
        notify(.coloring(done: done, total: total))
        while let last = photos.last {
            var found: [PhotoID: PhotoColors] = [:]
            var rest = photos.makeIterator()
            try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
                pulling: { rest.next() },
                work: { card in (card.id, try await reader.colors(of: card, isTruncated: truncated.contains(card.path)))
                },
                deliver: { photo, colors in
                    found[photo] = colors
                    done += 1
                    notify(.coloring(done: done, total: total))
                })
            try await catalog.record(found)
            photos = try await catalog.photosWithoutColors(after: last.id, limit: Self.batch)
        }
    }
}

private struct ColorReader: Sendable {
    let thumbnails: ThumbnailFolder
    let engine: Engine

    /// Nil if they cannot be found now.
    func colors(of card: PhotoCard, isTruncated: Bool) async throws -> PhotoColors? {
        try Task.checkCancellation()
        // The thumbnail of a truncated photo is gray where data is missing, which would distort its colors.
        if !isTruncated, let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // If the thumbnail fails, the photo itself is used.
            let colors = try? await engine.ownDecoder.colors(of: thumbnail, named: thumbnail)
        {
            return colors
        }
        guard await engine.isAsItWas(card) else { return nil }
        // If it fails now, the next run tries again.
        let colors = try? await engine.ownDecoder.colors(of: card.path, named: card.path)
        // A file that was replaced meanwhile has other colors.
        return await engine.isAsItWas(card) ? colors : nil
    }
}

extension Engine {
    /// Whether a photo's file is unchanged since it was recorded.
    func isAsItWas(_ card: PhotoCard) async -> Bool {
        await executor.run { FileSystem.status(of: card.path).map { FileStamp($0).fits(card.stamp) } ?? false }
    }
}
