package import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Brings a library up to date with its folders, and with other sources.
package struct Indexer: Sendable {
    /// Works for no run yet.
    private let work: PhotoWork
    private let own: OwnFolders
    private let willAdd: @Sendable (Int) async throws -> Void
    private var catalog: any IndexPlanning & LibrarySettings { work.catalog }
    private var model: ModelID { work.model }
    private var executor: BlockingExecutor { work.executor }

    /// - Parameter own: folders that contain nobody's photos.
    /// - Parameter taken: vectors of another program, used instead of encoding.
    /// - Parameter willAdd: gets how many new photos a run has found, before it encodes any.
    /// - Parameter encoder: may load its model at the first call: photos are decoded meanwhile, and a run without
    ///   anything to encode never calls it.
    package init(
        catalog: any IndexPlanning & LibrarySettings, model: ModelID, decoder: any ImageDecoding,
        digester: any ContentDigesting,
        metadata: any MetadataReading, encoder: any ImageEncoding, thumbnails: any ThumbnailStore,
        executor: BlockingExecutor, own: OwnFolders = OwnFolders(), taking taken: TakenVectors? = nil,
        willAdd: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        work = PhotoWork(
            catalog: catalog, model: model, digester: digester, metadata: metadata, decoder: decoder, encoder: encoder,
            thumbnails: thumbnails, executor: executor, taken: taken)
        (self.own, self.willAdd) = (own, willAdd)
    }

    /// Indexes `paths` and remembers them as roots; without any, refreshes the known roots.
    ///
    /// A cancelled run ends early and says so in its report; completed work is kept.
    /// - Parameters:
    ///   - sources: are refreshed as well.
    ///   - rereading: also reads files that look unchanged, and tries failed ones again.
    ///   - leavingWork: only queues the work on photos, if the catalog has workers for that.
    package func run(
        _ paths: [DiskPath], from sources: [any PhotoSource] = [], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, own: own, notify: notify)
        planner.rereads = rereading
        return try await carryOut(&planner, leavingWork: leavingWork, notify) { planner in
            for root in try await roots(for: paths, &planner) { try await planner.add(root: root) }
            for source in sources { try await planner.add(source, since: catalog.token(of: source.name)) }
        }
    }

    /// Reads what changed inside the remembered roots again, and nothing else.
    ///
    /// `willRead` is called before each folder is read: a watcher that starts then misses nothing.
    package func refresh(
        _ changes: FolderChanges, willRead: @escaping @Sendable (DiskPath) -> Void,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, own: own, notify: notify)
        planner.willRead = willRead
        planner.unfinished = changes.unfinished
        return try await carryOut(&planner, notify) { planner in
            for root in try await roots(touchedBy: changes, &planner) {
                try await planner.refresh(changes, in: root)
            }
        }
    }

    private func carryOut(
        _ planner: inout IndexPlanner, leavingWork: Bool = false, _ notify: @escaping @Sendable (IndexEvent) -> Void,
        planning: (inout IndexPlanner) async throws -> Void
    ) async throws -> IndexReport {
        do {
            try await planning(&planner)
        } catch is CancellationError {
            var report = planner.report
            report.isInterrupted = true
            return report
        }
        var plan = planner.plan
        plan.tasks.sort()
        try await keep(plan.vanished) { .vanished($0) }
        try await keep(plan.hidden) { .hidden($0) }
        try await keep(planner.sightings)
        if !plan.tasks.isEmpty { try await willAdd(plan.tasks.countOfNew) }
        var run = run(
            Tally(report: planner.report, vanished: Set(plan.vanished)), planner.sources, returned: plan.tasks.returned,
            notify)
        let shared = catalog as? any WorkSharing
        var queued: [PlannedPhoto] = []
        if let shared {
            queued = plan.tasks.lazy.filter { $0.file.path.source == nil }.map(PlannedPhoto.init)
            let (photos, rereads, roots) = (queued, planner.rereads, planner.roots)
            // Uncancellable, like `keep`: what was planned stays planned.
            try await Task {
                try await shared.enrol(photos, model: model, again: rereads)
                try await withdrawLost(of: shared, below: roots)
            }.value
        }
        // Only this process can bring photos of other sources.
        var rest = plan.tasks.lazy.filter { shared == nil || $0.file.path.source != nil }.makeIterator()
        let total = plan.tasks.count - queued.count
        if total > 0 {
            notify(.encoding(done: 0, total: total))
            do {
                try await run.run(
                    pulling: { rest.next() }, total: { total }, keep: { try await keep($0.flatMap { $0.changes() }) })
            } catch is CancellationError {
                return run.tally.total(isInterrupted: true)
            }
        }
        try await keep(planner.tokens.filter { !run.behind.contains($0.key) })
        guard let shared, !leavingWork else {
            var report = run.tally.total(isInterrupted: false)
            report.left = queued.count
            return report
        }
        var sharedRun = self.run(run.tally, returned: plan.tasks.returned, notify)
        return try await share(shared, &sharedRun, untilEmpty: true, seen: Set(queued.map(\.path)))
    }

    private func keep(_ tokens: [String: String?]) async throws {
        for (source, token) in tokens { try await Task { try await catalog.keep(token, of: source) }.value }
    }

    /// Removes photos from the queue that neither the workers nor this run found.
    private func withdrawLost(of shared: any WorkSharing, below roots: [DiskPath]) async throws {
        let lost = try await shared.lostPhotos(below: roots, model: model)
        let gone = await executor.run { lost.filter(FileSystem.isMissing) }
        if !gone.isEmpty { try await shared.withdraw(gone, model: model) }
    }

    private func run(
        _ tally: Tally, _ sources: [String: any PhotoSource] = [:], returned: Set<PhotoID>,
        _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> PhotoRun {
        var work = work
        (work.sources, work.settled, work.displaced) = (sources, Locked(returned), DisplacedContents())
        return PhotoRun(notify: notify, work: work, tally: tally)
    }

    /// Processes the photos in a shared catalog's queue, whoever planned them, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - untilEmpty: ends once nothing is left that this machine can reach.
    ///   - passes: made once no photos are left to encode, the first one first.
    ///   - whenIdle: called whenever nothing is left after some work.
    package func work(
        for shared: any WorkSharing, untilEmpty: Bool, passes: [any SharedPassing] = [],
        notify: @escaping @Sendable (IndexEvent) -> Void, whenIdle: @escaping @Sendable () async -> Void
    ) async throws -> IndexReport {
        var run = run(Tally(report: IndexReport(), vanished: []), returned: [], notify)
        return try await share(shared, &run, untilEmpty: untilEmpty, passes: passes, whenIdle: whenIdle)
    }

    private func share(
        _ catalog: any WorkSharing, _ run: inout PhotoRun, untilEmpty: Bool, seen: Set<DiskPath> = [],
        passes: [any SharedPassing] = [], whenIdle: @escaping @Sendable () async -> Void = {}
    ) async throws -> IndexReport {
        let work = SharedWork(
            catalog: catalog, model: model, executor: executor, seen: seen, passes: passes,
            notify: run.notify)
        do {
            try await work.run(&run, untilEmpty: untilEmpty, whenIdle: whenIdle)
            var report = run.tally.total(isInterrupted: false)
            report.failed += try await work.setAside()
            return report
        } catch is CancellationError {
            return run.tally.total(isInterrupted: true)
        }
    }

    /// Records changes even if the run was cancelled, so that completed work is kept.
    private func keep(_ changes: [CatalogChange]) async throws {
        try await Task { try await catalog.record(changes, model: model) }.value
    }

    /// In parts, since a million photos may disappear at once.
    private func keep(_ photos: [PhotoID], as change: (PhotoID) -> CatalogChange) async throws {
        for start in stride(from: 0, to: photos.count, by: IndexPlanner.mostAtOnce) {
            try await keep(photos[start...].prefix(IndexPlanner.mostAtOnce).map(change))
        }
    }

    /// The roots of this run, resolved, none inside another.
    private func roots(for paths: [DiskPath], _ planner: inout IndexPlanner) async throws -> [DiskPath] {
        let remembered = try await catalog.roots()
        var roots: [DiskPath] = []
        // Roots without a path on this machine are kept unchanged.
        for path in paths.isEmpty ? remembered.filter({ !$0.isElsewhere }) : paths {
            do throws(EvokeError) {
                let root = try root(at: path, isRemembered: paths.isEmpty)
                if own.forbid(root), !paths.isEmpty { throw Self.own(path) }
                roots.append(root)
            } catch {
                planner.record(path, error)
            }
        }
        if !paths.isEmpty {
            let notify = planner.notify
            for root in roots where !remembered.contains(where: root.isInside) {
                try await catalog.addRoot(root) { notify(.rereadingTexts(done: $0, total: $1)) }
            }
        }
        return outermost(roots)
    }

    private func roots(touchedBy changes: FolderChanges, _ planner: inout IndexPlanner) async throws -> [DiskPath] {
        var roots: [DiskPath] = []
        for path in try await catalog.roots() {
            guard changes.concerns(path) || FileSystem.resolve(path).map(changes.concerns) ?? false else { continue }
            do throws(EvokeError) { roots.append(try root(at: path, isRemembered: true)) } catch {
                planner.record(path, error)
            }
        }
        return outermost(roots)
    }

    /// The path without links. A remembered path had none, so if it has one now, it leads to another folder.
    private func root(at path: DiskPath, isRemembered: Bool) throws(EvokeError) -> DiskPath {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedies: Remedy...) -> EvokeError {
            EvokeError(
                kind, doing: isRemembered ? "refresh the folder" : "index", subject: path.display, reason: reason,
                remedies: remedies)
        }
        guard let root = FileSystem.resolve(path) else {
            throw refused(
                .notFound, "it does not exist",
                .advice(
                    isRemembered
                        ? "Its photos are kept in the library. Check that its disk is connected."
                        : "Check the spelling, and that the disk is connected."))
        }
        guard !isRemembered || root == path else {
            throw refused(
                .notFound, "it is now a link to '\(root.display)'",
                .advice("Its photos are kept in the library. The linked folder can be indexed instead."), .index(root))
        }
        guard FileSystem.isFolder(root) || FileSystem.isFile(root) else {
            throw refused(.unsupported, "it is neither a folder nor a file", .advice("Choose a folder of photos."))
        }
        return root
    }

    private static func own(_ path: DiskPath) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "index", subject: path.display, reason: "Evoke keeps its own files there",
            remedy: "Choose a folder of photos.")
    }

    private func outermost(_ roots: [DiskPath]) -> [DiskPath] {
        let distinct = Set(roots)
        return distinct.filter { root in !distinct.contains { $0 != root && root.isInside($0) } }.sorted()
    }
}

