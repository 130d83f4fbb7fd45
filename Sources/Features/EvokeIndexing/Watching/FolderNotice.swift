package import EvokeValues

/// Receives the system's events for single folders: each subfolder is watched on its own.
package protocol FolderNoticing: Sendable {
    /// Watches a folder; one that is watched already keeps its number, whatever its path is now.
    func watch(_ folder: FilePath) -> WatchOutcome
    func forget(_ watch: Int32)
    /// Ends the current wait, or the next one.
    func wake()
    /// The events since the last call; if there are none, waits for `time` at most.
    func next(within time: Duration) throws(EvokeError) -> [FolderNotice]
}

package enum WatchOutcome: Sendable {
    case watched(Int32)
    /// It is gone or cannot be read, so there is nothing to watch.
    case nothingThere
    /// The system's limit of watches is reached.
    case noMore
}

/// One event as reported by the system.
package struct FolderNotice: Sendable {
    package enum Happening: Sendable {
        case created, modified, closed, attributes, came, left, deleted
        /// The folder is no longer watched.
        case end
        /// Events were lost.
        case overflow
    }

    package let watch: Int32
    package let happened: Happening
    /// The entry in the watched folder; empty for the folder itself.
    package let name: [UInt8]
    package let isOfFolder: Bool

    package init(watch: Int32, _ happened: Happening, name: [UInt8], isOfFolder: Bool) {
        self.watch = watch
        self.happened = happened
        self.name = name
        self.isOfFolder = isOfFolder
    }
}
