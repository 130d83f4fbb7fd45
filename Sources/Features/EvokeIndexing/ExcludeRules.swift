import EvokePorts
import EvokeSystem
package import EvokeValues

/// Which files and folders a library leaves out, by patterns as in `.gitignore`: a name or a path with `*`, `?` and
/// `[…]`, a final `/` for folders only, a leading `!` to include again. The last matching rule decides.
package struct ExcludeRules: Sendable {
    package static let fileName = ".evokeignore"

    private struct Rule: Sendable {
        let pattern: NamePattern
        let isTakenBack: Bool
        let isOfFoldersOnly: Bool
        /// Matches a path below the base, not just a name.
        let isPath: Bool
    }

    /// The rules of one list, which apply below a folder.
    private struct List: Sendable {
        let base: DiskPath
        var rules: [Rule] = []
    }

    private var lists: [List] = []
    /// Left out regardless of the rules.
    private var folders: Set<DiskPath> = []

    init() {}

    mutating func leaveOut(_ folder: DiskPath) { folders.insert(folder) }

    /// The library's patterns, and those of the folders from its root down to the parent of `folder`.
    init(_ patterns: [String], in root: DiskPath, above folder: DiskPath) throws(EvokeError) {
        add(patterns, below: root)
        var above: [DiskPath] = []
        var current = folder
        while current != root, let parent = current.parent, parent.isInside(root) {
            above.append(parent)
            current = parent
        }
        for folder in above.reversed() { try addFile(of: folder) }
    }

    mutating func addFile(of folder: DiskPath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard FileSystem.isFile(file) else { return }
        let bytes = try FileSystem.read(file, most: FileSystem.mostBytesOfText)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        add(lines.map(String.init), below: folder)
    }

    /// Adds lines that apply below `base`. Empty lines and those that begin with `#` are ignored.
    mutating func add(_ lines: [String], below base: DiskPath) {
        var list = List(base: base)
        for line in lines {
            var pattern = line.trimmingSpaces()
            if pattern.isEmpty || pattern.hasPrefix("#") { continue }
            let isTakenBack = pattern.hasPrefix("!")
            if isTakenBack { pattern.removeFirst() }
            let isOfFoldersOnly = pattern.hasSuffix("/")
            if isOfFoldersOnly { pattern.removeLast() }
            let isPath = pattern.contains("/")
            if pattern.hasPrefix("/") { pattern.removeFirst() }
            if pattern.isEmpty { continue }
            // Only a double star matches slashes.
            list.rules.append(
                Rule(
                    pattern: NamePattern(pattern, passesSlashes: pattern.contains("**")), isTakenBack: isTakenBack,
                    isOfFoldersOnly: isOfFoldersOnly, isPath: isPath))
        }
        if !list.rules.isEmpty { lists.append(list) }
    }

    /// Whether the entry itself is excluded, regardless of its parent folders.
    func excludes(_ path: DiskPath, isFolder: Bool) -> Bool {
        if isFolder, folders.contains(path) { return true }
        for list in lists.reversed() where path.isInside(list.base) && path != list.base {
            let below = path.bytes.dropFirst(list.base.bytes.count + (list.base.bytes.last == .slash ? 0 : 1))
            let name = path.name
            let rule = list.rules.last { rule in
                (isFolder || !rule.isOfFoldersOnly) && rule.pattern.fits(rule.isPath ? below : name)
            }
            if let rule { return !rule.isTakenBack }
        }
        return false
    }

    /// Whether a file is left out, by itself or because of a parent folder.
    func hides(_ file: DiskPath) -> Bool {
        if lists.isEmpty, folders.isEmpty { return false }
        return excludes(file, isFolder: false) || file.parent.map(hides(folder:)) ?? false
    }

    func hides(folder: DiskPath) -> Bool {
        if lists.isEmpty, folders.isEmpty { return false }
        var folder: DiskPath? = folder
        while let current = folder {
            if excludes(current, isFolder: true) { return true }
            folder = current.parent
        }
        return false
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// Folders without the user's photos: those of Evoke, since a library that indexed its own thumbnails would grow
/// forever, and the desktop's trash.
///
/// They are identified by device and inode, so links and mounts make no difference.
package struct OwnFolders: Sendable {
    static let thumbnails = "thumbnails"

    /// Folders to skip inside a root.
    private let passedOver: Set<FileIdentity>
    /// Folders that cannot be a root or contain one.
    private let neverPhotos: Set<FileIdentity>
    /// File names of catalogs: a folder with one of them and thumbnails is a library.
    private let catalogs: Set<[UInt8]>

    /// For no library.
    package init() {
        (passedOver, neverPhotos, catalogs) = ([], [], [])
    }

    /// - Parameter library: its folder, which may still contain a root.
    /// - Parameter shelves: the model stores.
    /// - Parameter names: the file names of catalogs.
    /// - Parameter trashes: the user's own; others are recognized by their contents.
    package init(
        library: DiskPath, shelves: [DiskPath], cache: DiskPath, catalogs names: [String], trashes: [DiskPath] = []
    ) {
        func identities(_ folders: [DiskPath]) -> Set<FileIdentity> {
            Set(folders.compactMap { FileSystem.status(of: $0).map(FileIdentity.init) })
        }
        neverPhotos = identities([library.appending(Self.thumbnails), cache])
        passedOver = neverPhotos.union(identities([library] + shelves + trashes))
        catalogs = Set(names.map { Array($0.utf8) })
    }

    func holds(_ folder: DiskPath, _ status: FileStatus) -> Bool {
        passedOver.contains(FileIdentity(status)) || Self.isOfTrash(folder)
    }

    /// Whether a folder inside a root, wherever it is, is one of them.
    package func holds(_ folder: DiskPath) -> Bool {
        if folder.name.elementsEqual(Self.thumbnails.utf8), let parent = folder.parent, isLibrary(parent) {
            return true
        }
        return FileSystem.status(of: folder).map { holds(folder, $0) } ?? false
    }

    /// Whether it is a folder of a trash as specified by freedesktop.org, on any disk.
    private static func isOfTrash(_ folder: DiskPath) -> Bool {
        guard ["files", "info", "expunged"].contains(where: { folder.name.elementsEqual($0.utf8) }),
            let trash = folder.parent, FileSystem.isFolder(trash.appending("files"))
        else { return false }
        // An unreadable folder says nothing about photos.
        let infos = (try? FileSystem.names(in: trash.appending("info"))) ?? []
        return infos.contains { DiskPath(bytes: $0).suffix == "trashinfo" }
    }

    /// Whether a root is, or is inside, a folder that has no photos.
    package func forbid(_ root: DiskPath) -> Bool {
        var place: DiskPath? = root
        while let folder = place {
            if let status = FileSystem.status(of: folder), neverPhotos.contains(FileIdentity(status)) { return true }
            place = folder.parent
        }
        return false
    }

    func isCatalog(_ name: [UInt8]) -> Bool { catalogs.contains(name) }

    private func isLibrary(_ folder: DiskPath) -> Bool {
        catalogs.contains { FileSystem.isFile(folder.appending($0)) }
    }
}

/// Which names belong to photos and films, and which folders hold other programs' leftovers.
package enum PhotoNames {
    /// Folders that file servers, Windows, macOS and iTunes keep next to photos.
    private static let skippedFolders: Set<String> = [
        "@eaDir", "#recycle", "#snapshot", "@Recycle", "$RECYCLE.BIN", "System Volume Information", "lost+found",
        "__MACOSX", "iPod Photo Cache",
    ]

    /// Apple's libraries are folders with several sizes of each photo; these two contain the photos themselves.
    private static let applesLibraries: Set<String> = ["photoslibrary", "photolibrary", "migratedphotolibrary"]
    private static let applesOriginals: Set<String> = ["originals", "masters"]

    package static func isPhoto(_ file: DiskPath) -> Bool {
        file.name.first != .dot && file.format != nil
    }

    /// Whether other programs store a photo's metadata in this file.
    package static func isSidecar(_ file: DiskPath) -> Bool {
        isXMP(file) || (file.name.first != .dot && file.suffix == "json")
    }

    /// Whether it is a sidecar that photo programs write to.
    package static func isXMP(_ file: DiskPath) -> Bool {
        file.name.first != .dot && file.suffix == "xmp"
    }

    package static func isSkipped(folder name: ArraySlice<UInt8>, in parent: ArraySlice<UInt8>) -> Bool {
        let folder = String(decoding: name, as: UTF8.self)
        if name.first == .dot || skippedFolders.contains(folder) { return true }
        // Lightroom's previews.
        if DiskPath(bytes: name).suffix == "lrdata" { return true }
        return applesLibraries.contains(DiskPath(bytes: parent).suffix)
            && !applesOriginals.contains(folder.lowercased())
    }
}
