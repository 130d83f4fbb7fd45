/// What somebody who watched a library's roots has seen change.
public struct FolderChanges: Sendable, Hashable {
    /// To be read again, without the folders inside.
    public var folders: Set<FilePath>
    /// To be read again with everything below; those that are gone, too.
    public var trees: Set<FilePath>
    /// Files that are still being written, to be left as they are.
    public var unfinished: Set<FilePath>

    /// All paths are absolute and without links, as those of the library's roots are.
    public init(folders: Set<FilePath> = [], trees: Set<FilePath> = [], unfinished: Set<FilePath> = []) {
        self.folders = folders
        self.trees = trees
        self.unfinished = unfinished
    }

    /// Whether there is nothing to be read again. Unfinished files alone are nothing.
    public var isEmpty: Bool { folders.isEmpty && trees.isEmpty }

    package func concerns(_ root: FilePath) -> Bool {
        folders.contains { $0.isInside(root) } || trees.contains { $0.isInside(root) }
    }
}
