public import PhotoCore
public import Workers

/// Brings a library up to date with its folders.
public struct Indexer: Sendable {
    private static let photosInABatch = 64

    private let catalog: any PhotoCatalog
    private let model: ModelID
    private let decoder: any ImageDecoding
    /// Loads the model's image side, which a run that finds nothing to do can spare itself.
    private let loadEncoder: @Sendable () async throws -> any ImageEncoding
    private let executor: BlockingExecutor

    public init(
        catalog: any PhotoCatalog, model: ModelID, decoder: any ImageDecoding, executor: BlockingExecutor,
        loadEncoder: @escaping @Sendable () async throws -> any ImageEncoding
    ) {
        self.catalog = catalog
        self.model = model
        self.decoder = decoder
        self.executor = executor
        self.loadEncoder = loadEncoder
    }

    /// Indexes `paths` and remembers them as roots; with none, refreshes the roots that the library knows.
    ///
    /// A cancelled run ends early and says so in its report; what was done is kept.
    public func run(_ paths: [FilePath], notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> IndexReport {
        var planner = IndexPlanner(catalog: catalog, model: model, executor: executor, notify: notify)
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
        try await catalog.record(plan.marks, model: model)
        return try await encode(plan.tasks, planner.report, notify)
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
        _ tasks: [IndexPlan.Task], _ report: IndexReport, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        guard !tasks.isEmpty else { return report }
        let encoder = try await loadEncoder()
        var report = report
        var batch: [CatalogChange] = []
        var done = 0
        var rest = tasks.makeIterator()
        notify(.encoding(done: 0, total: tasks.count))
        do {
            try await OrderedPipeline(width: encoder.width + 1, slack: 4 * encoder.width).run(
                pulling: { rest.next() },
                work: { [decoder] in try await Outcome.of($0, decoder, encoder) },
                deliver: { outcome in
                    report.count(outcome)
                    if let error = outcome.failure { notify(.failed(error)) }
                    if let change = outcome.change { batch.append(change) }
                    if batch.count >= Self.photosInABatch {
                        try await catalog.record(batch, model: model)
                        batch.removeAll(keepingCapacity: true)
                    }
                    done += 1
                    notify(.encoding(done: done, total: tasks.count))
                })
        } catch is CancellationError {
            report.isInterrupted = true
        } catch {
            // What was done before it went wrong stays done, unless it is the catalogue that fails.
            try? await catalog.record(batch, model: model)
            throw error
        }
        try await catalog.record(batch, model: model)
        return report
    }
}

/// What became of one photo.
private enum Outcome: Sendable {
    case encoded(IndexPlan.Task, PixelSize, Embedding)
    case failed(IndexPlan.Task, EvokeError)
    /// Deleted after the folder was read; the next run will notice.
    case gone

    static func of(
        _ task: IndexPlan.Task, _ decoder: any ImageDecoding, _ encoder: any ImageEncoding
    ) async throws -> Outcome {
        try Task.checkCancellation()
        do {
            let image = try await decoder.decode(task.file.path, for: encoder.input)
            return .encoded(task, image.original, try await encoder.encode(image))
        } catch let error as EvokeError where error.kind == .notFound {
            return .gone
        } catch let error as EvokeError where error.kind != .modelInvalid {
            return .failed(task, error)
        }
    }

    var change: CatalogChange? {
        switch self {
        case .encoded(let task, let size, let embedding):
            .encoded(task.file.path, task.file.stamp, size, embedding)
        case .failed(let task, let error): .failed(task.file.path, task.file.stamp, error)
        case .gone: nil
        }
    }

    var failure: EvokeError? {
        if case .failed(_, let error) = self { error } else { nil }
    }
}

extension IndexReport {
    fileprivate mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .encoded(let task, _, _): if task.isNew { added += 1 } else { changed += 1 }
        case .failed: failed += 1
        case .gone: break
        }
    }
}
