/// What an indexing run came to.
public struct IndexReport: Sendable {
    public struct Problem: Sendable {
        public let path: FilePath
        public let error: EvokeError

        package init(path: FilePath, error: EvokeError) {
            self.path = path
            self.error = error
        }
    }

    public package(set) var added = 0
    public package(set) var changed = 0
    public package(set) var unchanged = 0
    public package(set) var vanished = 0
    /// Photos that are as they were, but have other words in their sidecars.
    public package(set) var described = 0
    /// Photos that are left out from now on; they keep their vectors.
    public package(set) var hidden = 0
    /// Files of known content in a new place: their photos took their vectors with them.
    public package(set) var moved = 0
    /// Files of known content in a second place.
    public package(set) var copied = 0
    /// Photos that were missing and are there again.
    public package(set) var returned = 0
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public package(set) var failed = 0
    /// Photos whose end is missing, found in this run or in an earlier one and unchanged since. They are indexed as far
    /// as they go, and counted among the others, too.
    public package(set) var cut = 0
    /// Folders that could not be read; their photos are kept.
    public package(set) var problems: [Problem] = []
    public package(set) var isInterrupted = false

    package init() {}
}

/// What happens while a run is under way.
public enum IndexEvent: Sendable {
    case scanning(found: Int)
    case encoding(done: Int, total: Int)
    case failed(EvokeError)
    /// Indexed as far as it goes.
    case cut(CutPhoto)
    case problem(EvokeError)
}
