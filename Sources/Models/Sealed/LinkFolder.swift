import Glibc
import PhotoCore
import Workers

/// A folder of this process's own, for its user alone, that goes with it. It is for links that lead into this process:
/// nobody else can follow them.
///
/// A lock on it lasts as long as its process, however that ends, so that the next one finds what was left behind.
final class LinkFolder: Sendable {
    private static let prefix = Array("evoke-model-".utf8)

    /// Those of this process.
    private static let all = Locked<Set<FilePath>>([])

    let path: FilePath
    private let lock: Int32

    init(in parent: FilePath = LinkFolder.parent) throws(EvokeError) {
        Self.removeForsaken(in: parent)
        while true {
            var template = parent.appending(Self.prefix + Array("XXXXXX".utf8)).bytes + [0]
            let isMade = template.withUnsafeMutableBytes {
                mkdtemp($0.assumingMemoryBound(to: CChar.self).baseAddress!) != nil
            }
            guard isMade else { throw .system(errno, doing: "make a folder in", subject: parent) }
            let path = FilePath(bytes: template.dropLast())
            guard let lock = Self.lock(path, LOCK_EX) else {
                throw .system(errno, doing: "lock the folder", subject: path)
            }
            if FileSystem.isFolder(path) {
                self.path = path
                self.lock = lock
                Self.all.withLock { _ = $0.insert(path) }
                return
            }
            // Another process took it for forsaken before it was locked.
            close(lock)
        }
    }

    deinit {
        Self.all.withLock { _ = $0.remove(path) }
        try? FileSystem.erase(path)
        close(lock)
    }

    /// For the end of a program, which does not wait until all is given back.
    static func removeAll() {
        for path in all.withLock({ $0 }) { try? FileSystem.erase(path) }
    }

    /// Links `name`, which may have folders in it, to `target`.
    func link(_ name: FilePath, to target: FilePath) throws(EvokeError) {
        let place = path.appending(name.bytes)
        if let folder = place.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        guard target.withCString({ target in place.withCString { symlink(target, $0) } }) == 0 else {
            throw .system(errno, doing: "link", subject: place)
        }
    }

    /// Of the user's session, where there is one.
    static var parent: FilePath {
        for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
            if let value = getenv(name) {
                let folder = FilePath(cString: value)
                if folder.isAbsolute, FileSystem.isFolder(folder) { return folder }
            }
        }
        return FilePath("/tmp")
    }

    private static func removeForsaken(in parent: FilePath) {
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.starts(with: prefix) {
            let folder = parent.appending(name)
            guard let lock = lock(folder, LOCK_EX | LOCK_NB) else { continue }
            var status = stat()
            if fstat(lock, &status) == 0, status.st_uid == geteuid() { try? FileSystem.erase(folder) }
            close(lock)
        }
    }

    private static func lock(_ folder: FilePath, _ operation: Int32) -> Int32? {
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, operation) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
        return descriptor
    }
}
