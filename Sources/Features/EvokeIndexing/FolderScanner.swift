import EvokePorts
import EvokeSystem
package import EvokeValues

/// Walks a folder and everything below it, one folder at a time, without opening any file.
///
/// Follows symbolic links that lead out of the tree to something not seen yet; targets inside the tree are found
/// anyway.
struct FolderScanner: Sendable {
    struct File: Sendable {
        let path: DiskPath
        var stamp: FileStamp
        var companions = PhotoCompanions.none
    }

    enum Finding: Sendable {
        case folder(DiskPath, files: [File])
        case unreadable(DiskPath, EvokeError)
    }

    private let root: DiskPath
    private let own: OwnFolders
    private(set) var rules: ExcludeRules
    /// Called before a folder is read, so that a watcher misses nothing after that.
    private let willRead: @Sendable (DiskPath) -> Void
    private let enters: @Sendable (DiskPath) -> Bool
    private var pending: [DiskPath]
    private var visited: Set<FileIdentity> = []
    private var linkedFiles: Set<DiskPath> = []
    /// Unreadable entries found on the way.
    private var passedOver: [Finding] = []

    /// `root` is resolved: absolute and without links. `start` is the root or a folder in it; `rules` are those that
    /// apply there.
    init(
        root: DiskPath, rules: ExcludeRules, own: OwnFolders = OwnFolders(), startingAt start: DiskPath? = nil,
        willRead: @escaping @Sendable (DiskPath) -> Void = { _ in },
        enters: @escaping @Sendable (DiskPath) -> Bool = { _ in true }
    ) {
        (self.root, self.rules, self.own, self.willRead, self.enters) = (root, rules, own, willRead, enters)
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

    private mutating func list(_ folder: DiskPath) -> Finding {
        var files: [DiskPath: FileStamp] = [:]
        var sidecars: [DiskPath: FileStamp] = [:]
        var folders: [DiskPath] = []
        var isLibrary = false
        var tooLong: [DiskPath] = []
        do throws(EvokeError) {
            try FileSystem.forEachEntry(of: folder, doing: "read the folder") { entry in
                if own.isCatalog(entry.name) { isLibrary = true }
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
                // A pipe or a circular link with a photo's name is not a photo; reading it will report that.
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
            // A disk that fails halfway must not make the rest of the folder look deleted.
            return .unreadable(folder, error)
        }
        // Another library keeps its thumbnails there.
        if isLibrary { rules.leaveOut(folder.appending(OwnFolders.thumbnails)) }
        if let path = tooLong.min() { passedOver.append(.unreadable(path, Self.tooLong(path, of: tooLong.count))) }
        do {
            try rules.addFile(of: folder)
        } catch {
            // A read error must not bring in what the user wants left out.
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

    private static func tooLong(_ path: DiskPath, of count: Int) -> EvokeError {
        let others = count > 1 ? ", as are those of \(count - 1) others in its folder" : ""
        return EvokeError(
            .unsupported, doing: "read", subject: path.display,
            reason: "its path is longer than the system's limit of \(FileSystem.longestPath) bytes\(others)",
            remedy: "Shorten the names of the folders above it, or index one of them through a link.")
    }

    /// A walk may begin inside a folder that it would not enter.
    private mutating func leaveOutOwn(from start: DiskPath) {
        if own.forbid(start) { rules.leaveOut(start) }
        var place = start
        while place != root, let parent = place.parent {
            if own.holds(place) { rules.leaveOut(place) }
            place = parent
        }
    }

    private mutating func isWorthFollowing(_ link: DiskPath, _ target: FileStatus) -> Bool {
        guard let real = FileSystem.resolve(link) else { return false }
        if real.isInside(root), !isPassedOver(real.parent ?? root) { return false }
        return target.isFolder || linkedFiles.insert(real).inserted
    }

    /// Whether the walk skips the folder, or one on the way to it.
    private func isPassedOver(_ folder: DiskPath) -> Bool {
        let folders = folder.bytes.dropFirst(root.bytes.count).split(separator: .slash)
        return zip(folders, [root.name] + folders).contains { PhotoNames.isSkipped(folder: $0, in: $1) }
    }
}

extension PhotoGroup {
    fileprivate func companions(_ stamps: [DiskPath: FileStamp]) -> PhotoCompanions {
        // Any change of a size, a time or a name changes the sum. The film of a live photo counts by its name only,
        // since libraries from before films were supported do not have it.
        let stamp = (sidecars + others.filter { $0.format == .video }).reduce(Int64(0)) { sum, path in
            let stamp = stamps[path]
            return sum &* 31 &+ (stamp?.modifiedNanoseconds ?? 0) &+ (stamp?.size ?? 0) &+ Int64(path.bytes.count) &+ 1
        }
        return PhotoCompanions(files: others, sidecars: sidecars, sidecarStamp: stamp)
    }
}

/// The files of one photo in a folder: a raw file and a JPEG by the camera, or a HEIC, the JPEG exported from it and
/// the film of a live photo. Their names differ only in the file extension.
package struct PhotoGroup: Hashable, Sendable {
    /// The file to decode and to show.
    ///
    /// A JPEG or HEIC is preferred to the raw file: it is the picture that its maker saw, and faster to decode. A HEIC
    /// is preferred to a JPEG: it is the original, with all of the camera's metadata, and stays when exports are
    /// deleted.
    package let main: DiskPath
    package let others: [DiskPath]
    /// The sidecars. `.xmp` files come first, those with a file's whole name before others: `a.jpg.xmp`, then `a.xmp`.
    /// Those of Google Takeout follow.
    package let sidecars: [DiskPath]

    package static func groups(of photos: [DiskPath], sidecars: [DiskPath]) -> [PhotoGroup] {
        let sidecarsByName = Dictionary(grouping: sidecars.filter(PhotoNames.isXMP).sorted(), by: \.nameWithoutSuffix)
        let takeout = TakeoutNames(sidecars.filter { !PhotoNames.isXMP($0) })
        return Dictionary(grouping: photos.sorted(), by: \.nameWithoutSuffix)
            .flatMap { name, files in
                sets(of: files).map { set in
                    let names = set.map { FoldedName($0.name) } + [name]
                    return PhotoGroup(
                        main: set[0], others: Array(set.dropFirst()),
                        sidecars: names.flatMap { sidecarsByName[$0] ?? [] } + takeout.files(of: set[0]))
                }
            }
            .sorted { $0.main < $1.main }
    }

    /// Divides files with one name into photos, each with its main file first.
    private static func sets(of files: [DiskPath]) -> [[DiskPath]] {
        var forms = files.map(Form.init)
        if !forms.contains(where: { $0 == .heic || $0 == .jpeg }) {
            // Films of their own.
            for place in forms.indices where forms[place] == .live { forms[place] = .other }
        }
        let related = files.indices.filter { forms[$0] != .other }.sorted { (forms[$0], $0) < (forms[$1], $1) }
        // Two of one form, `a.jpg` and `A.JPEG`, are two photos, and it is unknown whose the raw file is.
        guard Set(related.map { forms[$0] }).count == related.count, related.count > 1 else {
            return files.map { [$0] }
        }
        return [related.map { files[$0] }] + files.indices.filter { forms[$0] == .other }.map { [files[$0]] }
    }

    /// In order of preference.
    private enum Form: Hashable, Comparable {
        case heic, jpeg
        case raw(String)
        /// Often made from the camera's own raw file.
        case dng
        /// The film of a live photo, if it is next to one.
        case live
        /// A PNG next to a JPEG may be anything.
        case other

        init(_ file: DiskPath) {
            switch file.format {
            case .heic: self = .heic
            case .jpeg: self = .jpeg
            case .raw: self = file.suffix == "dng" ? .dng : .raw(file.suffix)
            case .video where file.suffix == "mov" || file.suffix == "mp4": self = .live
            default: self = .other
            }
        }
    }
}

/// A name compared without case.
struct FoldedName: Hashable {
    let bytes: [UInt8]

    init(_ name: ArraySlice<UInt8>) {
        bytes = String(validating: name, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? Array(name)
    }
}

extension DiskPath {
    var nameWithoutSuffix: FoldedName {
        guard let dot = name.lastIndex(of: .dot), dot > name.startIndex else { return FoldedName(name) }
        return FoldedName(name[..<dot])
    }
}
