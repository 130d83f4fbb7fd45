import EvokeValues
import EvokeWatching
import EvokeWorkers

/// Folders that the system had no watch left for.
struct Unwatched {
    var folders: Set<FilePath> = []
    /// Said once, however many there are.
    var isSaid = false
}

extension LibraryWatch {
    func refresh(_ changes: FolderChanges, keeping engine: Engine?) async throws -> Outcome {
        do {
            let library = try await PhotoLibrary.open(
                places, access: .write, keeping: engine, upgrading: { [notify] in notify(.upgrading($0)) })
            if engine == nil, let setback = library.engine.setback { notify(.problem(setback)) }
            let report = try await library.refresh(changes, willRead: add) { [notify] in notify(.indexing($0)) }
            try await library.close()
            return .refreshed(report, library.engine)
        } catch let error as EvokeError where error.kind.mayPass {
            return .failed(changes, error)
        } catch is CancellationError {
            return .stopped
        }
    }

    /// What is left is read after the next refresh.
    func lookFurther(keeping engine: Engine, while isWanted: @escaping @Sendable () -> Bool) async throws -> Outcome {
        do {
            let library = try await PhotoLibrary.open(places, access: .write, keeping: engine)
            var report = IndexReport()
            await library.readTexts(in: &report, while: isWanted) { [notify] in notify(.indexing($0)) }
            await library.findFaces(in: &report, while: isWanted) { [notify] in notify(.indexing($0)) }
            try await library.close()
        } catch let error as EvokeError where error.kind.mayPass {
            notify(.problem(error))
        } catch is CancellationError {
            return .stopped
        }
        return .read
    }

    private func add(_ folder: FilePath) {
        guard !watch.add(folder) else { return }
        let isSaid = unwatched.withLock { unwatched in
            unwatched.folders.insert(folder)
            defer { unwatched.isSaid = true }
            return unwatched.isSaid
        }
        guard !isSaid else { return }
        notify(
            .problem(
                EvokeError(
                    .notAllowed, doing: "watch the folder", subject: folder.display,
                    reason: "the system's limit of watched folders is reached",
                    remedy:
                        "It and others are read again every \(Int(nearest: pace.walk / .seconds(60))) minutes instead; "
                        + "'sudo sysctl fs.inotify.max_user_watches=1048576' raises the limit.")))
    }

    /// Compares what the roots stand on with what they stood on, and notes what is another.
    func look(
        at roots: [FilePath], before earlier: Surroundings, note: (FilePath) -> Void
    ) async throws -> Surroundings {
        let now = try await executor.run { try Surroundings.read(roots) }
        for root in now.returned(since: earlier) { notify(.returned(root)) }
        for place in now.changes(since: earlier) {
            watch.remove(place)
            note(place)
        }
        return now
    }

    /// What has to be walked through, since the kernel does not tell what happens there.
    func places(unheardIn roots: [FilePath]) async throws -> [FilePath] {
        let mounts = try await executor.run { try Mounts.read() }
        let unwatched = unwatched.withLock { unwatched in
            defer { unwatched.folders = [] }
            return unwatched.folders
        }
        return roots.flatMap(mounts.shared) + unwatched
    }
}

extension EvokeError.Kind {
    /// Whether the same refresh may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .libraryBusy, .diskFull, .unreadable, .readOnly, .notAllowed, .libraryFailed: true
        default: false
        }
    }
}
