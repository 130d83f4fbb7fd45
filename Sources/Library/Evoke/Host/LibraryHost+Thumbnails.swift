public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// A small picture of the photo, a JPEG: that which indexing made, or one that is made now.
    public nonisolated func thumbnail(of card: PhotoCard, side: Int) async throws -> [UInt8] {
        let key = PictureCache.Key(photo: card.id, stamp: card.stamp, side: side)
        return try await pictures.picture(for: key) { [self] in
            let content = side == Thumbnail.side ? card.content : nil
            if let content, let kept = try await thumbnails.thumbnail(of: content) { return kept.jpeg }
            // Decoded from the file that was looked at: another may be in its place by now.
            let original = try await file(of: card)
            let made = try await made(original, side: side)
            // The name may be another photo's by now, and that one's picture is not kept for this one.
            if let content, original.stamp.fits(card.stamp), try await file(of: card).stamp == original.stamp {
                // A library that cannot be written to is only slower.
                try? await thumbnails.keep(made, of: content)
            }
            return made.jpeg
        }
    }

    private nonisolated func made(_ original: PhotoOriginal, side: Int) async throws -> Thumbnail {
        defer { withExtendedLifetime(original) {} }
        do {
            return try await decoder.thumbnail(of: original.opened, named: original.path, side: side)
        } catch let error as EvokeError where error.subject == original.opened.display {
            throw EvokeError(
                error.kind, doing: error.doing, subject: original.path.display, reason: error.reason,
                remedy: error.remedy)
        }
    }
}

/// The pictures that were asked for last, up to so many bytes. Whoever asks for one that is being made gets the same.
final class PictureCache: Sendable {
    struct Key: Hashable {
        let photo: PhotoID
        let stamp: FileStamp
        let side: Int
    }

    private struct State {
        var pictures: [Key: (bytes: [UInt8], used: Int)] = [:]
        var underWay: [Key: Task<[UInt8], any Error>] = [:]
        var count = 0
        var clock = 0
    }

    private let capacity: Int
    private let state = Locked(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    func picture(for key: Key, make: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let (known, task) = state.withLock { state -> ([UInt8]?, Task<[UInt8], any Error>?) in
            state.clock += 1
            state.pictures[key]?.used = state.clock
            if let known = state.pictures[key] { return (known.bytes, nil) }
            let task = state.underWay[key] ?? Task { try await make() }
            state.underWay[key] = task
            return (nil, task)
        }
        guard let task else { return known ?? [] }
        let result = await task.result
        state.withLock { state in
            guard state.underWay.removeValue(forKey: key) != nil, let bytes = try? result.get() else { return }
            keep(bytes, for: key, &state)
        }
        return try result.get()
    }

    private func keep(_ bytes: [UInt8], for key: Key, _ state: inout State) {
        state.pictures[key] = (bytes, state.clock)
        state.count += bytes.count
        guard state.count > capacity else { return }
        // A quarter at once: looking for the oldest goes through all of them.
        for (old, picture) in state.pictures.sorted(by: { $0.value.used < $1.value.used }) {
            guard state.count > capacity / 4 * 3, old != key else { break }
            state.pictures[old] = nil
            state.count -= picture.bytes.count
        }
    }
}
