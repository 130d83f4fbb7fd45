import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How many are looked at between two writings.
    private static let batch = 256

    /// Finds the colours of the photos that an Evoke without colours has indexed. Those of which there is neither a
    /// thumbnail nor a file now are left to a later run, and so is what comes after a cancellation.
    func findColors(_ notify: @Sendable (IndexEvent) -> Void) async throws {
        let catalog = try catalog
        var photos = try await catalog.photosWithoutColors(after: PhotoID(-1), limit: Self.batch)
        guard !photos.isEmpty else { return }
        let total = try await catalog.countWithoutColors()
        let cut = Set(try await catalog.cutPhotos().map(\.path))
        let reader = ColorReader(
            thumbnails: ThumbnailFolder(in: folder, executor: engine.executor), engine: engine)
        var done = 0
        notify(.coloring(done: done, total: total))
        while let last = photos.last {
            var found: [PhotoID: PhotoColors] = [:]
            var rest = photos.makeIterator()
            try await OrderedPipeline(width: Engine.cores + 1, slack: Engine.cores).run(
                pulling: { rest.next() },
                work: { card in (card.id, try await reader.colors(of: card, isCut: cut.contains(card.path))) },
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

    /// Nil where nothing tells them now.
    func colors(of card: PhotoCard, isCut: Bool) async throws -> PhotoColors? {
        try Task.checkCancellation()
        // The thumbnail of a photo without its end shows grey there, which is none of its colours.
        if !isCut, let content = card.content, let thumbnail = try await thumbnails.wholeFile(of: content),
            // The photo itself is asked then.
            let colors = try? await engine.ownDecoder.colors(of: thumbnail, named: thumbnail)
        {
            return colors
        }
        guard await engine.isAsItWas(card) else { return nil }
        // Nil where nothing tells it now; the next run asks again.
        let colors = try? await engine.ownDecoder.colors(of: card.path, named: card.path)
        // What was put in its place meanwhile has other colours.
        return await engine.isAsItWas(card) ? colors : nil
    }
}

extension Engine {
    /// Whether a photo's file still looks as it did when it was recorded.
    func isAsItWas(_ card: PhotoCard) async -> Bool {
        await executor.run { FileSystem.status(of: card.path).map { FileStamp($0).fits(card.stamp) } ?? false }
    }
}
