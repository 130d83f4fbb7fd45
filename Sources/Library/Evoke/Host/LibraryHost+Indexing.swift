import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// What to index: named folders, or all roots.
enum IndexingJob: Hashable {
    case folder(FilePath)
    case all
    /// Changes that the watch has seen.
    case changes
    /// Text and faces, in photos that can be searched already. Everything else goes first.
    case laterPasses
}

extension LibraryHost {
    /// Adds a folder as a root, and starts indexing it.
    public func add(root: FilePath) async throws {
        try await follow()
        let folder = try Self.checked(root, own: OwnFolders(configuration))
        // Stored first, so that it is listed at once, however long the current run takes.
        try await remember(folder)
        isPaused = false
        enqueue(.folder(folder))
    }

    /// Removes a root and its photos, except those that another root contains; the files stay.
    public func remove(root: FilePath) async throws {
        try await follow()
        let wasRunning = running != nil
        let rest = waiting.filter { $0 != .folder(root) }
        waiting = []
        running?.cancel()
        await running?.value
        _ = try await changing { try await $0.forget(root) }
        if wasRunning { enqueue(.all) } else { waiting = rest }
        news.changed()
    }

    /// Ends the current run, and keeps what it did.
    public func pause() async {
        guard let running else { return }
        isPaused = true
        running.cancel()
        await running.value
    }

    /// Resumes, or reads all folders again.
    public func resume() async throws {
        try await follow()
        guard running == nil else {
            // These do not read all folders.
            if underWay == .laterPasses || underWay == .changes { enqueue(.all) }
            return
        }
        // Errors found here go to the caller, not only to listeners.
        do {
            _ = try await configuration.lock()
        } catch {
            // Unless another caller started a run meanwhile.
            guard running != nil else { throw error }
            return
        }
        isPaused = false
        enqueue(.all)
    }

    /// Resumes reading text and finding faces, if installed, unless another process is writing to the library.
    public func runLaterPasses() async throws {
        try await follow()
        // The process that has the lock does it.
        guard running == nil, configuration.hasLaterPasses, (try? await configuration.lock(waits: false)) != nil else {
            return
        }
        // A run may have started meanwhile.
        guard running == nil else { return }
        enqueue(.laterPasses)
    }

