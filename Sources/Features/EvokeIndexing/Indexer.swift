import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Brings a library up to date with its folders.
package struct Indexer: Sendable {
    private let catalog: any IndexPlanning & LibrarySettings
    private let model: ModelID
    private let decoder: any ImageDecoding
    private let digester: any ContentDigesting
    private let metadata: any MetadataReading
    private let encoder: any ImageEncoding
    private let thumbnails: any ThumbnailStore
    private let executor: BlockingExecutor
    private let own: OwnFolders
    private let taken: TakenVectors?
    private let willAdd: @Sendable (Int) async throws -> Void

    /// - Parameter own: the folders in which nobody's photos are.
    /// - Parameter taken: vectors of another program, which photos get in place of being encoded.
    /// - Parameter willAdd: hears how many new photos a run has found, before it encodes any.
    /// - Parameter encoder: may load itself at the first call: photos are decoded meanwhile, and a run that finds nothing
    ///   to encode never calls it.
    package init(
        catalog: any IndexPlanning & LibrarySettings, model: ModelID, decoder: any ImageDecoding,
        digester: any ContentDigesting,
        metadata: any MetadataReading, encoder: any ImageEncoding, thumbnails: any ThumbnailStore,
        executor: BlockingExecutor, own: OwnFolders = OwnFolders(), taking taken: TakenVectors? = nil,
        willAdd: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) {
        self.catalog = catalog
        self.model = model
        self.decoder = decoder
        self.digester = digester
        self.metadata = metadata
        self.encoder = encoder
        self.thumbnails = thumbnails
        self.executor = executor
        self.own = own
        self.taken = taken
        self.willAdd = willAdd
    }

    /// Indexes `paths` and remembers them as roots; with none, refreshes the roots that the library knows.
    ///
    /// A cancelled run ends early and says so in its report; what was done is kept.
    /// - Parameters:
    ///   - rereading: reads files that look as they did, too, and tries again what could not be read.
    ///   - leavingWork: only says what is to be done with photos, where a catalogue has workers for that.
    package func run(
        _ paths: [FilePath], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, own: own, notify: notify)
        planner.rereads = rereading
        return try await carryOut(&planner, leavingWork: leavingWork, notify) { planner in
            for root in try await roots(for: paths, &planner) { try await planner.add(root: root) }
        }
    }

    /// Reads again what changed inside the remembered roots, and nothing else.
    ///
    /// `willRead` is called before each folder is read: whoever watches it from then on misses nothing.
    package func refresh(
        _ changes: FolderChanges, willRead: @escaping @Sendable (FilePath) -> Void,
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
            Tally(planner.report, vanished: Set(plan.vanished)), returned: plan.tasks.returned, notify)
        if let shared = catalog as? any WorkSharing {
            let (photos, rereads, roots) = (plan.tasks.map(PlannedPhoto.init), planner.rereads, planner.roots)
            // As what is kept: what was planned stays planned.
            try await Task {
                try await shared.enrol(photos, model: model, again: rereads)
                try await withdrawLost(of: shared, below: roots)
            }.value
            guard leavingWork else {
                return try await share(shared, &run, untilEmpty: true, seen: Set(photos.map(\.path)))
            }
            var report = planner.report
            report.left = plan.tasks.count
            return report
        }
        guard !plan.tasks.isEmpty else { return planner.report }
        let total = plan.tasks.count
        var rest = plan.tasks.makeIterator()
        notify(.encoding(done: 0, total: total))
        do {
            try await run.run(
                pulling: { rest.next() }, total: { total }, keep: { try await keep($0.flatMap(\.changes)) })
        } catch is CancellationError {
            return run.tally.total(isInterrupted: true)
        }
        return run.tally.total(isInterrupted: false)
    }

    /// What workers did not find, and was not found by this run either, waits no longer.
    private func withdrawLost(of shared: any WorkSharing, below roots: [FilePath]) async throws {
        let lost = try await shared.lostPhotos(below: roots, model: model)
        let gone = await executor.run { lost.filter(FileSystem.isMissing) }
        if !gone.isEmpty { try await shared.withdraw(gone, model: model) }
    }

    private func run(
        _ tally: Tally, returned: Set<PhotoID>, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) -> PhotoRun {
        let work = PhotoWork(
            catalog: catalog, model: model, digester: digester, metadata: metadata, decoder: decoder, encoder: encoder,
            thumbnails: thumbnails, executor: executor, taken: taken, returned: returned)
        return PhotoRun(work, tally, notify)
    }

    /// Works on the photos of its catalogue, which several machines share, whoever planned them, until the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - untilEmpty: ends where nothing is left that this machine reaches.
    ///   - reading: what reads texts where no photo is left.
    ///   - whenIdle: called whenever nothing is left after something was done.
    package func work(
        for shared: any WorkSharing, untilEmpty: Bool, reading: SharedReading? = nil,
        notify: @escaping @Sendable (IndexEvent) -> Void,
        lookFurther: @escaping @Sendable () async throws -> Bool = { false },
        whenIdle: @escaping @Sendable () async -> Void
    ) async throws -> IndexReport {
        var run = run(Tally(IndexReport(), vanished: []), returned: [], notify)
        return try await share(
            shared, &run, untilEmpty: untilEmpty, reading: reading, lookFurther: lookFurther, whenIdle: whenIdle)
    }

    private func share(
        _ catalog: any WorkSharing, _ run: inout PhotoRun, untilEmpty: Bool, seen: Set<FilePath> = [],
        reading: SharedReading? = nil, lookFurther: @escaping @Sendable () async throws -> Bool = { false },
        whenIdle: @escaping @Sendable () async -> Void = {}
    ) async throws -> IndexReport {
        let work = SharedWork(
            catalog: catalog, model: model, executor: executor, seen: seen, reading: reading,
            lookFurther: lookFurther, notify: run.notify)
        do {
            try await work.run(&run, untilEmpty: untilEmpty, whenIdle: whenIdle)
            var report = run.tally.total(isInterrupted: false)
            report.failed += try await work.setAside()
            return report
        } catch is CancellationError {
            return run.tally.total(isInterrupted: true)
        }
    }

    /// Records it, also where the run has been cancelled: what was done stays done.
    private func keep(_ changes: [CatalogChange]) async throws {
        try await Task { try await catalog.record(changes, model: model) }.value
    }

    /// In parts, since a million photos may be gone at once.
    private func keep(_ photos: [PhotoID], as change: (PhotoID) -> CatalogChange) async throws {
        for start in stride(from: 0, to: photos.count, by: IndexPlanner.mostAtOnce) {
            try await keep(photos[start...].prefix(IndexPlanner.mostAtOnce).map(change))
        }
    }

    /// The roots of this run, resolved, none inside another.
    private func roots(for paths: [FilePath], _ planner: inout IndexPlanner) async throws -> [FilePath] {
        let remembered = try await catalog.roots()
        var roots: [FilePath] = []
        // What has no place on this machine is kept as it is.
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

    private func roots(touchedBy changes: FolderChanges, _ planner: inout IndexPlanner) async throws -> [FilePath] {
        var roots: [FilePath] = []
        for path in try await catalog.roots() {
            guard changes.concerns(path) || FileSystem.resolve(path).map(changes.concerns) ?? false else { continue }
            do throws(EvokeError) { roots.append(try root(at: path, isRemembered: true)) } catch {
                planner.record(path, error)
            }
        }
        return outermost(roots)
    }

    /// The path without links. One that was remembered had none, and what it leads to now is another folder.
    private func root(at path: FilePath, isRemembered: Bool) throws(EvokeError) -> FilePath {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedies: Remedy...) -> EvokeError {
            EvokeError(
                kind, doing: isRemembered ? "refresh the folder" : "index", subject: path.display, reason: reason,
                remedies: remedies)
        }
        guard let root = FileSystem.resolve(path) else {
            throw refused(
                .notFound, "there is nothing at that path",
                .advice(
                    isRemembered
                        ? "Its photos are kept. Is its disk connected?"
                        : "Check the spelling, and that the disk is connected."))
        }
        guard !isRemembered || root == path else {
            throw refused(
                .notFound, "a link leads from there to '\(root.display)'",
                .advice("Its photos are kept. If that folder is to be indexed, name it."), .index(root))
        }
        guard FileSystem.isFolder(root) || FileSystem.isFile(root) else {
            throw refused(.unsupported, "it is neither a folder nor a file", .advice("Name a folder of photos."))
        }
        return root
    }

    private static func own(_ path: FilePath) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "index", subject: path.display, reason: "Evoke keeps things of its own there",
            remedy: "Name a folder of photos.")
    }

    private func outermost(_ roots: [FilePath]) -> [FilePath] {
        let distinct = Set(roots)
        return distinct.filter { root in !distinct.contains { $0 != root && root.isInside($0) } }.sorted()
    }
}
