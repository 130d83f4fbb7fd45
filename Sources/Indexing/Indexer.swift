public import PhotoCore
public import Workers

/// Brings a library up to date with its folders.
public struct Indexer: Sendable {
    /// What a kill may cost: the photos of a batch, and those in hand.
    private static let photosAtRisk = 64
    private static let mostAtOnce = 4_096

    private let catalog: any PhotoCatalog
    private let model: ModelID
    private let decoder: any ImageDecoding
    private let digester: any ContentDigesting
    private let facts: any FactReading
    private let encoder: any ImageEncoding
    private let thumbnails: any ThumbnailKeeping
    private let executor: BlockingExecutor

    /// - Parameter encoder: may load itself at the first call: photos are decoded meanwhile, and a run that finds nothing
    ///   to encode never calls it.
    public init(
        catalog: any PhotoCatalog, model: ModelID, decoder: any ImageDecoding, digester: any ContentDigesting,
        facts: any FactReading, encoder: any ImageEncoding, thumbnails: any ThumbnailKeeping,
        executor: BlockingExecutor
    ) {
        self.catalog = catalog
        self.model = model
        self.decoder = decoder
        self.digester = digester
        self.facts = facts
        self.encoder = encoder
        self.thumbnails = thumbnails
        self.executor = executor
    }

    /// Indexes `paths` and remembers them as roots; with none, refreshes the roots that the library knows.
    ///
    /// A cancelled run ends early and says so in its report; what was done is kept.
    /// - Parameter rereading: reads files that look as they did, too, and tries again what could not be read.
    public func run(
        _ paths: [FilePath], rereading: Bool = false, notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, notify: notify)
        planner.rereads = rereading
        return try await carryOut(&planner, notify) { planner in
            for root in try await roots(for: paths, &planner) { try await planner.add(root: root) }
        }
    }

    /// Reads again what changed inside the remembered roots, and nothing else.
    ///
    /// `willRead` is called before each folder is read: whoever watches it from then on misses nothing.
    public func refresh(
        _ changes: FolderChanges, willRead: @escaping @Sendable (FilePath) -> Void,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, notify: notify)
        planner.willRead = willRead
        planner.unfinished = changes.unfinished
        return try await carryOut(&planner, notify) { planner in
            for root in try await roots(touchedBy: changes, &planner) {
                try await planner.refresh(changes, in: root)
            }
        }
    }

    private func carryOut(
        _ planner: inout IndexPlanner, _ notify: @escaping @Sendable (IndexEvent) -> Void,
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
        plan.sort()
        try await catalog.record(plan.marks + planner.sightings, model: model)
        return try await encode(plan, planner.report, notify)
    }

    /// The roots of this run, resolved, none inside another.
    private func roots(for paths: [FilePath], _ planner: inout IndexPlanner) async throws -> [FilePath] {
        let remembered = try await catalog.roots()
        var roots: [FilePath] = []
        for path in paths.isEmpty ? remembered : paths {
            if let root = FileSystem.resolve(path) {
                roots.append(root)
                if !remembered.contains(where: root.isInside) { try await catalog.addRoot(root) }
            } else {
                planner.note(path, missing(path, isRemembered: paths.isEmpty))
            }
        }
        return outermost(roots)
    }

    private func roots(touchedBy changes: FolderChanges, _ planner: inout IndexPlanner) async throws -> [FilePath] {
        var roots: [FilePath] = []
        for path in try await catalog.roots() {
            let root = FileSystem.resolve(path)
            guard changes.concern(root ?? path) else { continue }
            if let root { roots.append(root) } else { planner.note(path, missing(path, isRemembered: true)) }
        }
        return outermost(roots)
    }

    private func missing(_ path: FilePath, isRemembered: Bool) -> EvokeError {
        EvokeError(
            .notFound, doing: isRemembered ? "refresh the folder" : "index", subject: path.display,
            reason: "there is nothing at that path",
            remedy: isRemembered
                ? "Its photos are kept. Is its disk connected?" : "Check the spelling, and that the disk is connected.")
    }

    private func outermost(_ roots: [FilePath]) -> [FilePath] {
        let distinct = Set(roots)
        return distinct.filter { root in !distinct.contains { $0 != root && root.isInside($0) } }.sorted()
    }

    private func encode(
        _ plan: IndexPlan, _ report: IndexReport, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        let tasks = plan.tasks
        guard !tasks.isEmpty else { return report }
        let work = PhotoWork(
            catalog: catalog, model: model, digester: digester, facts: facts, decoder: decoder, encoder: encoder,
            thumbnails: thumbnails, executor: executor, returned: plan.returned)
        // Encoders of others may say anything.
        let width = min(max(encoder.width, 1), Self.mostAtOnce)
        let pipeline = OrderedPipeline(width: width + 1, slack: width)
        // With very many cores the photos in hand alone are more; then a batch is still worth its transaction.
        let photosInABatch = max(16, Self.photosAtRisk - pipeline.width - pipeline.slack)
        var tally = Tally(report, vanished: plan.vanished)
        var isInterrupted = false
        var batch: [CatalogChange] = []
        var photosInBatch = 0
        var done = 0
        var doubts = ModelDoubts()
        var rest = tasks.makeIterator()
        func take(_ finding: Finding) {
            tally.count(finding.outcome)
            if let event = finding.outcome.event { notify(event) }
            batch += finding.changes
            photosInBatch += 1
        }
        notify(.encoding(done: 0, total: tasks.count))
        do {
            try await pipeline.run(
                pulling: { rest.next() },
                work: { try await work.finding(of: $0) },
                deliver: { finding in
                    for finding in try doubts.settle(finding) { take(finding) }
                    if photosInBatch >= photosInABatch {
                        try await catalog.record(batch, model: model)
                        batch.removeAll(keepingCapacity: true)
                        photosInBatch = 0
                    }
                    done += 1
                    notify(.encoding(done: done, total: tasks.count))
                })
            for finding in try await doubts.settleRest(asking: encoder) { take(finding) }
        } catch is CancellationError {
            isInterrupted = true
        } catch {
            // What was done before it went wrong stays done, unless it is the catalogue that fails.
            try? await catalog.record(batch, model: model)
            throw error
        }
        try await catalog.record(batch, model: model)
        return tally.total(isInterrupted: isInterrupted)
    }
}
