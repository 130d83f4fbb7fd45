public import PhotoCore

/// What an indexing run came to.
public struct IndexReport: Sendable {
    public struct Problem: Sendable {
        public let path: FilePath
        public let error: EvokeError
    }

    public internal(set) var added = 0
    public internal(set) var changed = 0
    public internal(set) var unchanged = 0
    public internal(set) var vanished = 0
    /// Photos that were missing and are there again.
    public internal(set) var returned = 0
    /// Photos that could not be read, in this run or in an earlier one and unchanged since.
    public internal(set) var failed = 0
    /// Folders that could not be read; their photos are kept.
    public internal(set) var problems: [Problem] = []
    public internal(set) var isInterrupted = false

    public init() {}
}

/// What happens while a run is under way.
public enum IndexEvent: Sendable {
    case scanning(found: Int)
    case encoding(done: Int, total: Int)
    case failed(EvokeError)
    case problem(EvokeError)
}
