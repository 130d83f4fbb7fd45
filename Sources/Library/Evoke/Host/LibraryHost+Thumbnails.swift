public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// A small JPEG of the photo: its thumbnail from indexing, or one made now.
    public nonisolated func thumbnail(of card: PhotoCard, side: Int) async throws -> [UInt8] {
        let key = PictureCache.Key(photo: card.id, stamp: card.stamp, side: side)
        return try await pictures.picture(for: key) { [self] in
            let thumbnails = side == Thumbnail.side ? thumbnails : side == Thumbnail.largeSide ? largeThumbnails : nil
            let content = thumbnails == nil ? nil : card.content
            if let content, let kept = try await thumbnails?.thumbnail(of: content) { return kept.jpeg }
            // Decoded from the file that was checked, since another may have replaced it by now.
            let original = try await file(of: card)
            let made = try await made(original, side: side)
            // The path may be another photo's by now, whose picture must not be kept for this one.
            if let content, original.stamp.fits(card.stamp), try await file(of: card).stamp == original.stamp {
                // A library that cannot be written to is only slower.
                try? await thumbnails?.keep(made, of: content)
            }
            return made.jpeg
        }
    }

    private nonisolated func made(_ original: PhotoOriginal, side: Int) async throws -> Thumbnail {
        defer { withExtendedLifetime(original) {} }
        do {
            return try await readers.decoder.thumbnail(of: original.opened, named: original.path, side: side)
        } catch let error as EvokeError where error.subject == original.opened.display {
            throw error.with(subject: original.path.display)
        }
    }
}

/// The most recently used pictures, up to a number of bytes. Concurrent requests for the same picture share one.
final class PictureCache: Sendable {
    struct Key: Hashable, Sendable {
        let photo: PhotoID
        let stamp: FileStamp
        /// For a picture of the whole photo.
        var side: Int?
        /// For a picture of a part.
        var square: Face.Box?
    }

    private struct State {
        var pictures: RecentlyUsed<Key, [UInt8]>
        var underWay: [Key: Task<[UInt8], any Error>] = [:]
    }

    private let state: Locked<State>

    init(capacity: Int) {
        state = Locked(State(pictures: RecentlyUsed(capacity: capacity)))
    }

    func picture(for key: Key, make: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let (known, task) = state.withLock { state -> ([UInt8]?, Task<[UInt8], any Error>?) in
            if let known = state.pictures.value(for: key) { return (known, nil) }
            let task = state.underWay[key] ?? Task { try await make() }
            state.underWay[key] = task
            return (nil, task)
        }
        guard let task else { return known ?? [] }
        let result = await task.result
        state.withLock { state in
            // An error goes to those who asked.
            guard state.underWay.removeValue(forKey: key) != nil, let bytes = try? result.get() else { return }
            state.pictures.keep(bytes, for: key, size: bytes.count)
        }
        return try result.get()
    }
}
