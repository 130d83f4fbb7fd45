import EvokeIndexing
import EvokePorts
import EvokeValues
import EvokeWorkers

/// Analyzes photos that lack a result, several at once, and stores results as they come. Running it again resumes where
/// it stopped.
struct AnalysisPass<Found: Sendable>: Sendable {
    private let listed = 256

    private let engine: Engine
    private let together: Int
    private let count: @Sendable () async throws -> Int
    private let waiting: @Sendable (_ after: PhotoID, _ limit: Int) async throws -> [PhotoCard]
    private let find: @Sendable (PhotoCard) async throws -> Found?
    private let keep: @Sendable ([ContentDigest: Found]) async throws -> Void
    private let notify: @Sendable (_ done: Int, _ total: Int) -> Void
    private let place = Locked((last: PhotoID(-1), done: 0, total: Int?.none))

    /// - Parameters:
    ///   - analysis: whose result the photos lack.
    ///   - together: how many results are stored at once.
    ///   - find: returns nil for a photo that is left to a later run.
    init<Result>(
        of analysis: Analysis<Result>, in catalog: any PhotoCatalog, by engine: Engine, together: Int = 8,
        find: @escaping @Sendable (PhotoCard) async throws -> Found?,
        keep: @escaping @Sendable ([ContentDigest: Found]) async throws -> Void,
        notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        (self.engine, self.together, self.find, self.keep, self.notify) = (engine, together, find, keep, notify)
        count = { try await catalog.count(lacking: analysis) }
        waiting = { try await catalog.photos(lacking: analysis, after: $0, limit: $1) }
    }

    init(
        of analysis: Analysis<Found>, in catalog: any PhotoCatalog, by engine: Engine, together: Int = 8,
        find: @escaping @Sendable (PhotoCard) async throws -> Found?,
        notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        self.init(
            of: analysis, in: catalog, by: engine, together: together, find: find,
            keep: { try await catalog.record($0, as: analysis) }, notify: notify)
    }

    /// Throws errors that are not about a photo, and `CancellationError`. What was found until then is kept.
    ///
    /// - Parameter isWanted: asked before photos are taken.
    func run(while isWanted: @Sendable () async throws -> Bool = { true }) async throws {
        var (last, done, counted) = place.withLock { $0 }
        let total = if let counted { counted } else { try await count() }
        guard total > 0 else { return }
        var photos = PhotosInOrder(after: last) { try await waiting($0, listed) }
        var (found, isOver) = ([ContentDigest: Found](), false)
        notify(min(done, total), total)
        let outcome = await Result {
            try await OrderedPipeline(width: Engine.cores, slack: Engine.cores).run(
                pulling: {
                    guard try await isWanted() else { return nil }
                    let next = try await photos.next()
                    isOver = next == nil
                    return next
                },
                work: { ($0.content, try await find($0)) },
                deliver: { content, one in
                    if let content, let one { found[content] = one }
                    done += 1
                    if found.count == together {
                        try await keepAll(found)
                        found = [:]
                    }
                    notify(min(done, total), total)
                })
        }
        (last, counted) = (photos.last, total)
        place.withLock { $0 = (last, done, counted) }
        try await keepAll(found)
        try outcome.get()
        // Copies share a result, and are not counted one by one.
        if isOver, done < total { notify(total, total) }
    }

    /// Also after a cancellation, to keep what was done.
    private func keepAll(_ found: [ContentDigest: Found]) async throws {
        guard !found.isEmpty else { return }
        try await Task { try await keep(found) }.value
    }
}

struct FileAnalysis<Found: Sendable>: Sendable {
    let analysis: Analysis<Found>
    let find: @Sendable (PhotoCard) async throws -> Found
    /// The result for a picture of that size that cannot be read.
    let nothing: @Sendable (PixelSize) -> Found
    let notify: @Sendable (IndexEvent) -> Void

    /// Nil if it is left to a later run.
    func found(in card: PhotoCard, by engine: Engine) async throws -> Found? {
        try await found(in: card) { await engine.isAsItWas(card) }
    }

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
            return error.kind.isLasting ? nothing(card.size ?? PixelSize(width: 0, height: 0)) : nil
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
    fileprivate var isOfPhoto: Bool { isLasting || [.unreadable, .notAllowed, .notFound].contains(self) }
}
