import EvokeSystem
import EvokeValues
import EvokeWorkers

/// The time for which a worker has joined those who work on a catalogue, and what it has in its hands.
struct WorkerLease: Sendable {
    /// Between two looks at a queue that has nothing for this machine.
    static let pause = Duration.seconds(1)
    /// So often in a row it is tried again where the catalogue cannot be reached.
    private static let mostTries = 60

    /// Where the work is done.
    struct Place: Sendable {
        let catalog: any WorkSharing
        let executor: BlockingExecutor
        /// What this machine has just seen in its place: where it is not there any more, it is gone.
        let seen: Set<FilePath>
        let notify: @Sendable (IndexEvent) -> Void
    }

    /// What the worker has, and has done: its lease is renewed meanwhile.
    private struct InFlight: Sendable {
        var photos: [FilePath: ClaimedPhoto] = [:]
        var done = 0
        var trust = RootTrust()

        var claims: Set<Int64> { Set(photos.values.map(\.claim)) }
    }

    let worker: Worker
    private let place: Place
    private let hand = Locked(InFlight())

    /// Photos that it has finished.
    var done: Int { hand.withLock { $0.done } }

    private init(_ worker: Worker, _ place: Place) {
        (self.worker, self.place) = (worker, place)
    }

    /// Joins for as long as `body` runs. Whatever ends it, what the worker still has is given back at once.
    static func run(at place: Place, as jobKind: JobKind, _ body: (WorkerLease) async throws -> Void) async throws {
        let name = (Machine.name ?? "?") + ":\(OwnProcess.number)"
        let catalog = place.catalog
        let lease = WorkerLease(try await catalog.join(as: name, for: jobKind), place)
        let renewing = Task {
            while true {
                try await Task.sleep(for: catalog.lease / 3)
                let (claims, done) = lease.hand.withLock { ($0.claims, $0.done) }
                // Where it fails, there are two more times before the lease is over.
                try? await catalog.renew(claims, of: lease.worker, done: done)
            }
        }
        var failure: (any Error)?
        do {
            try await body(lease)
        } catch {
            failure = error
        }
        renewing.cancel()
        // What is known to be of the machine, the model or the library is no photo's fault.
        let blame = failure.flatMap { $0 is EvokeError || $0 is CancellationError ? nil : "\($0)" }
        let leaving = Task { try await catalog.leave(lease.worker, failure: blame) }
        if let failure {
            // Where it does not leave, its lease ends.
            try? await leaving.value
            throw failure
        }
        try await leaving.value
    }

    /// Runs `body` until the catalogue can be reached.
    ///
    /// - Parameter done: grows where something was done, and then it is tried as often as at first.
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

    /// How many photos this worker could be given, or others have.
    func left() async throws -> Int {
        try await place.catalog.photosLeft(for: worker, below: usedRoots())
    }

    /// What became of photos that it has: those that are gone are left to others, and all others are for `finish`, in the
    /// same order. Also where the task was cancelled: what was done stays done.
    func handBack(
        _ photos: [(path: FilePath, isGone: Bool)], finish: @escaping @Sendable ([ClaimedPhoto]) async throws -> Void
    ) async throws {
        let gone = Set(photos.filter(\.isGone).map(\.path))
        let roots = try await gone.isEmpty && hand.withLock { !$0.trust.isInDoubt } ? [] : reachedRoots()
        let missing = await place.executor.run { gone.filter { FileSystem.isMissing($0) } }
        let sorted = hand.withLock { hand in
            photos.map(\.path).reduce(into: Sorted()) { sorted, path in
                guard let photo = hand.photos[path] else { return }
                if gone.contains(path), !path.isInside(anyOf: Set(roots)) {
                    // A disk that was taken away says nothing of its photos. Others may have it.
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

    /// Gives back all that it has, as if it had never been given it.
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

    private static func lost(_ photo: FilePath) -> EvokeError {
        EvokeError(
            .notFound, doing: "work on the photo", subject: photo.display,
            reason: "it is not there, though whoever planned it saw it; it is left to others, and so are more like it",
            remedies: [.reindex])
    }

    private static func distrusted(_ root: FilePath) -> EvokeError {
        EvokeError(
            .notFound, doing: "work on the photos of", subject: root.display,
            reason: "\(RootTrust.mostLost) of them in a row are not there, though whoever planned them saw them",
            remedy: "Is the right disk in its place? They are left to others, and tried again in "
                + "\(RootTrust.pause / .seconds(60)) minutes.")
    }

    /// Those whose photos are there as far as is known.
    private func usedRoots() async throws -> [FilePath] {
        let roots = try await reachedRoots()
        return hand.withLock { hand in roots.filter { hand.trust.isTrusted($0) } }
    }

    private func reachedRoots() async throws -> [FilePath] {
        try await Self.reachedRoots(of: place.catalog, place.executor)
    }

    /// Those that are in their places on this machine now.
    static func reachedRoots(of catalog: any WorkSharing, _ executor: BlockingExecutor) async throws -> [FilePath] {
        let roots = try await catalog.roots()
        return await executor.run {
            roots.filter {
                FileSystem.resolve($0) == $0
                    && (FileSystem.isFile($0) || FileSystem.isFolder($0) && !FileSystem.isBareFolder($0))
            }
        }
    }
}