    /// Switches searches to another installed model, and indexes the photos it has not seen.
    ///
    /// Throws `EvokeError` of the kind `notFound` if it is not installed, and `libraryBusy` during indexing.
    public func use(model name: String) async throws {
        try await follow()
        let doing = "choose the model"
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
        try await changing { _ in
            try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice(name)).close()
        }
        // From the next search on, not only once its photos are indexed.
        _ = try await current(at: configuration.catalog.state())
        isPaused = false
        enqueue(.all)
    }

    /// Even during our own run, which holds the lock: SQLite takes one writer after the other.
    private func remember(_ folder: FilePath) async throws {
        let lock = running == nil ? try await configuration.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        // At this point, the library was opened and upgraded already.
        try await changing { _ in
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
                    news.finish(report)
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
        let library = try await openToWrite()
        if job == .changes { news.begin() }
        let notify = { @Sendable [news] in news.record($0) }
        let report: IndexReport
        if job == .changes, let unread {
            report = try await library.refresh(unread.changes, willRead: unread.willRead, notify: notify)
        } else {
            let paths: [FilePath] = if case .folder(let folder) = job { [folder] } else { [] }
            report = try await library.indexPhotos(paths, notify: notify)
        }
        try await library.close()
        return report
    }

    /// Opening it for writing would create a new library if it is gone.
    private func checkThatItIsThere() async throws {
        let now = try await configuration.catalog.state()
        try await configuration.catalog.check(now, after: now)
    }

    private func openToWrite() async throws -> PhotoLibrary {
        try await checkThatItIsThere()
        return try await PhotoLibrary.open(
            configuration, access: .write, keeping: engine.isOfNewestVersion ? engine : nil)
    }

    /// Writes to the library while nothing is indexed. Reading text and finding faces pauses; new indexing jobs come
    /// afterwards.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` during indexing, here or elsewhere.
    func betweenRuns<Result: Sendable>(
        _ doing: String, _ body: @escaping @Sendable (PhotoLibrary) async throws -> Result
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
        let work = Task {
            let library = try await openToWrite()
            do {
                let result = try await body(library)
                try await library.close()
                return result
            } catch {
                // The error that follows says more.
                try? await library.close()
                throw error
            }
        }
        running = Task {
            _ = await withTaskCancellationHandler {
                await work.result
            } onCancel: {
                work.cancel()
            }
        }
        let result = await work.result
        await followOwnChanges()
        running = nil
        news.changed()
        if hasLaterPasses, !waiting.contains(.laterPasses) { waiting.append(.laterPasses) }
        begin()
        return try result.get()
    }

    /// Ends as soon as there is something else to do, which goes first; the rest is done afterwards.
    private func resumeLaterPasses() async throws {
        try await checkThatItIsThere()
        try await PhotoLibrary.runLaterPasses(
            in: configuration, keeping: engine.isOfNewestVersion ? engine : nil, while: { await self.next == nil },
            notify: { [news] in news.record($0) })
    }

    static let systemFolders = Set(["/proc", "/sys", "/dev"].map { FilePath($0) })

    static func checked(_ root: FilePath, own: OwnFolders) throws(EvokeError) -> FilePath {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(kind, doing: "add the folder", subject: root.display, reason: reason, remedy: remedy)
        }
        guard root.isAbsolute else {
            throw refused(.wrongUsage, "it is not an absolute path", "Start it with a slash, as in /home/me/Pictures.")
        }
        guard let folder = FileSystem.resolve(root) else {
            throw refused(
                .notFound, "there is nothing at that path", "Check the spelling, and that the disk is connected.")
        }
        // Requested remotely, these would expose more than photos: processes, devices, the whole machine.
        guard folder != FilePath("/"), !folder.isInside(anyOf: systemFolders) else {
            throw refused(
                .notAllowed, "it is a system folder", "Choose the folder of your photos, such as /home/me/Pictures.")
        }
        guard FileSystem.isFolder(folder) else {
            throw refused(.wrongUsage, "it is not a folder", "Choose the folder that it is in.")
        }
        guard !own.forbid(folder) else {
            throw refused(.wrongUsage, "Evoke keeps its own files there", "Choose a folder of photos.")
        }
        _ = try FileSystem.names(in: folder, doing: "add the folder")
        return folder
    }
}

extension LibraryHost {
    /// The folders inside a folder of this machine, without hidden ones, to choose one to add. Without a path, those of
    /// the home folder. Links are not followed, neither in the path nor inside the folder.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the path contains a link or is a system folder.
    public nonisolated func folders(in path: FilePath?) async throws -> (folder: FilePath, inside: [FilePath]) {
        let home = Environment.variable("HOME").flatMap { FileSystem.resolve($0) } ?? FilePath("/")
        let folder = path ?? home
        return try await executor.run { () throws(EvokeError) in
            try Self.checkPlace(folder)
            return (folder, try Self.folders(inside: folder))
        }
    }

    private static func checkPlace(_ folder: FilePath) throws(EvokeError) {
        func refused(_ kind: EvokeError.Kind, _ reason: String) -> EvokeError {
            EvokeError(
                kind, doing: doing, subject: folder.display, reason: reason,
                remedy: "Start at your home folder.")
        }
        guard folder.isAbsolute else { throw refused(.wrongUsage, "it is not an absolute path") }
        guard let real = FileSystem.resolve(folder) else { throw refused(.notFound, "there is nothing at that path") }
        guard real == folder else { throw refused(.notAllowed, "its path contains links or dots") }
        guard !folder.isInside(anyOf: systemFolders) else { throw refused(.notAllowed, "it is a system folder") }
        guard FileSystem.isFolder(folder) else { throw refused(.notFound, "it is not a folder") }
    }

    private static func folders(inside folder: FilePath) throws(EvokeError) -> [FilePath] {
        try FileSystem.names(in: folder, doing: doing).compactMap { name in
            guard name.first != .dot, String(validating: name, as: UTF8.self) != nil else { return nil }
            let path = folder.appending(name)
            let isFolder = (try? FileStatus(of: path, followingLinks: false))?.isFolder ?? false
            return isFolder && !path.isInside(anyOf: systemFolders) ? path : nil
        }
    }

    private static let doing = "list the folders"
}
