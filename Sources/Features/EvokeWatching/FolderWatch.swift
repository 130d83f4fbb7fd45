import EvokeSystem
package import EvokeValues
import EvokeWorkers
import Glibc

/// Hears from the kernel what happens in folders, each by itself: a folder inside a watched one is watched on its own.
package final class FolderWatch: Sendable {
    private struct Watched: Sendable {
        var paths: [Int32: FilePath] = [:]
        var watches: [FilePath: Int32] = [:]
    }

    private let descriptor: Int32
    /// A byte in it ends the waiting.
    private let bell: (out: Int32, in: Int32)
    private let isPhoto: @Sendable (FilePath) -> Bool
    private let isSkipped: @Sendable (_ folder: FilePath) -> Bool
    private let isOfRules: @Sendable (FilePath) -> Bool
    private let watched = Locked(Watched())

    package init(
        isPhoto: @escaping @Sendable (FilePath) -> Bool,
        isSkipped: @escaping @Sendable (_ folder: FilePath) -> Bool,
        isOfRules: @escaping @Sendable (FilePath) -> Bool = { _ in false }
    ) throws(EvokeError) {
        var pipe: [Int32] = [-1, -1]
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0, Glibc.pipe(&pipe) == 0 else {
            let code = errno
            close(descriptor)
            throw EvokeError(
                .notAllowed, doing: "watch folders", subject: "",
                reason: code == EMFILE
                    ? "too many programs watch folders already" : String(cString: strerror(code)),
                remedy: "End some of them, or run 'sudo sysctl fs.inotify.max_user_instances=1024'.")
        }
        for end in pipe {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        bell = (pipe[0], pipe[1])
        self.isPhoto = isPhoto
        self.isSkipped = isSkipped
        self.isOfRules = isOfRules
    }

    deinit {
        for descriptor in [descriptor, bell.out, bell.in] { close(descriptor) }
    }

    /// Watches a folder, or gives one that is watched already the path that it has now. False when the system gives no
    /// more watches; a folder that is gone or cannot be read is nothing to hear of.
    package func add(_ folder: FilePath) -> Bool {
        watched.withLock { watched in
            let watch = folder.withCString { inotify_add_watch(descriptor, $0, FolderNotice.wanted) }
            guard watch >= 0 else { return errno != ENOSPC && errno != ENOMEM }
            if let old = watched.paths.updateValue(folder, forKey: watch), old != folder {
                watched.watches[old] = nil
            }
            watched.watches[folder] = watch
            return true
        }
    }

    /// Stops watching a folder and all below it.
    package func remove(_ folder: FilePath) {
        watched.withLock { watched in
            for (path, watch) in watched.watches where path.isInside(folder) {
                inotify_rm_watch(descriptor, watch)
                watched.watches[path] = nil
                watched.paths[watch] = nil
            }
        }
    }

    /// Ends the waiting that goes on, or the next one.
    package func wake() {
        _ = write(bell.in, [0], 1)
    }

    /// What happened since the last call; where that is nothing, what happens within `time`.
    package func events(within time: Duration) throws(EvokeError) -> [FolderEvent] {
        var waiting = [descriptor, bell.out].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, 2, Int32(nearest: max(0, (time / .milliseconds(1)).rounded(.up))))
        // Writes come by the thousand; the kernel merges those that wait together.
        if waiting[0].revents != 0 { usleep(20_000) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        _ = read(bell.out, &buffer, buffer.count)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno == EAGAIN || errno == EINTR { return [] }
            throw .system(errno, doing: "hear of changes in", subject: FilePath("folders"))
        }
        return FolderNotice.all(in: buffer[..<count]).compactMap(event)
    }

    private func event(_ notice: FolderNotice) -> FolderEvent? {
        if notice.isOverflow { return .overflow }
        guard let folder = watched.withLock({ $0.paths[notice.watch] }) else { return nil }
        if notice.isEnd {
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
            // What it says holds for all that is below.
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
            // It was empty, and the kernel says by itself that its watch has ended.
            break
        case .left, .deleted:
            remove(path)
        case .created, .came:
            addAll(path)
        case .modified, .closed:
            return nil
        }
        return .tree(path)
    }

    private func eventOfPhoto(_ path: FilePath, _ notice: FolderNotice) -> FolderEvent {
        switch notice.happened {
        case .modified: .writing(path)
        // A new name of a file that is there already is whole; whatever else is created is then written and closed.
        case .created: isPlainFile(path) ? .writing(path) : .changed(path)
        case .attributes: .touched(path)
        case .closed, .came, .left, .deleted: .changed(path)
        }
    }

    /// Files in new folders may be being written for long before the folders are read.
    private func addAll(_ folder: FilePath) {
        guard add(folder), let names = try? FileSystem.names(in: folder) else { return }
        for name in names where !isSkipped(folder.appending(name)) {
            let path = folder.appending(name)
            if type(of: path)?.st_mode.isFolder ?? false { addAll(path) }
        }
    }

    /// Whether the name is, or was, that of a link to a folder.
    private func isFollowed(_ path: FilePath, _ notice: FolderNotice) -> Bool {
        switch notice.happened {
        case .created, .came: type(of: path)?.st_mode.isLink ?? false && FileSystem.isFolder(path)
        case .left, .deleted: isWatched(path)
        case .modified, .closed, .attributes: false
        }
    }

    private func isWatched(_ path: FilePath) -> Bool { watched.withLock { $0.watches[path] != nil } }

    private func isPlainFile(_ path: FilePath) -> Bool {
        type(of: path).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_nlink == 1 } ?? false
    }

    private func type(of path: FilePath) -> stat? {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0 ? status : nil
    }
}

extension mode_t {
    fileprivate var isFolder: Bool { self & S_IFMT == S_IFDIR }
    fileprivate var isLink: Bool { self & S_IFMT == S_IFLNK }
}
