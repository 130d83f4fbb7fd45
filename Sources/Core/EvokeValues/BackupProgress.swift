/// How far a backup is, or the restoring of one.
public struct BackupProgress: Sendable, Hashable {
    /// What is done; it goes from one to the other and back.
    public enum Step: Sendable {
        /// The database is copied, counted in bytes.
        case copying
        /// A copy is read once more, and looked at whether it is whole.
        case checking
    }

    /// What is being done now.
    public let step: Step
    /// How much of that step is done; 0 where nobody knows.
    public let done: Int64
    /// How much there is of it; 0 where nobody knows.
    public let total: Int64

    package init(_ step: Step, done: Int64, total: Int64) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}

/// What became of a backup, or of restoring one.
public struct BackupReport: Sendable, Hashable {
    /// How many photos are in it.
    public let photos: Int
    /// Where the library is kept that the restored one took the place of.
    public let kept: FilePath?

    package init(photos: Int, kept: FilePath? = nil) {
        (self.photos, self.kept) = (photos, kept)
    }
}
