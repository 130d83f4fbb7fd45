package import EvokePorts
package import EvokeValues
package import EvokeWorkers

/// Analyzes photos as one of the workers of a shared catalog, if it is wanted.
package protocol SharedPassing: Sendable {
    /// Analyzes the photos that this machine can reach.
    ///
    /// - Parameters:
    ///   - untilEmpty: also waits for what other workers hold.
    ///   - isAwaited: called before photos are claimed.
    func run(untilEmpty: Bool, while isAwaited: () async -> Bool) async throws
    /// From then on, photos that are recorded wait for it, too.
    func join() async throws
    /// Claims some photos and analyzes them. False if there are none now, or if it has failed.
    func takeSome() async throws -> Bool
    /// How many photos are left for this worker, or held by others.
    func left() async throws -> Int
    /// Gives back what it still holds, until it takes more.
    func leave(after outcome: Result<Void, any Error>) async
}

package struct SharedPass<Found: Sendable>: SharedPassing {
    package typealias Job = (analysis: Analysis<Found>, find: @Sendable (PhotoCard) async throws -> Found?)

    /// How many photos to claim for each one analyzed at a time. Newly queued photos to encode wait for no more than
    /// these.
    private let takenForEach = 4
    private let recordedTogether = 8

    private let place: WorkerLease.Place
    private let width: Int
    private let progress: @Sendable (_ done: Int, _ total: Int) -> IndexEvent
    private let isWanted: @Sendable () async throws -> Bool
    private let whenDone: @Sendable () async throws -> Void
    private let begin: @Sendable () async throws -> Job
    private let state = Locked(State())

    private struct State: Sendable {
        var job: Job?
        var lease: WorkerLease?
        var count = WorkCount()
        var done = 0
        /// Whether photos may have been analyzed since `whenDone` was called.
        var hasNews = true
        var isOver = false
    }

    /// - Parameters:
    ///   - width: how many photos are analyzed at a time.
    ///   - isWanted: called before each photo.
    ///   - whenDone: called whenever nothing is left after some work.
    ///   - begin: called once it is wanted. Its `find` returns nil for a photo left to a later run, and throws if it
    ///     fails itself.
    package init(
        catalog: any WorkSharing, width: Int, executor: BlockingExecutor,
        notify: @escaping @Sendable (IndexEvent) -> Void,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> IndexEvent,
        isWanted: @escaping @Sendable () async throws -> Bool, whenDone: @escaping @Sendable () async throws -> Void,
        begin: @escaping @Sendable () async throws -> Job
    ) {
        place = WorkerLease.Place(catalog: catalog, executor: executor, seen: [], notify: notify)
        (self.width, self.progress) = (width, progress)
        (self.isWanted, self.whenDone, self.begin) = (isWanted, whenDone, begin)
    }

    package func run(untilEmpty: Bool, while isAwaited: () async -> Bool) async throws {
        try await WorkerLease.again(place.notify, after: state.withLock(\.done)) {
            let outcome = await Result {
                while await isAwaited() {
                    try Task.checkCancellation()
                    if try await takeSome() { continue }
                    guard untilEmpty, try await left() > 0 else { break }
                    try await Task.sleep(for: WorkerLease.pause)
                }
                try await tellDone()
            }
            await leave(after: outcome)
            try outcome.get()
        }
    }

    package func join() async throws { _ = try await reportingFailure { try await joined() != nil } }

    package func takeSome() async throws -> Bool {
        try await reportingFailure {
            guard let (job, lease) = try await joined() else { return false }
            var photos = try await lease.claim(max(width * takenForEach, recordedTogether), retried: false)
            if photos.isEmpty { photos = try await lease.claim(1, retried: true) }
            guard !photos.isEmpty else {
                try await tellDone()
                return false
            }
            state.withLock { $0.hasNews = true }
            try await analyze(photos, job, in: lease)
            return true
        }
    }

    /// If this machine fails, that is reported, and no photo is blamed.
    private func reportingFailure(_ body: () async throws -> Bool) async throws -> Bool {
        guard !state.withLock(\.isOver) else { return false }
        do {
            return try await body()
        } catch let error as EvokeError where !error.kind.isOfCatalog {
            state.withLock { $0.isOver = true }
            place.notify(.problem(error))
            try await state.withLock(\.lease)?.dropAll()
            return false
        }
    }

    package func left() async throws -> Int {
        let (lease, isOver) = state.withLock { ($0.lease, $0.isOver) }
        return try await isOver ? 0 : lease?.left() ?? 0
    }

    package func leave(after outcome: Result<Void, any Error>) async {
        let lease = state.withLock { state in
            defer { state.lease = nil }
            return state.lease
        }
        // If it cannot leave, its lease expires.
        try? await lease?.leave(after: outcome)
    }

    /// Nil if it is not wanted now.
    private func joined() async throws -> (Job, WorkerLease)? {
        guard try await isWanted() else {
            await leave(after: .success(()))
            state.withLock { $0.job = nil }
            return nil
        }
        let (known, held) = state.withLock { ($0.job, $0.lease) }
        let job = if let known { known } else { try await begin() }
        let lease = if let held { held } else { try await WorkerLease.join(at: place, as: JobKind(job.analysis)) }
        state.withLock { ($0.job, $0.lease) = (job, lease) }
        return (job, lease)
    }

    private func tellDone() async throws {
        let hasNews = state.withLock { state in
            defer { state.hasNews = false }
            return state.hasNews && state.job != nil
        }
        if hasNews { try await whenDone() }
    }

    private func analyze(_ photos: [ClaimedPhoto], _ job: Job, in lease: WorkerLease) async throws {
        var (count, done) = state.withLock { ($0.count, $0.done) }
        if try await count.count(done: done, and: lease.left) { place.notify(progress(0, count.total)) }
        state.withLock { [count] in $0.count = count }
        let cards = try await place.catalog.cards(lacking: job.analysis, among: photos)
        var rest = photos[...]
        var finished: [Finished] = []
        let outcome = await Result {
            try await OrderedPipeline(width: width, slack: width).run(
                pulling: { try await isWanted() ? rest.popFirst() : nil },
                work: { photo -> Finished in
                    guard let card = cards[photo.photo.path], let content = card.content,
                        let found = try await job.find(card)
                    else { return (photo.photo.path, nil) }
                    return (photo.photo.path, (content, found))
                },
                deliver: { photo in
                    finished.append(photo)
                    if finished.count == recordedTogether {
                        try await finish(finished, of: job.analysis, in: lease)
                        finished = []
                    }
                    let (done, total) = state.withLock { state in
                        state.done += 1
                        return (state.done, max(state.done, state.count.total))
                    }
                    place.notify(progress(done, total))
                })
        }
        try await finish(finished, of: job.analysis, in: lease)
        try outcome.get()
        if !rest.isEmpty { try await lease.dropAll() }
    }

    private typealias Finished = (path: DiskPath, found: (content: ContentDigest, result: Found)?)

    /// Photos without a result may be gone.
    private func finish(_ photos: [Finished], of analysis: Analysis<Found>, in lease: WorkerLease) async throws {
        guard !photos.isEmpty else { return }
        var results: [DiskPath: (content: ContentDigest, result: Found)] = [:]
        for (path, found) in photos { results[path] = found }
        try await lease.handBack(photos.map { ($0.path, $0.found == nil) }) { [place, results] held in
            try await place.catalog.finish(held, with: results, as: analysis, of: lease.worker)
        }
    }
}

extension EvokeError.Kind {
    /// Whether the catalog failed, rather than the analysis.
    package var isOfCatalog: Bool {
        [.libraryBusy, .libraryUnavailable, .libraryDamaged, .libraryNewer, .libraryFailed, .readOnly, .diskFull]
            .contains(self)
    }
}
