import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Translates events in folders for indexing.
package final class FolderWatch: Sendable {
    private struct Watched: Sendable {
        var paths: [Int32: DiskPath] = [:]
        var watches: [DiskPath: Int32] = [:]
    }

    private let notices: any FolderNoticing
    private let isPhoto: @Sendable (DiskPath) -> Bool
    private let isSkipped: @Sendable (_ folder: DiskPath) -> Bool
    private let isOfRules: @Sendable (DiskPath) -> Bool
    private let watched = Locked(Watched())

    package init(
        over notices: any FolderNoticing, isPhoto: @escaping @Sendable (DiskPath) -> Bool,
        isSkipped: @escaping @Sendable (_ folder: DiskPath) -> Bool,
        isOfRules: @escaping @Sendable (DiskPath) -> Bool = { _ in false }
    ) {
        (self.notices, self.isPhoto, self.isSkipped, self.isOfRules) = (notices, isPhoto, isSkipped, isOfRules)
    }

    /// Watches a folder, or updates the path of one that is watched already. False if the system's limit of watches is
    /// reached; a folder that is gone or unreadable is not an error.
    package func add(_ folder: DiskPath) -> Bool {
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

    package func remove(_ folder: DiskPath) {
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

    private func eventOfFolder(_ path: DiskPath, _ notice: FolderNotice) -> FolderEvent? {
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

    private func eventOfPhoto(_ path: DiskPath, _ notice: FolderNotice) -> FolderEvent {
        switch notice.happened {
        case .modified: .writing(path)
        // A hard link to an existing file is complete; any other new file is still to be written and closed.
        case .created: isPlainFile(path) ? .writing(path) : .changed(path)
        case .attributes: .touched(path)
        case .closed, .came, .left, .deleted, .end, .overflow: .changed(path)
        }
    }

    /// Files in new folders may be being written long before the folders are read.
    private func addAll(_ folder: DiskPath) {
        // An unreadable folder has no events.
        guard add(folder), let names = try? FileSystem.names(in: folder) else { return }
        for name in names where !isSkipped(folder.appending(name)) {
            let path = folder.appending(name)
            if type(of: path)?.isFolder ?? false { addAll(path) }
        }
    }

    /// Whether the name is, or was, that of a link to a folder.
    private func isFollowed(_ path: DiskPath, _ notice: FolderNotice) -> Bool {
        switch notice.happened {
        case .created, .came: type(of: path)?.isLink ?? false && FileSystem.isFolder(path)
        case .left, .deleted: isWatched(path)
        case .modified, .closed, .attributes, .end, .overflow: false
        }
    }

    private func isWatched(_ path: DiskPath) -> Bool { watched.withLock { $0.watches[path] != nil } }

    private func isPlainFile(_ path: DiskPath) -> Bool {
        type(of: path).map { $0.isFile && $0.names == 1 } ?? false
    }

    private func type(of path: DiskPath) -> FileStatus? { try? FileStatus(of: path, followingLinks: false) }
}

package enum FolderEvent: Sendable, Hashable {
    /// A photo is being written.
    case writing(DiskPath)
    /// A photo was completed, or came or went.
    case changed(DiskPath)
    /// A photo's stamp or permissions changed; it may still be being written.
    case touched(DiskPath)
    /// A folder came, went or was replaced, with everything below it.
    case tree(DiskPath)
    /// The kernel lost events, so anything may have changed.
    case overflow
}

/// Receives the system's events for single folders: each subfolder is watched on its own.
package protocol FolderNoticing: Sendable {
    /// Watches a folder; one that is watched already keeps its number, whatever its path is now.
    func watch(_ folder: DiskPath) -> WatchOutcome
    func forget(_ watch: Int32)
    /// Ends the current wait, or the next one.
    func wake()
    /// The events since the last call; if there are none, waits for `time` at most.
    func next(within time: Duration) throws(EvokeError) -> [FolderNotice]
}

package enum WatchOutcome: Sendable {
    case watched(Int32)
    /// It is gone or cannot be read, so there is nothing to watch.
    case nothingThere
    /// The system's limit of watches is reached.
    case noMore
}

package struct FolderNotice: Sendable {
    package enum Happening: Sendable {
        case created, modified, closed, attributes, came, left, deleted
        /// The folder is no longer watched.
        case end
        /// Events were lost.
        case overflow
    }

    package let watch: Int32
    package let happened: Happening
    /// The entry in the watched folder; empty for the folder itself.
    package let name: [UInt8]
    package let isOfFolder: Bool

    package init(watch: Int32, _ happened: Happening, name: [UInt8], isOfFolder: Bool) {
        (self.watch, self.happened, self.name, self.isOfFolder) = (watch, happened, name, isOfFolder)
    }
}

/// Collects changes in folders until they settle, so that they are processed together.
package struct Settling: Sendable {
    package typealias Instant = ContinuousClock.Instant

    private let quiet: Duration
    /// The longest wait for the first change if it never gets quiet.
    private let patience: Duration
    /// How long after the last write an unclosed file counts as complete.
    private let pause: Duration

    private var pending = FolderChanges()
    private var first: Instant?
    private var last: Instant?
    private var notBefore: Instant?
    private var writing: [DiskPath: Instant] = [:]

    package init(quiet: Duration, patience: Duration, pause: Duration) {
        (self.quiet, self.patience, self.pause) = (quiet, patience, pause)
    }

    package mutating func record(_ event: FolderEvent, at now: Instant) {
        switch event {
        case .writing(let file):
            writing[file] = now
            return
        case .changed(let file):
            writing[file] = nil
            insert(parentOf: file)
        case .touched(let file):
            insert(parentOf: file)
        case .tree(let folder):
            // Their end will not be reported under these names.
            writing = writing.filter { !$0.key.isInside(folder) }
            pending.trees.insert(folder)
        case .overflow:
            writing = [:]
            return
        }
        first = first ?? now
        last = now
    }

    /// When changes can be taken if nothing else happens.
    package var due: Instant? {
        let forgotten = writing.values.min().map { $0 + pause }
        guard let first, let last else { return forgotten }
        let settled = min(last + quiet, first + patience)
        let due = notBefore.map { max($0, settled) } ?? settled
        return forgotten.map { min($0, due) } ?? due
    }

    /// The changes that have settled; nil if there are none yet.
    package mutating func take(at now: Instant) -> FolderChanges? {
        for (file, written) in writing where written + pause <= now { record(.changed(file), at: written) }
        guard let due, due <= now, !pending.isEmpty else { return nil }
        defer {
            pending = FolderChanges()
            (first, last, notBefore) = (nil, nil, nil)
        }
        pending.unfinished = Set(writing.keys)
        return pending
    }

    /// Takes back changes that could not be processed, to be offered again later.
    package mutating func putBack(_ changes: FolderChanges, until later: Instant, at now: Instant) {
        pending.folders.formUnion(changes.folders)
        pending.trees.formUnion(changes.trees)
        first = first ?? now
        last = last ?? now
        notBefore = later
    }

    private mutating func insert(parentOf file: DiskPath) {
        if let folder = file.parent { pending.folders.insert(folder) }
    }
}
