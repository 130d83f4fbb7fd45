package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Reads text in photos as one of the workers of a shared catalog.
package struct SharedReading: Sendable {
    /// How many photos to claim for each one read at a time. Newly queued photos to encode wait for no more than these.
    private static let takenForEach = 4
    private static let recordedTogether = 8

    private let catalog: any WorkSharing
    private let reader: TextReaderID
    private let width: Int
    private let executor: BlockingExecutor
    private let read: @Sendable (PhotoCard) async throws -> PictureText?
    private let notify: @Sendable (IndexEvent) -> Void
    private let state = Locked(State())

    private struct State: Sendable {
        var count = WorkCount()
        var done = 0
        var isOver = false
    }

    /// - Parameters:
    ///   - width: how many photos are read at a time.
    ///   - read: returns nil for a photo left to a later run; throws if the reader itself fails.
    package init(
        catalog: any WorkSharing, reader: TextReaderID, width: Int, executor: BlockingExecutor,
        notify: @escaping @Sendable (IndexEvent) -> Void,
        read: @escaping @Sendable (PhotoCard) async throws -> PictureText?
    ) {
        (self.catalog, self.reader, self.width, self.executor) = (catalog, reader, width, executor)
        (self.read, self.notify) = (read, notify)
    }

    /// Reads the texts that this machine can reach.
    ///
    /// - Parameters:
    ///   - untilEmpty: also waits for what other workers hold.
    ///   - isWanted: called before photos are claimed.
    package func run(untilEmpty: Bool, while isWanted: () async -> Bool) async throws {
        try await WorkerLease.again(notify, after: state.withLock({ $0.done })) {
            try await lease { lease in
                while await isWanted() {
                    try Task.checkCancellation()
                    if try await readSome(in: lease) { continue }
                    guard untilEmpty, try await left(in: lease) > 0 else { return }
                    try await Task.sleep(for: WorkerLease.pause)
                }
            }
        }
    }
}

extension SharedReading {
    func lease(_ body: (WorkerLease) async throws -> Void) async throws {
        let place = WorkerLease.Place(catalog: catalog, executor: executor, seen: [], notify: notify)
        try await WorkerLease.run(at: place, as: .reading(reader), body)
    }

    /// How many photos are left for this worker, or held by others.
    func left(in lease: WorkerLease) async throws -> Int {
        try await state.withLock({ $0.isOver }) ? 0 : lease.left()
    }

    /// Claims some photos and reads them. False if there are none now, or the reader has failed.
    func readSome(in lease: WorkerLease) async throws -> Bool {
        guard !state.withLock({ $0.isOver }) else { return false }
        var photos = try await lease.claim(max(width * Self.takenForEach, Self.recordedTogether), retried: false)
        if photos.isEmpty { photos = try await lease.claim(1, retried: true) }
        guard !photos.isEmpty else { return false }
        do {
            try await read(photos, in: lease)
        } catch let error as EvokeError where !error.kind.isOfCatalog {
            // The reader itself fails. That is reported, and no photo is blamed.
            state.withLock { $0.isOver = true }
            notify(.problem(error))
            try await lease.dropAll()
        }
        return true
    }

    private func read(_ photos: [ClaimedPhoto], in lease: WorkerLease) async throws {
        var (count, done) = state.withLock { ($0.count, $0.done) }
        if try await count.count(done: done, and: lease.left) { notify(.reading(done: 0, total: count.total)) }
        state.withLock { [count] in $0.count = count }
        let cards = try await catalog.unread(among: photos, of: lease.worker)
        var rest = photos[...]
        var finished: [FinishedText] = []
        let outcome = await Result {
            try await OrderedPipeline(width: width, slack: width).run(
                pulling: { rest.popFirst() },
                work: { [read] photo in
                    let card = cards[photo.photo.path]
                    let text = if let card { try await read(card) } else { PictureText?.none }
                    return FinishedText(
                        path: photo.photo.path, claim: photo.claim,
                        text: card?.content.flatMap { content in text.map { (content, $0) } })
                },
                deliver: { text in
                    finished.append(text)
                    if finished.count == Self.recordedTogether {
                        try await finish(finished, in: lease)
                        finished = []
                    }
                    let (done, total) = state.withLock { state in
                        state.done += 1
                        return (state.done, max(state.done, state.count.total))
                    }
                    notify(.reading(done: done, total: total))
                })
        }
        try await finish(finished, in: lease)
        try outcome.get()
    }

    /// Photos without a result may be gone.
    private func finish(_ texts: [FinishedText], in lease: WorkerLease) async throws {
        guard !texts.isEmpty else { return }
        let read = Dictionary(texts.map { ($0.path, $0) }, uniquingKeysWith: { _, last in last })
        try await lease.handBack(texts.map { ($0.path, $0.text == nil) }) { [catalog] photos in
            try await catalog.finish(photos.compactMap { read[$0.photo.path] }, of: lease.worker)
        }
    }
}

extension EvokeError.Kind {
    /// Whether the catalog failed, rather than the reader.
    package var isOfCatalog: Bool {
        [.libraryBusy, .libraryUnavailable, .libraryDamaged, .libraryNewer, .libraryFailed, .readOnly, .diskFull]
            .contains(self)
    }
}
