import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// A worker's time with a shared catalog, and the photos it holds.
struct WorkerLease: Sendable {
    /// The pause between looks at a queue that has nothing for this machine.
    static let pause = Duration.seconds(1)
    /// How many times in a row to retry while the catalog cannot be reached.
    private static let mostTries = 60

    struct Place: Sendable {
        let catalog: any WorkSharing
        let executor: BlockingExecutor
        /// Paths that this machine has just seen: if one of these is missing now, it was deleted.
        let seen: Set<DiskPath>
        let notify: @Sendable (IndexEvent) -> Void
    }

    /// What the worker holds and has done; its lease is renewed meanwhile.
    private struct InFlight: Sendable {
        var photos: [DiskPath: ClaimedPhoto] = [:]
        var done = 0
        var trust = RootTrust()

        var claims: Set<Int64> { Set(photos.values.map(\.claim)) }
    }

    let worker: Worker
    private let place: Place
    private let hand: Locked<InFlight>
    private let renewing: Task<Void, any Error>

    var done: Int { hand.withLock { $0.done } }

    /// Joins until ``leave(after:)`` is called.
    static func join(at place: Place, as jobKind: JobKind) async throws -> WorkerLease {
        let name = (Machine.name ?? "?") + ":\(OwnProcess.number)"
        let catalog = place.catalog
        let (worker, hand) = (try await catalog.join(as: name, for: jobKind), Locked(InFlight()))
        let renewing = Task {
            while true {
                try await Task.sleep(for: catalog.lease / 3)
                let (claims, done) = hand.withLock { ($0.claims, $0.done) }
                // If renewal fails, there are two more attempts before the lease expires.
                try? await catalog.renew(claims, of: worker, done: done)
            }
        }
        return WorkerLease(worker: worker, place: place, hand: hand, renewing: renewing)
    }

    /// Gives back at once what the worker still holds, and throws what `outcome` does.
    func leave(after outcome: Result<Void, any Error>) async throws {
        renewing.cancel()
        var blame: String?
        // Failures of the machine, the model or the library are not blamed on photos.
        if case .failure(let error) = outcome, !(error is EvokeError || error is CancellationError) {
            blame = "\(error)"
        }
        let leaving = Task { [blame] in try await place.catalog.leave(worker, failure: blame) }
        let left = await leaving.result
        // If it cannot leave after a failure, its lease expires.
        try outcome.get()
        try left.get()
    }

    /// Runs `body`, retrying until the catalog can be reached.
    ///
    /// - Parameter done: resets the number of retries when it grows.
    static func again(
        _ notify: (IndexEvent) -> Void, after done: @autoclosure () -> Int, _ body: () async throws -> Void
    ) async throws {
        var tries = 0
        while true {
            let before = done()
            do {
                return try await body()
            } catch let error as EvokeError where error.kind == .libraryBusy || error.kind == .libraryUnavailable {
                tries = done() > before ? 1 : tries + 1
                guard tries < mostTries else { throw error }
                if tries == 1 { notify(.problem(error)) }
                try await Task.sleep(for: pause)
            }
        }
    }

    func claim(_ most: Int, retried: Bool) async throws -> [ClaimedPhoto] {
        let photos = try await place.catalog.claim(most, for: worker, below: usedRoots(), retried: retried)
        hand.withLock { hand in for photo in photos { hand.photos[photo.photo.path] = photo } }
        return photos
    }

    /// How many photos are left for this worker, or held by others.
    func left() async throws -> Int {
        try await place.catalog.photosLeft(for: worker, below: usedRoots())
    }

    /// Sorts out photos that it holds: missing ones are left to others, and all others go to `finish`, in the same
    /// order. Works after a cancellation as well, so that completed work is kept.
    func handBack(
        _ photos: [(path: DiskPath, isGone: Bool)], finish: @escaping @Sendable ([ClaimedPhoto]) async throws -> Void
    ) async throws {
        let gone = Set(photos.filter(\.isGone).map(\.path))
        let roots = try await gone.isEmpty && hand.withLock { !$0.trust.hasLostPhotos } ? [] : reachedRoots()
        let missing = await place.executor.run { gone.filter { FileSystem.isMissing($0) } }
        let sorted = hand.withLock { hand in
            photos.map(\.path).reduce(into: Sorted()) { sorted, path in
                guard let photo = hand.photos[path] else { return }
                if gone.contains(path), !path.isInside(anyOf: Set(roots)) {
                    // A disconnected disk says nothing about its photos. Others may have it.
                    sorted.unused.append(photo)
                } else if missing.contains(path), !place.seen.contains(path) {
                    let isBelieved = hand.trust.isBelieved(lacking: path, roots)
                    if isBelieved { sorted.lost.append(photo) } else { sorted.unused.append(photo) }
                } else {
                    hand.trust.found(path, roots)
                    sorted.finished.append(photo)
                }
            }
        }
        try await Task { [place, worker] in
            try await finish(sorted.finished)
            try await place.catalog.putBack(sorted.lost, of: worker, isLost: true)
            try await place.catalog.putBack(sorted.unused, of: worker, isLost: false)
        }.value
        let (news, lost) = hand.withLock { hand in
            for (path, _) in photos { hand.photos[path] = nil }
            hand.done += photos.count - sorted.lost.count - sorted.unused.count
            return (hand.trust.takeNews(), hand.trust.takeFirstLost())
        }
        if let lost { place.notify(.problem(Self.lost(lost))) }
        for root in news { place.notify(.problem(Self.distrusted(root))) }
    }

    /// Gives back all photos it holds, as if it had never had them.
    func dropAll() async throws {
        let photos = hand.withLock { hand in
            defer { hand.photos = [:] }
            return Array(hand.photos.values)
        }
        try await Task { [place, worker] in
            try await place.catalog.putBack(photos, of: worker, isLost: false)
        }.value
    }

    private struct Sorted {
        var finished: [ClaimedPhoto] = []
        var lost: [ClaimedPhoto] = []
        var unused: [ClaimedPhoto] = []
    }

    private static func lost(_ photo: DiskPath) -> EvokeError {
        EvokeError(
            .notFound, doing: "process the photo", subject: photo.display,
            reason:
                "it does not exist on this machine; it and others like it are left to other workers",
            remedies: [.reindex])
    }

    private static func distrusted(_ root: DiskPath) -> EvokeError {
        EvokeError(
            .notFound, doing: "process the photos of", subject: root.display,
            reason: "\(RootTrust.mostLost) in a row do not exist here, though they did where the work was planned",
            remedy: "Check that the right disk is connected. They are left to other workers, and tried again in "
                + "\(RootTrust.pause / .seconds(60)) minutes.")
    }

    /// The roots whose photos exist, as far as is known.
    private func usedRoots() async throws -> [DiskPath] {
        let roots = try await reachedRoots()
        return hand.withLock { hand in roots.filter { hand.trust.isTrusted($0) } }
    }

    private func reachedRoots() async throws -> [DiskPath] {
        try await Self.reachedRoots(of: place.catalog, place.executor)
    }

    static func reachedRoots(of catalog: any WorkSharing, _ executor: BlockingExecutor) async throws -> [DiskPath] {
        let roots = try await catalog.roots()
        return await executor.run {
            roots.filter {
                FileSystem.resolve($0) == $0
                    && (FileSystem.isFile($0) || FileSystem.isFolder($0) && !FileSystem.isBareFolder($0))
            }
        }
    }
}
