import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// Makes pictures of photos to show, and remembers them.
struct PhotoViewer: Sendable {
    /// Apart from the engine's threads, so that developing a raw photo does not delay searches.
    let executor = BlockingExecutor(width: 2)
    let readers: PhotoReaders
    let thumbnails, largeThumbnails: ThumbnailFolder
    let pictures = PictureCache(capacity: 64_000_000)

    init(_ configuration: LibraryConfiguration) {
        readers = PhotoReaders(executor: executor, inFull: false)
        thumbnails = ThumbnailFolder(in: configuration.library, executor: executor)
        largeThumbnails = ThumbnailFolder(in: configuration.library, side: Thumbnail.largeSide, executor: executor)
    }

    func thumbnail(of original: PhotoOriginal, side: Int) async throws -> Thumbnail {
        defer { withExtendedLifetime(original) {} }
        do {
            return try await readers.decoder.thumbnail(of: original.opened, named: original.path, side: side)
        } catch let error as EvokeError where error.subject == original.opened.display {
            throw error.with(subject: original.path.display)
        }
    }
}

extension PhotoLibrary {
    /// A small JPEG of the photo: its thumbnail from indexing, or one made now.
    public func thumbnail(of card: PhotoCard, side: Int) async throws -> [UInt8] {
        let key = PictureCache.Key(photo: card.id, stamp: card.stamp, side: side)
        let viewer = await kept.viewer
        return try await viewer.pictures.picture(for: key) {
            let thumbnails =
                side == Thumbnail.side ? viewer.thumbnails : side == Thumbnail.largeSide ? viewer.largeThumbnails : nil
            let content = thumbnails == nil ? nil : card.content
            if let content, let kept = try await thumbnails?.thumbnail(of: content) { return kept.jpeg }
            // Decoded from the file that was checked, since another may have replaced it by now.
            let original = try await file(of: card)
            let made = try await viewer.thumbnail(of: original, side: side)
            // The path may be another photo's by now, whose picture must not be kept for this one.
            if let content, original.stamp.fits(card.stamp), try await file(of: card).stamp == original.stamp {
                // A library that cannot be written to is only slower.
                try? await thumbnails?.keep(made, of: content)
            }
            return made.jpeg
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