struct Tally {
    private(set) var report: IndexReport
    /// The photos that this run found missing.
    let vanished: Set<PhotoID>
    /// Paths of known photos that have other content now.
    private(set) var rewritten: Set<DiskPath> = []
    /// Earlier paths of contents that were also found elsewhere.
    private(set) var origins: [[DiskPath]] = []

    mutating func count(_ outcome: PhotoOutcome) {
        switch outcome {
        case .encoded(let task, let content, _, _, _, let share):
            if task.isNew { report.added += 1 } else { report.changed += 1 }
            record(task, content)
            if share != nil { report.truncated += 1 }
        case .same(let task, let known):
            report.unchanged += 1
            if known.isTruncated { report.truncated += 1 }
            if !known.isHere { report.returned += 1 }
            if known.sidecarStamp != task.file.companions.sidecarStamp { report.described += 1 }
        case .moved(let task, let photo, let known):
            report.moved += 1
            if vanished.contains(photo) { report.vanished -= 1 }
            record(task, known.digest)
        case .copied(let task, let known):
            origins.append(known.places.values.map(\.path).filter { $0 != task.file.path })
            record(task, known.digest)
        case .failed(let task, let content, _), .refused(let task, let content, _):
            report.failed += 1
            record(task, content)
        case .unread: report.failed += 1
        case .described: report.described += 1
        case .gone: break
        }
    }

    private mutating func record(_ task: IndexPlan.Task, _ content: ContentDigest?) {
        if let known = task.known, known.content != content { rewritten.insert(known.path) }
    }

    /// Content that is no longer at any earlier path has moved; all other known content was copied.
    func total(isInterrupted: Bool) -> IndexReport {
        var report = report
        for places in origins {
            if rewritten.isSuperset(of: places) { report.moved += 1 } else { report.copied += 1 }
        }
        report.isInterrupted = isInterrupted
        return report
    }
}
