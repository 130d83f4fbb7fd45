/// What an indexing run came to.
public struct IndexReport: Sendable {
    /// A folder or another path that could not be worked on.
    public struct Problem: Sendable {
        /// As it was named, or as the folder is called.
        public let path: FilePath
        /// Why. What was known of it is kept.
        public let error: EvokeError

        package init(path: FilePath, error: EvokeError) {
            self.path = path
            self.error = error
        }
    }

    /// Photos that have a vector of the model for the first time, known ones of which other models have one among them.
    public package(set) var added = 0
    /// Known files that were done again: they hold something else than before, or could not be read until now.
    public package(set) var changed = 0
    /// Photos that are as they were; they were not decoded again.
    public package(set) var unchanged = 0
    /// Photos that are no longer in their places. They are kept, and not found until they return.
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
    /// Photos that were left to workers.
    public package(set) var left = 0
    /// Folders that could not be read; their photos are kept.
    public package(set) var problems: [Problem] = []
    /// Whether the run was cancelled before its end. What it did is kept, and the next run goes on there.
    public package(set) var isInterrupted = false

    package init() {}
}

/// What happens while a run is under way.
public enum IndexEvent: Sendable {
    /// A new folder lies round others, so what is written on photos is read anew: told at first, and now and then.
    case rereadingTexts(done: Int, total: Int)
    /// Folders are being read: told after every thousand files.
    case scanning(found: Int)
    /// Photos are being worked on: told at first, and after each of them. `total` has those that are new or changed.
    case encoding(done: Int, total: Int)
    /// Photos of earlier runs get their colours: told at first, and after each of them.
    case coloring(done: Int, total: Int)
    /// Photos are made ready to be compared with each other: told at first, and now and then.
    case looking(done: Int, total: Int)
    /// Photos are compared with all others: told at first, and now and then.
    case comparing(done: Int, total: Int)
    /// Films are looked through for what else they show: told at first, and after each of them.
    case lookingThroughFilms(done: Int, total: Int)
    /// Texts in photos are being read: told at first, and after each photo.
    case reading(done: Int, total: Int)
    /// Faces are being looked for in photos: told at first, and after each photo.
    case findingFaces(done: Int, total: Int)
    /// A photo could not be read; the error's subject is its path. The run goes on.
    case failed(EvokeError)
    /// Indexed as far as it goes.
    case truncated(TruncatedPhoto)
    /// Something else went wrong that does not end the run, such as a folder that cannot be read.
    case problem(EvokeError)
}
