import EvokeSystem
import EvokeValues

/// Walks a folder and everything below it, one folder at a time, and opens no file.
///
/// Symbolic links are followed where they lead out of the tree to something not seen yet; what they point to inside
/// the tree is found by itself.
struct FolderScanner: Sendable {
    struct File: Sendable {
        let path: FilePath
        var stamp: FileStamp
        var companions = PhotoCompanions.none
    }

    enum Finding: Sendable {
        case folder(FilePath, files: [File])
        case unreadable(FilePath, EvokeError)
    }

    private let root: FilePath
    private let own: OwnFolders
    /// What is left out, as far as the walk has come.
    private(set) var rules: ExcludeRules
    /// Called before a folder is read, so that nothing goes unheard which happens after.
    private let willRead: @Sendable (FilePath) -> Void
    /// Which of the folders inside others are read.
    private let enters: @Sendable (FilePath) -> Bool
    private var pending: [FilePath]
    private var visited: Set<FileIdentity> = []
    private var linkedFiles: Set<FilePath> = []
    /// What was found on the way and cannot be read.
    private var passedOver: [Finding] = []

    /// `root` is resolved: absolute and without links. `start` is the root or a folder in it; `rules` are those that
    /// hold there.
    init(
        root: FilePath, rules: ExcludeRules, own: OwnFolders = OwnFolders(), startingAt start: FilePath? = nil,
        willRead: @escaping @Sendable (FilePath) -> Void = { _ in },
        enters: @escaping @Sendable (FilePath) -> Bool = { _ in true }
    ) {
        self.root = root
        self.rules = rules
        self.own = own
        self.willRead = willRead
        self.enters = enters
        pending = []
        leaveOutOwn(from: start ?? root)
        pending = [start ?? root].filter { !isPassedOver($0) && !self.rules.hides(folder: $0) }
    }

    mutating func next() -> Finding? {
        if let finding = passedOver.popLast() { return finding }
        while let folder = pending.popLast() {
            do throws(EvokeError) {
                let status = try FileSystem.status(of: folder, doing: "read the folder")
                guard visited.insert(FileIdentity(status)).inserted else { continue }
            } catch {
                return .unreadable(folder, error)
            }
            willRead(folder)
            return list(folder)
        }
        return nil
    }

    private mutating func list(_ folder: FilePath) -> Finding {
        var files: [FilePath: FileStamp] = [:]
        var sidecars: [FilePath: FileStamp] = [:]
        var folders: [FilePath] = []
        var isLibrary = false
        var tooLong: [FilePath] = []
        do throws(EvokeError) {
            try FileSystem.forEachEntry(of: folder, doing: "read the folder") { entry in
                if own.isCatalogue(entry.name) { isLibrary = true }
                let path = folder.appending(entry.name)
                var status: FileStatus
                do throws(Errno) {
                    status = try FileStatus(of: path, followingLinks: false)
                } catch {
                    let mayBeOurs = entry.isFolder || PhotoNames.isPhoto(path)
                    if error == .nameTooLong, mayBeOurs { tooLong.append(path) }
                    return
                }
                if status.isLink {
                    do throws(Errno) {
                        let target = try FileStatus(of: path)
                        guard isWorthFollowing(path, target) else { return }
                        status = target
                    } catch {
                        if error != .circleOfLinks { return }
                    }
                }
                // A pipe or a circle of links with a photo's name is no photo, which its user is told when it is read.
                if status.isFolder {
                    if own.holds(path, status) {
                        rules.leaveOut(path)
                    } else if !PhotoNames.isSkipped(folder: entry.name[...], in: folder.name) {
                        folders.append(path)
                    }
                } else if PhotoNames.isPhoto(path) {
                    files[path] = FileStamp(status)
                } else if status.isFile, PhotoNames.isSidecar(path) {
                    sidecars[path] = FileStamp(status)
                }
            }
        } catch {
            // A disk that fails in the middle must not make the rest of the folder look deleted.
            return .unreadable(folder, error)
        }
        // Anybody's library has its thumbnails there.
        if isLibrary { rules.leaveOut(folder.appending(OwnFolders.thumbnails)) }
        if let path = tooLong.min() { passedOver.append(.unreadable(path, Self.tooLong(path, of: tooLong.count))) }
        do {
            try rules.addFile(of: folder)
        } catch {
            // What somebody wanted left out must not come in because a disk has hiccups.
            return .unreadable(folder, error)
        }
        pending.append(contentsOf: folders.filter { !rules.excludes($0, isFolder: true) && enters($0) }.sorted(by: >))
        files = files.filter { !rules.excludes($0.key, isFolder: false) }
        let groups = PhotoGroup.groups(of: Array(files.keys), sidecars: Array(sidecars.keys))
        return .folder(
            folder,
            files: groups.compactMap { group in
                files[group.main].map { File(path: group.main, stamp: $0, companions: group.companions(sidecars)) }
            })
    }

    private static func tooLong(_ path: FilePath, of count: Int) -> EvokeError {
        let others = count > 1 ? ", and so are those of \(count - 1) others in its folder" : ""
        return EvokeError(
            .unsupported, doing: "read", subject: path.display,
            reason: "its path is longer than the \(FileSystem.longestPath) bytes that the system takes\(others)",
            remedy: "Give the folders above it shorter names, or index one of them through a link.")
    }

    /// A walk may begin inside a folder that none would enter.
    private mutating func leaveOutOwn(from start: FilePath) {
        if own.forbid(start) { rules.leaveOut(start) }
        var place = start
        while place != root, let parent = place.parent {
            if own.holds(place) { rules.leaveOut(place) }
            place = parent
        }
    }

    private mutating func isWorthFollowing(_ link: FilePath, _ target: FileStatus) -> Bool {
        guard let real = FileSystem.resolve(link) else { return false }
        if real.isInside(root), !isPassedOver(real.parent ?? root) { return false }
        return target.isFolder || linkedFiles.insert(real).inserted
    }

    /// Whether the walk passes over the folder, or over one on the way to it.
    private func isPassedOver(_ folder: FilePath) -> Bool {
        let folders = folder.bytes.dropFirst(root.bytes.count).split(separator: .slash)
        return zip(folders, [root.name] + folders).contains { PhotoNames.isSkipped(folder: $0, in: $1) }
    }
}

extension PhotoGroup {
    fileprivate func companions(_ stamps: [FilePath: FileStamp]) -> PhotoCompanions {
        // Any change of a size, a time or a name changes the sum. What moves in a photo counts by its name, since libraries
        // that knew no films do not have it.
        let stamp = (sidecars + others.filter { $0.format == .video }).reduce(Int64(0)) { sum, path in
            let stamp = stamps[path]
            return sum &* 31 &+ (stamp?.modifiedNanoseconds ?? 0) &+ (stamp?.size ?? 0) &+ Int64(path.bytes.count) &+ 1
        }
        return PhotoCompanions(files: others, sidecars: sidecars, sidecarStamp: stamp)
    }
}
