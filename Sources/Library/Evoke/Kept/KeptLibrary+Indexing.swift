import EvokeIndexing
import EvokePorts
import EvokeValues
import EvokeWorkers

/// What to index: named folders, or all roots.
enum IndexingJob: Hashable {
    case folder(DiskPath)
    case all
    /// Changes that the watch has seen.
    case changes
    /// Text and faces, in photos that can be searched already. Everything else goes first.
    case laterPasses
}

extension KeptLibrary {
    func add(root: DiskPath) async throws {
        try await follow()
        let folder = try PhotoLibrary.Indexing.checked(root, own: OwnFolders(configuration))
        // Stored first, so that it is listed at once, however long the current run takes.
        try await remember(folder)
        isPaused = false
        enqueue(.folder(folder))
    }

    func remove(root: DiskPath) async throws {
        try await follow()
        let wasRunning = running != nil
        let rest = waiting.filter { $0 != .folder(root) }
        waiting = []
        running?.cancel()
        await running?.value
        _ = try await PhotoLibrary(self).forget(root)
        if wasRunning { enqueue(.all) } else { waiting = rest }
        news.tell(.library)
    }

    func pause() async {
        guard let running else { return }
        isPaused = true
        running.cancel()
        await running.value
    }

    func resume() async throws {
        try await follow()
        guard running == nil else {
            // These do not read all folders.
            if underWay == .laterPasses || underWay == .changes { enqueue(.all) }
            return
        }
        // Errors found here go to the caller, not only to listeners.
        do {
            if own == nil { _ = try await configuration.lock() }
        } catch {
            // Unless another caller started a run meanwhile.
            guard running != nil else { throw error }
            return
        }
        isPaused = false
        enqueue(.all)
    }

    func runLaterPasses() async throws {
        try await follow()
        guard running == nil, configuration.hasLaterPasses else { return }
        // The process that has the lock does it.
        if own == nil, (try? await configuration.lock(waits: false)) == nil { return }
        // A run may have started meanwhile.
        guard running == nil else { return }
        enqueue(.laterPasses)
    }

