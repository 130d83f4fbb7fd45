/// The changes seen while watching a library's roots.
public struct FolderChanges: Sendable, Hashable {
    /// Folders to read again, without their subfolders.
    public var folders: Set<FilePath>
    /// Folders to read again with everything below, including folders that are gone.
    public var trees: Set<FilePath>
    /// Files that are still being written, to be left alone.
    public var unfinished: Set<FilePath>

    /// All paths are absolute and without links, like the library's roots.
    public init(folders: Set<FilePath> = [], trees: Set<FilePath> = [], unfinished: Set<FilePath> = []) {
        self.folders = folders
        self.trees = trees
        self.unfinished = unfinished
    }

    /// Whether there is nothing to read again. Unfinished files do not count.
    public var isEmpty: Bool { folders.isEmpty && trees.isEmpty }

    package func concerns(_ root: FilePath) -> Bool {
        folders.contains { $0.isInside(root) } || trees.contains { $0.isInside(root) }
    }
}
