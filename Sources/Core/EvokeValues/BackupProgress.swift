/// The progress of making or restoring a backup.
public struct BackupProgress: Sendable, Hashable {
    /// What is being done; steps may alternate.
    public enum Step: Sendable {
        /// Copying the database, counted in bytes.
        case copying
        /// Reading a copy again to check that it is complete.
        case checking
    }

    /// The current step.
    public let step: Step
    /// How much of the step is done; 0 if unknown.
    public let done: Int64
    /// The total of the step; 0 if unknown.
    public let total: Int64

    package init(_ step: Step, done: Int64, total: Int64) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}

/// The result of making or restoring a backup.
public struct BackupReport: Sendable, Hashable {
    /// How many photos are in it.
    public let photos: Int
    /// Where the library that was replaced is kept.
    public let kept: FilePath?

    package init(photos: Int, kept: FilePath? = nil) {
        (self.photos, self.kept) = (photos, kept)
    }
}
