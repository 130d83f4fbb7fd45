import EvokeIndexing
import EvokeSystem
public import EvokeValues

/// What is to be indexed: folders by name, or all that are remembered.
enum IndexingJob: Hashable {
    case folder(FilePath)
    case all
    /// What whoever follows the folders has seen change.
    case changes
    /// What is looked for in photos after they can be searched: texts and faces. Whatever else is to be done goes first.
    case further
}

extension LibraryHost {
    /// Remembers a folder, and begins to index it.
    public func add(root: FilePath) async throws {
        try await follow()
        let folder = try Self.checked(root, own: OwnFolders(places))
        // Remembered before anything else is done, so that whoever asks sees it, however long the run before takes.
        try await remember(folder)
        isPaused = false
        enqueue(.folder(folder))
    }

    /// Forgets a folder with its photos, but those that another one holds; the files stay as they are.
    public func remove(root: FilePath) async throws {
        try await follow()
        let wasRunning = running != nil
        let rest = waiting.filter { $0 != .folder(root) }
        waiting = []
        running?.cancel()
        await running?.value
        _ = try await changing { try await PhotoLibrary.forget(root, places) }
        if wasRunning { enqueue(.all) } else { waiting = rest }
        news.changed()
    }

    /// Ends the run under way, and keeps what it did.
    public func pause() async {
        guard let running else { return }
        isPaused = true
        running.cancel()
        await running.value
    }

    /// Goes on, or reads all folders again.
    public func resume() async throws {
        try await follow()
        guard running == nil else {
            // That is no look at all folders.
            if underWay == .further || underWay == .changes { enqueue(.all) }
            return
        }
        // Said now to whoever asked, and not only to those who listen.
        do {
            _ = try await places.lock()
        } catch {
            // A run that somebody else began meanwhile has it.
            guard running != nil else { throw error }
            return
        }
        isPaused = false
        enqueue(.all)
    }

    /// Goes on reading the texts in photos and finding faces, where something does and nobody else writes to the library.
    public func lookFurther() async throws {
        try await follow()
        // Whoever has it looks further.
        guard running == nil, places.looksFurther, (try? await places.lock(waits: false)) != nil else { return }
        // Somebody may have begun a run meanwhile.
        guard running == nil else { return }
        enqueue(.further)
    }

