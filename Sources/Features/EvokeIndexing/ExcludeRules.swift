import EvokeSystem
import EvokeValues

/// Which files and folders a library leaves out, in the way of `.gitignore`: a name or a path with `*`, `?` and `[…]`,
/// `/` at its end for folders only, `!` in front to take it back. The last rule that fits decides.
package struct ExcludeRules: Sendable {
    package static let fileName = ".evokeignore"

    private struct Rule: Sendable {
        let base: FilePath
        let pattern: String
        let isTakenBack: Bool
        let isOfFoldersOnly: Bool
        /// Fits a path below the base, not just a name.
        let isPath: Bool
    }

    private var rules: [Rule] = []
    /// Left out whatever the rules say.
    private var folders: Set<FilePath> = []

    init() {}

    mutating func leaveOut(_ folder: FilePath) { folders.insert(folder) }

    /// A library's patterns, and those of the folders from its root down to the one that `folder` is in.
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

    /// Adds the rules that lie in a folder.
    mutating func addFile(of folder: FilePath) throws(EvokeError) {
        let file = folder.appending(Self.fileName)
        guard FileSystem.isFile(file) else { return }
        let lines = String(decoding: try FileSystem.read(file), as: UTF8.self).split(whereSeparator: \.isNewline)
        add(lines.map(String.init), below: folder)
    }

    /// Adds lines that hold below `base`. Empty ones and those that begin with `#` say nothing.
    mutating func add(_ lines: [String], below base: FilePath) {
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
            rules.append(
                Rule(
                    base: base, pattern: pattern, isTakenBack: isTakenBack, isOfFoldersOnly: isOfFoldersOnly,
                    isPath: isPath))
        }
    }

    /// Whether the entry itself is excluded; the folders that it is in are another question.
    func excludes(_ path: FilePath, isFolder: Bool) -> Bool {
        if isFolder, folders.contains(path) { return true }
        let rule = rules.last { rule in
            guard isFolder || !rule.isOfFoldersOnly, path.isInside(rule.base), path != rule.base else { return false }
            let below = path.bytes.dropFirst(
                rule.base.bytes.last == .slash ? rule.base.bytes.count : rule.base.bytes.count + 1)
            let subject = FilePath(bytes: rule.isPath ? below : path.name)
            // A star goes past slashes only where there are two.
            return NamePattern.fits(subject, rule.pattern, passesSlashes: rule.pattern.contains("**"))
        }
        return rule.map { !$0.isTakenBack } ?? false
    }

    /// Whether a file is left out, by itself or because of a folder that it is in.
    func hides(_ file: FilePath) -> Bool {
        if rules.isEmpty, folders.isEmpty { return false }
        return excludes(file, isFolder: false) || file.parent.map(hides(folder:)) ?? false
    }

    /// The same of a folder.
    func hides(folder: FilePath) -> Bool {
        if rules.isEmpty, folders.isEmpty { return false }
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
