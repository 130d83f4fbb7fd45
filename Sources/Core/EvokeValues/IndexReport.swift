/// The result of an indexing run.
public struct IndexReport: Sendable {
    /// A folder or another path that could not be processed.
    public struct Problem: Sendable {
        /// As the user named it, or the folder's path.
        public let path: DiskPath
        /// Why. What was known about it is kept.
        public let error: EvokeError

        package init(path: DiskPath, error: EvokeError) {
            self.path = path
            self.error = error
        }
    }

    /// Photos that have a vector of the model for the first time, including known photos with vectors of other models.
    public package(set) var added = 0
    /// Known files that were processed again: their content changed, or they could not be read until now.
    public package(set) var changed = 0
    /// Unchanged photos, which were not decoded again.
    public package(set) var unchanged = 0
    /// Photos whose files are gone. They are kept, but not found until they return.
    public package(set) var vanished = 0
    /// Unchanged photos with changed sidecars.
    package var described = 0
    /// Photos that are left out from now on; they keep their vectors.
    package var hidden = 0
    /// Files of known content in a new location: their photos took their vectors with them.
    public package(set) var moved = 0
    /// Files of known content in an additional location.
    public package(set) var copied = 0
    /// Photos that were missing and are back.
    package var returned = 0
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public package(set) var failed = 0
    /// Truncated photos, found in this run or in an earlier one and unchanged since. They are indexed as far as
    /// possible, and also counted among the others.
    public package(set) var truncated = 0
    /// Photos left to workers.
    package var left = 0
    /// Folders that could not be read; their photos are kept.
    public package(set) var problems: [Problem] = []
    /// Whether the run was cancelled. What it did is kept, and the next run continues from there.
    public package(set) var isInterrupted = false

    package init() {}
}

/// What happens during a run.
public enum IndexEvent: Sendable {
    /// A new root contains others, so full text is read again: reported at first, and now and then.
    case rereadingTexts(done: Int, total: Int)
    /// Folders are being read: reported after every thousand files.
    case scanning(found: Int)
    /// Photos are being processed: reported at first, and after each photo. `total` counts the new and changed ones.
    case encoding(done: Int, total: Int)
    /// Photos of earlier runs get their colors: reported at first, and after each photo.
    case coloring(done: Int, total: Int)
    /// Perceptual fingerprints are being made: reported at first, and now and then.
    case looking(done: Int, total: Int)
    /// Photos are being compared with all others: reported at first, and now and then.
    case comparing(done: Int, total: Int)
    /// Films are searched for further moments: reported at first, and after each film.
    case lookingThroughFilms(done: Int, total: Int)
    /// Text in photos is being read: reported at first, and after each photo.
    case reading(done: Int, total: Int)
    /// Faces are being detected: reported at first, and after each photo.
    case findingFaces(done: Int, total: Int)
    /// A photo could not be read; the error's subject is its path. The run goes on.
    case failed(EvokeError)
    /// A truncated photo was indexed as far as possible.
    case truncated(TruncatedPhoto)
    /// Something else went wrong that does not end the run, such as an unreadable folder.
    case problem(EvokeError)
}

/// The changes seen while watching a library's roots.
public struct FolderChanges: Sendable, Hashable {
    /// Folders to read again, without their subfolders.
    public var folders: Set<DiskPath>
    /// Folders to read again with everything below, including folders that are gone.
    public var trees: Set<DiskPath>
    /// Files that are still being written, to be left alone.
    public var unfinished: Set<DiskPath>

    /// All paths are absolute and without links, like the library's roots.
    public init(folders: Set<DiskPath> = [], trees: Set<DiskPath> = [], unfinished: Set<DiskPath> = []) {
        self.folders = folders
        self.trees = trees
        self.unfinished = unfinished
    }

    /// Whether there is nothing to read again. Unfinished files do not count.
    public var isEmpty: Bool { folders.isEmpty && trees.isEmpty }

    package func concerns(_ root: DiskPath) -> Bool {
        folders.contains { $0.isInside(root) } || trees.contains { $0.isInside(root) }
    }
}