    func use(model name: String) async throws {
        try await follow()
        let doing = "choose the model"
        guard fixed == nil else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: name, reason: "the library was opened with one model for good",
                remedy: "Open it with the other model, or to be followed.")
        }
        guard !name.contains("/"), ModelCollection(configuration).has(name) else {
            throw EvokeError(
                .notFound, doing: doing, subject: name, reason: "it is not installed on this machine",
                remedy: "Download it first.")
        }
        guard running == nil else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: name, reason: "photos are being indexed",
                remedy: "Pause indexing, or wait until it has finished.")
        }
        try await changing { [configuration] _ in
            try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice(name)).close()
        }
        // From the next search on, not only once its photos are indexed.
        try await current(at: state())
        isPaused = false
        enqueue(.all)
    }

    private var own: PhotoLibrary? { fixed?.changesItself == true ? PhotoLibrary(self) : nil }

    /// Even during our own run, which holds the lock: SQLite takes one writer after the other.
    private func remember(_ folder: DiskPath) async throws {
        let lock = running == nil && own == nil ? try await configuration.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        // At this point, the library was opened and upgraded already.
        try await changing { [configuration] _ in
            let catalog = try await configuration.catalog.openBesideWriter()
            if try await !catalog.roots().contains(where: folder.isInside) { try await catalog.addRoot(folder) }
            try await catalog.close()
        }
    }

    private func enqueue(_ job: IndexingJob) {
        if !waiting.contains(.all), !waiting.contains(job) { waiting.append(job) }
        begin()
    }

    func begin() {
        guard running == nil, !isPaused, let next else { return }
        underWay = next
        running = Task { await work() }
    }

    /// Requested jobs go first, then changes.
    private var next: IndexingJob? {
        waiting.first { $0 != .laterPasses } ?? (unread == nil ? waiting.first : .changes)
    }

    private func work() async {
        var failure: EvokeError?
        while failure == nil, !isPaused, !Task.isCancelled, let job = next {
            waiting.removeAll { $0 == job }
            underWay = job
            do {
                if job == .laterPasses {
                    try await resumeLaterPasses()
                } else {
                    let report = try await run(job)
                    news.tell(.finished(report))
                    if report.isInterrupted {
                        if job != .changes { waiting.insert(job, at: 0) }
                    } else {
                        if job == .changes { ended(.success(())) }
                        if next == nil, configuration.hasLaterPasses { waiting.append(.laterPasses) }
                    }
                }
            } catch let error as EvokeError where job == .changes {
                // The watch will try again.
                ended(.failure(error))
            } catch let error as EvokeError {
                failure = error
            } catch {
                break
            }
            await followOwnChanges()
        }
        if isPaused { waiting = [.all] }
        if failure != nil { waiting = [] }
        (running, underWay) = (nil, nil)
        // Changes that no run has read are still to be read.
        news.rest(isPaused: isPaused, failure ?? news.progress.error)
        if held != nil { seekAnew() }
        if !Task.isCancelled { begin() }
    }

    private func ended(_ result: Result<Void, EvokeError>) {
        unread?.end.yield(result)
        unread = nil
    }

    private func run(_ job: IndexingJob) async throws -> IndexReport {
        // A failure before the start is not a run if nobody asked for one.
        if job != .changes { news.begin() }
        return try await writing { [news, unread] library in
            if job == .changes { news.begin() }
            let notify = { @Sendable in news.record($0) }
            if job == .changes, let unread {
                return try await library.refreshPhotos(unread.changes, willRead: unread.willRead, notify: notify)
            }
            let paths: [DiskPath] = if case .folder(let folder) = job { [folder] } else { [] }
            return try await library.indexPhotos(paths, notify: notify)
        }
    }

    /// Opening it for writing would create a new library if it is gone.
    private func checkThatItIsThere() async throws {
        let now = try await configuration.catalog.state()
        try await configuration.catalog.check(now, after: now)
    }

    private var keptEngine: Engine? { search.flatMap { $0.engine.isOfNewestVersion ? $0.engine : nil } }

    private func writing<Result: Sendable>(
        _ body: @Sendable (PhotoLibrary) async throws -> Result
    ) async throws -> Result {
        if let own { return try await body(own) }
        try await checkThatItIsThere()
        let library = PhotoLibrary(try await OpenLibrary.open(configuration, access: .write, keeping: keptEngine))
        return try await library.closed { try await body(library) }
    }

    /// Indexes in the caller's task, in a library that is open for writing.
    func alone(
        _ body: @escaping @Sendable (PhotoLibrary) async throws -> IndexReport
    ) async throws -> IndexReport {
        // One that is not open for writing refuses it itself.
        guard own != nil else { return try await body(PhotoLibrary(self)) }
        return try await betweenRuns("index photos", endsWithCaller: true, body)
    }

    /// Writes to the library while nothing is indexed. Reading text and finding faces pauses; new indexing jobs come
    /// afterwards.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` during indexing, here or elsewhere.
    func betweenRuns<Result: Sendable>(
        _ doing: String, endsWithCaller: Bool = false,
        _ body: @escaping @Sendable (PhotoLibrary) async throws -> Result
    ) async throws -> Result {
        try await follow()
        let hasLaterPasses = underWay == .laterPasses
        if hasLaterPasses {
            running?.cancel()
            await running?.value
        }
        guard running == nil else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: "", reason: "photos are being indexed",
                remedy: "Pause indexing, or wait until it has finished.")
        }
        let work = Task { try await writing(body) }
        running = Task {
            _ = await withTaskCancellationHandler {
                await work.result
            } onCancel: {
                work.cancel()
            }
        }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            if endsWithCaller { work.cancel() }
        }
        await followOwnChanges()
        running = nil
        news.tell(.library)
        if hasLaterPasses, !waiting.contains(.laterPasses) { waiting.append(.laterPasses) }
        begin()
        return try result.get()
    }

    /// Ends as soon as there is something else to do, which goes first; the rest is done afterwards.
    private func resumeLaterPasses() async throws {
        let isWanted = { @Sendable in await self.next == nil }
        let notify = { @Sendable [news] in news.record($0) }
        if let own { return try await own.runLaterPasses(while: isWanted, notify: notify) }
        try await checkThatItIsThere()
        try await PhotoLibrary.runLaterPasses(in: configuration, keeping: keptEngine, while: isWanted, notify: notify)
    }
}