    /// Searches with another model of the shelf from now on, and looks at the photos that it has not seen.
    ///
    /// Throws `EvokeError` of the kind `notFound` where the shelf has none of that name, and `libraryBusy` while photos
    /// are indexed.
    public func use(model name: String) async throws {
        try await follow()
        let doing = "choose the model"
        guard !name.contains("/"), ModelCollection(places).has(name) else {
            throw EvokeError(
                .notFound, doing: doing, subject: name, reason: "there is no such model on this machine",
                remedy: "Fetch it first.")
        }
        guard running == nil else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: name, reason: "photos are being indexed",
                remedy: "Pause that first, or wait until it has ended.")
        }
        try await changing { try await PhotoLibrary.open(places, access: .write, model: ModelChoice(name)).close() }
        // From the next search on, and not only once its photos are indexed.
        _ = try await current(at: places.catalog.state())
        isPaused = false
        enqueue(.all)
    }

    /// Beside a run of our own, which holds the lock already: SQLite takes one writer after the other.
    private func remember(_ folder: FilePath) async throws {
        let lock = running == nil ? try await places.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        // Whoever comes here has followed the library, and upgraded it.
        try await changing {
            let catalog = try await places.catalog.openBesideWriter()
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

    /// What was asked for goes first, then what has changed.
    private var next: IndexingJob? {
        waiting.first { $0 != .further } ?? (unread == nil ? waiting.first : .changes)
    }

    private func work() async {
        var failure: EvokeError?
        while failure == nil, !isPaused, !Task.isCancelled, let job = next {
            waiting.removeAll { $0 == job }
            underWay = job
            do {
                if job == .further {
                    try await lookOn()
                } else {
                    let report = try await run(job)
                    news.finish(report)
                    if report.isInterrupted {
                        if job != .changes { waiting.insert(job, at: 0) }
                    } else {
                        if job == .changes { ended(.success(())) }
                        if next == nil, places.looksFurther { waiting.append(.further) }
                    }
                }
            } catch let error as EvokeError where job == .changes {
                // Whoever follows the folders tries it again.
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
        // What no run has followed is still so.
        news.rest(isPaused: isPaused, failure ?? news.progress.error)
        if held != nil { seekAnew() }
        if !Task.isCancelled { begin() }
    }

    private func ended(_ result: Result<Void, EvokeError>) {
        unread?.end.yield(result)
        unread = nil
    }

    private func run(_ job: IndexingJob) async throws -> IndexReport {
        // What fails before it begins is no run where nobody asked for one.
        if job != .changes { news.begin() }
        let library = try await openToWrite()
        if job == .changes { news.begin() }
        let note = { @Sendable [news] in news.record($0) }
        let report: IndexReport
        if job == .changes, let unread {
            report = try await library.refresh(unread.changes, willRead: unread.willRead, notify: note)
        } else {
            let paths: [FilePath] = if case .folder(let folder) = job { [folder] } else { [] }
            report = try await library.indexPhotos(paths, notify: note)
        }
        try await library.close()
        return report
    }

    /// Opened for writing, one that is gone would be made anew.
    private func checkThatItIsThere() async throws {
        let now = try await places.catalog.state()
        try await places.catalog.check(now, after: now)
    }

    private func openToWrite() async throws -> PhotoLibrary {
        try await checkThatItIsThere()
        return try await PhotoLibrary.open(
            places, access: .write, keeping: engine.isOfNewestVersion ? engine : nil)
    }

    /// Writes to the library while nothing is indexed. Texts and faces that are being looked for wait; what is to be indexed meanwhile
    /// comes afterwards.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` while photos are indexed, here or elsewhere.
    func betweenRuns<Result: Sendable>(
        _ doing: String, _ body: @escaping @Sendable (PhotoLibrary) async throws -> Result
    ) async throws -> Result {
        try await follow()
        let looksFurther = underWay == .further
        if looksFurther {
            running?.cancel()
            await running?.value
        }
        guard running == nil else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: "", reason: "photos are being indexed",
                remedy: "Pause that first, or wait until it has ended.")
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
        if looksFurther, !waiting.contains(.further) { waiting.append(.further) }
        begin()
        return try result.get()
    }

    /// Ends as soon as there is something else to do, which goes first; what is left is done afterwards.
    private func lookOn() async throws {
        try await checkThatItIsThere()
        try await PhotoLibrary.lookFurther(
            in: places, keeping: engine.isOfNewestVersion ? engine : nil, while: { await self.next == nil },
            notify: { [news] in news.record($0) })
    }

    static let systemFolders = Set(["/proc", "/sys", "/dev"].map { FilePath($0) })

    private static func checked(_ root: FilePath, own: OwnFolders) throws(EvokeError) -> FilePath {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(kind, doing: "add the folder", subject: root.display, reason: reason, remedy: remedy)
        }
        guard root.isAbsolute else {
            throw refused(.wrongUsage, "it is not an absolute path", "Begin it with a slash, as in /home/me/Pictures.")
        }
        guard let folder = FileSystem.resolve(root) else {
            throw refused(
                .notFound, "there is nothing at that path", "Check the spelling, and that the disk is connected.")
        }
        // Asked for from elsewhere, these show what is no photo of anybody: processes, devices, the whole machine.
        guard folder != FilePath("/"), !folder.isInside(anyOf: systemFolders) else {
            throw refused(
                .notAllowed, "it is the system's own", "Name the folder of your photos, such as /home/me/Pictures.")
        }
        guard FileSystem.isFolder(folder) else {
            throw refused(.wrongUsage, "it is not a folder", "Name the folder that it is in.")
        }
        guard !own.forbid(folder) else {
            throw refused(.wrongUsage, "Evoke keeps things of its own there", "Name a folder of photos.")
        }
        _ = try FileSystem.names(in: folder, doing: "add the folder")
        return folder
    }
}
