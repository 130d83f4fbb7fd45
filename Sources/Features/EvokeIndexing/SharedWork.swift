import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Works as one of those who work on the photos of a catalogue: takes some, finishes them, and takes more.
struct SharedWork {
    /// Between two looks at a queue that has nothing for this machine.
    private static let pause = Duration.seconds(1)
    /// So often in a row it is tried again where the catalogue cannot be reached.
    private static let mostTries = 60
    /// Counting a million photos takes a while.
    private static let betweenCounts = Duration.seconds(5)

    let catalog: any WorkSharing
    let model: ModelID
    let executor: BlockingExecutor
    /// What this machine has just seen in its place: where it is not there any more, it is gone.
    let seen: Set<FilePath>
    let notify: @Sendable (IndexEvent) -> Void

    /// What the worker has, and has done: its lease is renewed meanwhile.
    private struct Hand: Sendable {
        var photos: [FilePath: ClaimedPhoto] = [:]
        var done = 0
        var trust = RootTrust()

        var claims: Set<Int64> { Set(photos.values.map(\.claim)) }
    }

    func run(_ run: inout PhotoRun, untilEmpty: Bool, whenIdle: () async -> Void) async throws {
        var tries = 0
        while true {
            let before = run.done
            do {
                return try await shift(&run, untilEmpty, whenIdle)
            } catch let error as EvokeError where error.kind == .libraryBusy || error.kind == .libraryUnavailable {
                tries = run.done > before ? 1 : tries + 1
                guard tries < Self.mostTries else { throw error }
                if tries == 1 { notify(.problem(error)) }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    /// How many photos nobody is given any more, of those that this machine reaches.
    func setAside() async throws -> Int {
        let roots = Set(try await reachedRoots())
        return try await catalog.queue().setAside.count { $0.path.isInside(anyOf: roots) }
    }

    /// Whatever ends it, what the worker still has is given back at once.
    private func shift(_ run: inout PhotoRun, _ untilEmpty: Bool, _ whenIdle: () async -> Void) async throws {
        let name = (Machine.name ?? "?") + ":\(OwnProcess.number)"
        let worker = try await catalog.join(as: name, model: model)
        let hand = Locked(Hand())
        let renewing = Task { [catalog] in
            while true {
                try await Task.sleep(for: catalog.lease / 3)
                let (claims, done) = hand.withLock { ($0.claims, $0.done) }
                // Where it fails, there are two more times before the lease is over.
                try? await catalog.renew(claims, of: worker, done: done)
            }
        }
        var failure: (any Error)?
        do {
            try await work(as: worker, hand, &run, untilEmpty, whenIdle)
        } catch {
            failure = error
        }
        renewing.cancel()
        // What is known to be of the machine, the model or the library is no photo's fault.
        let blame = failure.flatMap { $0 is EvokeError || $0 is CancellationError ? nil : "\($0)" }
        let leaving = Task { [catalog] in try await catalog.leave(worker, failure: blame) }
        if let failure {
            try? await leaving.value
            throw failure
        }
        try await leaving.value
    }

    private func work(
        as worker: Worker, _ hand: Locked<Hand>, _ run: inout PhotoRun, _ untilEmpty: Bool, _ whenIdle: () async -> Void
    ) async throws {
        var progress = Progress()
        var isSaid = false
        while true {
            let before = run.done
            for retried in [false, true] {
                var waiting: [IndexPlan.Task] = []
                var isOver = false
                try await run.run(
                    pulling: {
                        if waiting.isEmpty, !isOver {
                            waiting = try await take(retried, as: worker, hand, &progress).reversed()
                            // Alone means alone: the next one is taken when this one is finished.
                            isOver = retried || waiting.isEmpty
                        }
                        return waiting.popLast()
                    }, total: { progress.total }, keep: { try await finish($0, as: worker, hand) })
            }
            guard run.done == before else { continue }
            if progress.isNews {
                progress.isNews = false
                await whenIdle()
            }
            let left = try await catalog.photosLeft(for: worker, below: usedRoots(hand))
            if untilEmpty, left == 0 { return }
            if !isSaid, try await saysOfOtherModels() { isSaid = true }
            try await Task.sleep(for: Self.pause)
        }
    }

    private func take(
        _ retried: Bool, as worker: Worker, _ hand: Locked<Hand>, _ progress: inout Progress
    ) async throws -> [IndexPlan.Task] {
        let roots = try await usedRoots(hand)
        let photos = try await catalog.claim(
            retried ? 1 : PhotoRun.photosAtRisk, for: worker, below: roots, retried: retried)
        guard !photos.isEmpty else { return [] }
        hand.withLock { hand in for photo in photos { hand.photos[photo.photo.path] = photo } }
        let now = ContinuousClock.now
        if progress.counted.map({ now - $0 > Self.betweenCounts }) ?? true {
            let isFirst = progress.counted == nil
            progress.counted = now
            progress.total = hand.withLock { $0.done } + (try await catalog.photosLeft(for: worker, below: roots))
            if isFirst { notify(.encoding(done: 0, total: progress.total)) }
        }
        progress.isNews = true
        return await executor.run { photos.map { IndexPlan.Task($0) } }
    }

    /// Also where the task was cancelled: what was done stays done.
    private func finish(_ findings: [Finding], as worker: Worker, _ hand: Locked<Hand>) async throws {
        let gone = Set(findings.filter(\.isGone).map(\.photo))
        let roots = try await gone.isEmpty && hand.withLock { !$0.trust.isInDoubt } ? [] : reachedRoots()
        let missing = await executor.run { gone.filter { FileSystem.isMissing($0) } }
        let sorted = hand.withLock { hand in
            findings.reduce(into: Handed()) { handed, finding in
                guard let photo = hand.photos[finding.photo] else { return }
                if gone.contains(finding.photo), !finding.photo.isInside(anyOf: Set(roots)) {
                    // A disk that was taken away says nothing of its photos. Others may have it.
                    handed.unused.append(photo)
                } else if missing.contains(finding.photo), !seen.contains(finding.photo) {
                    let isBelieved = hand.trust.isBelieved(lacking: finding.photo, roots)
                    if isBelieved { handed.lost.append(photo) } else { handed.unused.append(photo) }
                } else {
                    hand.trust.found(finding.photo, roots)
                    handed.finished.append(
                        FinishedPhoto(
                            path: finding.photo, claim: photo.claim,
                            changes: finding.changes(seenAs: photo.photo.stamp)))
                }
            }
        }
        try await Task { [catalog] in
            if !sorted.finished.isEmpty { try await catalog.finish(sorted.finished, of: worker) }
            try await catalog.putBack(sorted.lost, of: worker, isLost: true)
            try await catalog.putBack(sorted.unused, of: worker, isLost: false)
        }.value
        let (news, lost) = hand.withLock { hand in
            for finding in findings { hand.photos[finding.photo] = nil }
            hand.done += findings.count - sorted.lost.count - sorted.unused.count
            return (hand.trust.takeNews(), hand.trust.takeFirstLost())
        }
        if let lost { notify(.problem(Self.lost(lost))) }
        for root in news { notify(.problem(Self.distrusted(root))) }
    }

    private struct Handed {
        var finished: [FinishedPhoto] = []
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
    private func usedRoots(_ hand: Locked<Hand>) async throws -> [FilePath] {
        let roots = try await reachedRoots()
        return hand.withLock { hand in roots.filter { hand.trust.isTrusted($0) } }
    }

    /// Those that are in their places on this machine now.
    private func reachedRoots() async throws -> [FilePath] {
        let roots = try await catalog.roots()
        return await executor.run {
            roots.filter {
                FileSystem.resolve($0) == $0
                    && (FileSystem.isFile($0) || FileSystem.isFolder($0) && !FileSystem.isBareFolder($0))
            }
        }
    }

    /// Whether photos wait for other models than this worker's.
    private func saysOfOtherModels() async throws -> Bool {
        let others = try await catalog.queue().models.filter { $0.fingerprint != model.fingerprint }
        guard let other = others.first else { return false }
        notify(
            .problem(
                EvokeError(
                    .unsupported, doing: "work on all photos", subject: "",
                    reason: "\(others.reduce(0) { $0 + $1.waiting }) photos wait for another version of the model "
                        + "(\(other.fingerprint)), and this machine has \(model.fingerprint)",
                    remedy: "Put the same version on the shelf of this machine, and start the worker again.")))
        return true
    }
}

/// How far the work is, as far as it was counted.
private struct Progress {
    var total = 0
    var counted: ContinuousClock.Instant?
    /// Whether something was taken since the worker was idle.
    var isNews = false
}

extension Finding {
    fileprivate var isGone: Bool { if case .gone = outcome { true } else { false } }

    /// What is recorded, with the stamp that whoever planned the photo has seen: other machines may know the same file by
    /// another number, and would read it again each time.
    fileprivate func changes(seenAs planned: FileStamp) -> [CatalogChange] {
        func stamp(_ seen: FileStamp) -> FileStamp {
            let isSame = (seen.size, seen.modifiedNanoseconds) == (planned.size, planned.modifiedNanoseconds)
            return isSame && seen.inode != planned.inode && seen != seen.doubted ? planned : seen
        }
        return changes.map { change in
            switch change {
            case .encoded(let path, let seen, let content, let size, let vector):
                .encoded(path, stamp(seen), content, size, vector)
            case .moved(let photo, let path, let seen, let known): .moved(photo, path, stamp(seen), known)
            case .copied(let path, let seen, let known): .copied(path, stamp(seen), known)
            case .seen(let photo, let seen): .seen(photo, stamp(seen))
            case .failed(let path, let seen, let error, let content):
                .failed(path, stamp(seen), error, content: content)
            default: change
            }
        }
    }
}

extension PlannedPhoto {
    init(_ task: IndexPlan.Task) {
        let need: Need = task.isOfFactsOnly ? task.lacksDigest ? .digested : .described : task.isNew ? .new : .changed
        self.init(path: task.file.path, stamp: task.file.stamp, companions: task.file.companions, need: need)
    }
}

extension IndexPlan.Task {
    /// The file's stamp is what this machine knows it by, where it is the same file.
    fileprivate init(_ claimed: ClaimedPhoto) {
        let photo = claimed.photo
        var file = FolderScanner.File(path: photo.path, stamp: photo.stamp, companions: photo.companions)
        if let here = FileSystem.status(of: photo.path).map({ FileStamp($0) }),
            (here.size, here.modifiedNanoseconds) == (file.stamp.size, file.stamp.modifiedNanoseconds)
        {
            file.stamp = here
        }
        self.init(
            file, known: claimed.known, isNew: photo.need == .new,
            isOfFactsOnly: photo.need == .described || photo.need == .digested, lacksDigest: photo.need == .digested)
    }
}
