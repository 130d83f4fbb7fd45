import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Processes a shared catalog's photos as one of its workers: claims some, finishes them, and claims more. If none are
/// left, it makes the first pass that has photos.
struct SharedWork {
    let catalog: any WorkSharing
    let model: ModelID
    let executor: BlockingExecutor
    /// Paths that this machine has just seen: if one of these is missing now, it was deleted.
    let seen: Set<DiskPath>
    let passes: [any SharedPassing]
    let notify: @Sendable (IndexEvent) -> Void

    func run(_ run: inout PhotoRun, untilEmpty: Bool, whenIdle: () async -> Void) async throws {
        try await WorkerLease.again(notify, after: run.done) {
            let place = WorkerLease.Place(catalog: catalog, executor: executor, seen: seen, notify: notify)
            let lease = try await WorkerLease.join(at: place, as: .encoding(model))
            let outcome = await Result {
                for pass in passes { try await pass.join() }
                try await work(lease, &run, untilEmpty, whenIdle)
            }
            for pass in passes { await pass.leave(after: outcome) }
            try await lease.leave(after: outcome)
        }
    }

    /// How many photos that this machine can reach were set aside.
    func setAside() async throws -> Int {
        let roots = Set(try await WorkerLease.reachedRoots(of: catalog, executor))
        return try await catalog.queue().setAside.count { $0.path.isInside(anyOf: roots) }
    }

    private func work(
        _ lease: WorkerLease, _ run: inout PhotoRun, _ untilEmpty: Bool, _ whenIdle: () async -> Void
    ) async throws {
        var progress = WorkCount()
        var isSaid = false
        while true {
            let before = run.done
            for retried in [false, true] {
                var waiting: [IndexPlan.Task] = []
                var isOver = false
                try await run.run(
                    pulling: {
                        if waiting.isEmpty, !isOver {
                            waiting = try await take(retried, in: lease, &progress).reversed()
                            // Retried photos are processed alone: the next one is claimed when this one is finished.
                            isOver = retried || waiting.isEmpty
                        }
                        return waiting.popLast()
                    }, total: { progress.total }, keep: { try await finish($0, in: lease) })
            }
            guard run.done == before else { continue }
            if progress.isNews {
                progress.isNews = false
                await whenIdle()
            }
            if try await makePass() { continue }
            if untilEmpty {
                var left = try await lease.left()
                for pass in passes where left == 0 { left = try await pass.left() }
                if left == 0 { return }
            }
            if !isSaid, try await saysOfOtherModels() { isSaid = true }
            try await Task.sleep(for: WorkerLease.pause)
        }
    }

    private func makePass() async throws -> Bool {
        for pass in passes { if try await pass.takeSome() { return true } }
        return false
    }

    private func take(
        _ retried: Bool, in lease: WorkerLease, _ progress: inout WorkCount
    ) async throws -> [IndexPlan.Task] {
        let photos = try await lease.claim(retried ? 1 : PhotoRun.photosAtRisk, retried: retried)
        guard !photos.isEmpty else { return [] }
        if try await progress.count(done: lease.done, and: lease.left) {
            notify(.encoding(done: 0, total: progress.total))
        }
        return await executor.run { photos.map { IndexPlan.Task($0) } }
    }

    private func finish(_ findings: [Finding], in lease: WorkerLease) async throws {
        let found = Dictionary(findings.map { ($0.photo, $0) }, uniquingKeysWith: { _, last in last })
        try await lease.handBack(findings.map { ($0.photo, $0.isGone) }) { photos in
            let finished = photos.compactMap { photo in
                found[photo.photo.path].map {
                    FinishedPhoto(path: $0.photo, claim: photo.claim, changes: $0.changes(seenAs: photo.photo.stamp))
                }
            }
            if !finished.isEmpty { try await catalog.finish(finished, of: lease.worker) }
        }
    }

    /// Reports photos that wait for other models than this worker's.
    private func saysOfOtherModels() async throws -> Bool {
        let others = try await catalog.queue().models.filter { $0.fingerprint != model.fingerprint }
        guard let other = others.first else { return false }
        notify(
            .problem(
                EvokeError(
                    .unsupported, doing: "process all photos", subject: "",
                    reason:
                        "\(others.reduce(0) { $0 + $1.waiting }) photos are waiting for another version of the model "
                        + "(\(other.fingerprint)); this machine has \(model.fingerprint)",
                    remedy: "Install the same version on this machine and restart the worker.")))
        return true
    }
}

extension Finding {
    fileprivate var isGone: Bool { if case .gone = outcome { true } else { false } }

    /// The changes to record, with the stamp that the planner saw: other machines may see other inode numbers for the
    /// same file, and would read it again each time.
    fileprivate func changes(seenAs planned: FileStamp) -> [CatalogChange] {
        changes { seen in
            let isSame = (seen.size, seen.modifiedNanoseconds) == (planned.size, planned.modifiedNanoseconds)
            return isSame && seen.inode != planned.inode && seen != seen.doubted ? planned : seen
        }
    }
}

extension PlannedPhoto {
    init(_ task: IndexPlan.Task) {
        let need: Need =
            task.isOfMetadataOnly ? task.lacksDigest ? .digested : .described : task.isNew ? .new : .changed
        self.init(path: task.file.path, stamp: task.file.stamp, companions: task.file.companions, need: need)
    }
}

extension IndexPlan.Task {
    /// The stamp is the one that this machine sees, if the file is the same.
    fileprivate init(_ claimed: ClaimedPhoto) {
        let photo = claimed.photo
        var file = FolderScanner.File(path: photo.path, stamp: photo.stamp, companions: photo.companions)
        if let here = FileSystem.status(of: photo.path).map({ FileStamp($0) }),
            (here.size, here.modifiedNanoseconds) == (file.stamp.size, file.stamp.modifiedNanoseconds)
        {
            file.stamp = here
        }
        self.init(
            file: file, known: claimed.known, isNew: photo.need == .new,
            isOfMetadataOnly: photo.need == .described || photo.need == .digested, lacksDigest: photo.need == .digested)
    }
}

/// A worker's progress, as far as it was counted.
struct WorkCount {
    /// Counting a million photos takes a while.
    private static let betweenCounts = Duration.seconds(5)

    private(set) var total = 0
    private var counted: ContinuousClock.Instant?
    /// Whether anything was claimed since the worker was idle.
    var isNews = false

    /// Call this after claiming photos. True the first time.
    mutating func count(done: Int, and left: () async throws -> Int) async throws -> Bool {
        isNews = true
        let now = ContinuousClock.now
        guard counted.map({ now - $0 > Self.betweenCounts }) ?? true else { return false }
        let isFirst = counted == nil
        counted = now
        total = done + (try await left())
        return isFirst
    }
}
