import EvokeSystem
import EvokeValues

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
        let base: FilePath
        var rules: [Rule] = []
    }

    private var lists: [List] = []
    /// Left out regardless of the rules.
    private var folders: Set<FilePath> = []

    init() {}

    mutating func leaveOut(_ folder: FilePath) { folders.insert(folder) }

    /// The library's patterns, and those of the folders from its root down to the parent of `folder`.
    init(_ patterns: [String], in root: FilePath, above folder: FilePath) throws(EvokeError) {
        add(patterns, below: root)
        var above: [FilePath] = []
        var current = folder
        while current != root, let parent = current.parent, parent.isInside(root) {
            above.append(parent)
            current = parent
        }
        for folder in above.reversed() { try addFile(of: folder) }
    }

    /// Adds the rules in a folder's own file.
    mutating func addFile(of folder: FilePath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard FileSystem.isFile(file) else { return }
        let bytes = try FileSystem.read(file, most: FileSystem.mostBytesOfText)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        add(lines.map(String.init), below: folder)
    }

    /// Adds lines that apply below `base`. Empty lines and those that begin with `#` are ignored.
    mutating func add(_ lines: [String], below base: FilePath) {
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
    func excludes(_ path: FilePath, isFolder: Bool) -> Bool {
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
    func hides(_ file: FilePath) -> Bool {
        if lists.isEmpty, folders.isEmpty { return false }
        return excludes(file, isFolder: false) || file.parent.map(hides(folder:)) ?? false
    }

    func hides(folder: FilePath) -> Bool {
        if lists.isEmpty, folders.isEmpty { return false }
        var folder: FilePath? = folder
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
