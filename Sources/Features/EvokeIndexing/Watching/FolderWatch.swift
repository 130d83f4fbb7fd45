import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Translates events in folders for indexing.
package final class FolderWatch: Sendable {
    private struct Watched: Sendable {
        var paths: [Int32: FilePath] = [:]
        var watches: [FilePath: Int32] = [:]
    }

    private let notices: any FolderNoticing
    private let isPhoto: @Sendable (FilePath) -> Bool
    private let isSkipped: @Sendable (_ folder: FilePath) -> Bool
    private let isOfRules: @Sendable (FilePath) -> Bool
    private let watched = Locked(Watched())

    package init(
        over notices: any FolderNoticing, isPhoto: @escaping @Sendable (FilePath) -> Bool,
        isSkipped: @escaping @Sendable (_ folder: FilePath) -> Bool,
        isOfRules: @escaping @Sendable (FilePath) -> Bool = { _ in false }
    ) {
        self.notices = notices
        self.isPhoto = isPhoto
        self.isSkipped = isSkipped
        self.isOfRules = isOfRules
    }

    /// Watches a folder, or updates the path of one that is watched already. False if the system's limit of watches is
    /// reached; a folder that is gone or unreadable is not an error.
    package func add(_ folder: FilePath) -> Bool {
        watched.withLock { watched in
            let watch: Int32
            switch notices.watch(folder) {
            case .watched(let number): watch = number
            case .nothingThere: return true
            case .noMore: return false
            }
            if let old = watched.paths.updateValue(folder, forKey: watch), old != folder {
                watched.watches[old] = nil
            }
            watched.watches[folder] = watch
            return true
        }
    }

    /// Stops watching a folder and everything below it.
    package func remove(_ folder: FilePath) {
        watched.withLock { watched in
            for (path, watch) in watched.watches where path.isInside(folder) {
                notices.forget(watch)
                watched.watches[path] = nil
                watched.paths[watch] = nil
            }
        }
    }

    /// Ends the current wait, or the next one.
    package func wake() { notices.wake() }

    /// The events since the last call; if there are none, waits for `time` at most.
    package func events(within time: Duration) throws(EvokeError) -> [FolderEvent] {
        try notices.next(within: time).compactMap(event)
    }

    private func event(_ notice: FolderNotice) -> FolderEvent? {
        if notice.happened == .overflow { return .overflow }
        guard let folder = watched.withLock({ $0.paths[notice.watch] }) else { return nil }
        if notice.happened == .end {
            watched.withLock { watched in
                watched.paths[notice.watch] = nil
                if watched.watches[folder] == notice.watch { watched.watches[folder] = nil }
            }
            return nil
        }
        guard !notice.name.isEmpty else { return nil }
        let path = folder.appending(notice.name)
        return if notice.isOfFolder || isFollowed(path, notice) {
            eventOfFolder(path, notice)
        } else if isPhoto(path) {
            eventOfPhoto(path, notice)
        } else if isOfRules(path) {
            // The event concerns everything below as well.
            .tree(folder)
        } else {
            nil
        }
    }

    private func eventOfFolder(_ path: FilePath, _ notice: FolderNotice) -> FolderEvent? {
        guard !isSkipped(path) else { return nil }
        switch notice.happened {
        case .attributes:
            // It may have become readable.
            return isWatched(path) ? nil : .tree(path)
        case .deleted where notice.isOfFolder:
            // It was empty, and the kernel reports separately that its watch has ended.
            break
        case .left, .deleted:
            remove(path)
        case .created, .came:
            addAll(path)
        case .modified, .closed, .end, .overflow:
            return nil
        }
        return .tree(path)
    }

    private func eventOfPhoto(_ path: FilePath, _ notice: FolderNotice) -> FolderEvent {
        switch notice.happened {
        case .modified: .writing(path)
        // A hard link to an existing file is complete; any other new file is still to be written and closed.
        case .created: isPlainFile(path) ? .writing(path) : .changed(path)
        case .attributes: .touched(path)
        case .closed, .came, .left, .deleted, .end, .overflow: .changed(path)
        }
    }

    /// Files in new folders may be being written long before the folders are read.
    private func addAll(_ folder: FilePath) {
        // An unreadable folder has no events.
        guard add(folder), let names = try? FileSystem.names(in: folder) else { return }
        for name in names where !isSkipped(folder.appending(name)) {
            let path = folder.appending(name)
            if type(of: path)?.isFolder ?? false { addAll(path) }
        }
    }

    /// Whether the name is, or was, that of a link to a folder.
    private func isFollowed(_ path: FilePath, _ notice: FolderNotice) -> Bool {
        switch notice.happened {
        case .created, .came: type(of: path)?.isLink ?? false && FileSystem.isFolder(path)
        case .left, .deleted: isWatched(path)
        case .modified, .closed, .attributes, .end, .overflow: false
        }
    }

    private func isWatched(_ path: FilePath) -> Bool { watched.withLock { $0.watches[path] != nil } }

    private func isPlainFile(_ path: FilePath) -> Bool {
        type(of: path).map { $0.isFile && $0.names == 1 } ?? false
    }

    private func type(of path: FilePath) -> FileStatus? { try? FileStatus(of: path, followingLinks: false) }
}
