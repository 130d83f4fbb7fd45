import EvokeIndexing
import EvokeValues
import EvokeWorkers

/// Analyzes the content of photos after they can be searched, several at once, and stores results as they come. Running
/// it again resumes where it stopped.
struct ContentPass<Found: Sendable>: Sendable {
    /// How many results are stored at once.
    private let together = 8
    /// How many photos are listed at once.
    private let listed = 256

    let analysis: ContentAnalysis<Found>
    /// How many photos are waiting; with none, nothing is done.
    let count: @Sendable () async throws -> Int
    /// The waiting photos, ordered by number.
    let waiting: @Sendable (_ after: PhotoID, _ limit: Int) async throws -> [PhotoCard]
    let keep: @Sendable ([ContentDigest: Found]) async throws -> Void
    let notify: @Sendable (_ done: Int, _ total: Int) -> Void
    private let place = Locked((last: PhotoID(-1), done: 0, total: Int?.none))

    init(
        analysis: ContentAnalysis<Found>, count: @escaping @Sendable () async throws -> Int,
        waiting: @escaping @Sendable (_ after: PhotoID, _ limit: Int) async throws -> [PhotoCard],
        keep: @escaping @Sendable ([ContentDigest: Found]) async throws -> Void,
        notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        (self.analysis, self.count, self.waiting, self.keep, self.notify) = (analysis, count, waiting, keep, notify)
    }

    /// Throws errors that are not about a photo, and `CancellationError`. What was found until then is kept.
    ///
    /// - Parameter isWanted: asked before photos are taken.
    func run(by engine: Engine, while isWanted: @Sendable () async throws -> Bool) async throws {
        var (last, done, counted) = place.withLock { $0 }
        let total = if let counted { counted } else { try await count() }
        guard total > 0 else { return }
        var photos = PhotosInOrder(after: last) { try await waiting($0, listed) }
        var found: [ContentDigest: Found] = [:]
        notify(min(done, total), total)
        let failure: (any Error)?
        do {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: { try await isWanted() ? try await photos.next() : nil },
                work: { card in (card.content, try await analysis.found(in: card) { await engine.isAsItWas(card) }) },
                deliver: { content, one in
                    if let content, let one { found[content] = one }
                    done += 1
                    if found.count == together {
                        try await keepAll(found)
                        found = [:]
                    }
                    notify(min(done, total), total)
                })
            failure = nil
        } catch {
            failure = error
        }
        (last, counted) = (photos.last, total)
        place.withLock { $0 = (last, done, counted) }
        try await keepAll(found)
        if let failure { throw failure }
    }

    /// Also after a cancellation, to keep what was done.
    private func keepAll(_ found: [ContentDigest: Found]) async throws {
        guard !found.isEmpty else { return }
        try await Task { try await keep(found) }.value
    }
}

/// The analysis of one photo's content.
struct ContentAnalysis<Found: Sendable>: Sendable {
    let find: @Sendable (PhotoCard) async throws -> Found
    /// The result for a picture of that size that cannot be read.
    let nothing: @Sendable (PixelSize) -> Found
    let notify: @Sendable (IndexEvent) -> Void

    /// Nil if it is left to a later run.
    ///
    /// - Parameter isAsItWas: whether the photo's file is still the one that the result is for.
    func found(in card: PhotoCard, _ isAsItWas: @Sendable () async -> Bool) async throws -> Found? {
        try Task.checkCancellation()
        guard await isAsItWas() else { return nil }
        do {
            let found = try await find(card)
            // A file that was replaced meanwhile has other content.
            return await isAsItWas() ? found : nil
        } catch let error as EvokeError where error.kind.isOfPhoto {
            guard await isAsItWas() else { return nil }
            notify(.failed(error))
            // Not retried forever, unless the error may pass by itself.
            return error.kind.mayPass ? nil : nothing(card.size ?? PixelSize(width: 0, height: 0))
        }
    }
}

/// Photos that a catalog lists in batches; of those with the same content, one.
struct PhotosInOrder {
    private(set) var last: PhotoID
    private let after: (PhotoID) async throws -> [PhotoCard]
    private var photos: ArraySlice<PhotoCard> = []
    private var contents: Set<ContentDigest> = []

    init(after last: PhotoID, _ after: @escaping (PhotoID) async throws -> [PhotoCard]) {
        (self.last, self.after) = (last, after)
    }

    mutating func next() async throws -> PhotoCard? {
        while true {
            if photos.isEmpty {
                photos = try await after(last)[...]
                contents = []
            }
            guard let photo = photos.popFirst() else { return nil }
            last = photo.id
            if let content = photo.content, contents.insert(content).inserted { return photo }
        }
    }
}

extension EvokeError.Kind {
    /// Whether the error is about a photo, not about the analysis.
    fileprivate var isOfPhoto: Bool {
        switch self {
        case .damaged, .unsupported, .tooLarge, .unreadable, .notAllowed, .notFound: true
        default: false
        }
    }

    fileprivate var mayPass: Bool {
        switch self {
        case .damaged, .unsupported, .tooLarge: false
        default: true
        }
    }
}
