package import EvokeValues

/// Hears from the system what happens in folders, each by itself: a folder inside a watched one is watched on its own.
package protocol FolderNoticing: Sendable {
    /// Watches a folder; one that is watched already keeps its number, whatever path it has now.
    func watch(_ folder: FilePath) -> WatchOutcome
    func forget(_ watch: Int32)
    /// Ends the waiting that goes on, or the next one.
    func wake()
    /// What happened since the last call; where that is nothing, what happens within `time`.
    func next(within time: Duration) throws(EvokeError) -> [FolderNotice]
}

package enum WatchOutcome: Sendable {
    case watched(Int32)
    /// It is gone or cannot be read, so there is nothing to hear of.
    case nothingThere
    /// The system gives no more watches.
    case noMore
}

/// One notice as the system gives it.
package struct FolderNotice: Sendable {
    package enum Happening: Sendable {
        case created, modified, closed, attributes, came, left, deleted
        /// The folder is not watched any more.
        case end
        /// So much happened that not all of it is known.
        case overflow
    }

    package let watch: Int32
    package let happened: Happening
    /// Of what is in the watched folder; empty for the folder itself.
    package let name: [UInt8]
    package let isOfFolder: Bool

    package init(watch: Int32, _ happened: Happening, name: [UInt8], isOfFolder: Bool) {
        self.watch = watch
        self.happened = happened
        self.name = name
        self.isOfFolder = isOfFolder
    }
}
