import Glibc
import PhotoCore

/// Walks a folder and everything below it, one folder at a time, and opens no file.
///
/// Symbolic links are followed where they lead out of the tree to something not seen yet; what they point to inside
/// the tree is found by itself.
struct FolderScanner: Sendable {
    struct File: Sendable {
        let path: FilePath
        let stamp: FileStamp
    }

    enum Finding: Sendable {
        case folder(FilePath, files: [File])
        case unreadable(FilePath, EvokeError)
    }

    private let root: FilePath
    /// Called before a folder is read, so that nothing goes unheard which happens after.
    private let willRead: @Sendable (FilePath) -> Void
    /// Which of the folders inside others are read.
    private let enters: @Sendable (FilePath) -> Bool
    private var pending: [FilePath]
    private var visited: Set<FolderKey> = []
    private var linkedFiles: Set<FilePath> = []

    private struct FolderKey: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// `root` is resolved: absolute and without links. `start` is the root or a folder in it.
    init(
        root: FilePath, startingAt start: FilePath? = nil, willRead: @escaping @Sendable (FilePath) -> Void = { _ in },
        enters: @escaping @Sendable (FilePath) -> Bool = { _ in true }
    ) {
        self.root = root
        self.willRead = willRead
        self.enters = enters
        pending = []
        pending = [start ?? root].filter { !isPassedOver($0) }
    }

    mutating func next() -> Finding? {
        while let folder = pending.popLast() {
            guard let status = FileSystem.status(of: folder) else {
                return .unreadable(folder, .system(errno, doing: "read the folder", subject: folder))
            }
            let key = FolderKey(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
            guard visited.insert(key).inserted else { continue }
            willRead(folder)
            return list(folder)
        }
        return nil
    }

    private mutating func list(_ folder: FilePath) -> Finding {
        guard let handle = folder.withCString({ opendir($0) }) else {
            return .unreadable(folder, .system(errno, doing: "read the folder", subject: folder))
        }
        defer { closedir(handle) }
        var files: [File] = []
        var folders: [FilePath] = []
        while true {
            errno = 0
            guard let entry = readdir(handle) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { FilePath(cString: $0).bytes }
            guard name != [.dot], name != [.dot, .dot] else { continue }
            let path = folder.appending(name)
            var status = stat()
            guard path.withCString({ fstatat(dirfd(handle), $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFLNK {
                guard let target = FileSystem.status(of: path), isWorthFollowing(path, target) else { continue }
                status = target
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where !PhotoNames.isSkipped(folder: name[...]): folders.append(path)
            case S_IFREG where PhotoNames.isPhoto(path): files.append(File(path: path, stamp: FileStamp(status)))
            default: break
            }
        }
        // A disk that fails in the middle must not make the rest of the folder look deleted.
        if errno != 0 { return .unreadable(folder, .system(errno, doing: "read the folder", subject: folder)) }
        pending.append(contentsOf: folders.filter(enters).sorted(by: >))
        return .folder(folder, files: files.sorted { $0.path < $1.path })
    }

    private mutating func isWorthFollowing(_ link: FilePath, _ target: stat) -> Bool {
        guard let real = FileSystem.resolve(link) else { return false }
        if real.isInside(root), !isPassedOver(real.parent ?? root) { return false }
        return target.st_mode & S_IFMT == S_IFDIR || linkedFiles.insert(real).inserted
    }

    /// Whether the walk passes over the folder, or over one on the way to it.
    private func isPassedOver(_ folder: FilePath) -> Bool {
        folder.bytes.dropFirst(root.bytes.count).split(separator: .slash).contains {
            PhotoNames.isSkipped(folder: $0)
        }
    }
}
