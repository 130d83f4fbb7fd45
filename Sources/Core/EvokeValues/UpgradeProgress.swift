/// The progress of upgrading a library of an older format.
///
/// The first process to open such a library upgrades it, which takes a while with very many photos.
public struct UpgradeProgress: Sendable, Hashable {
    /// What is being done, in this order.
    public enum Step: Sendable, CaseIterable {
        /// Waiting for another process that is upgrading the library.
        case turn
        /// Copying the library, counted in bytes.
        case copy
        /// Changing the tables, counted in formats.
        case tables
        /// Reading full text, counted in photos.
        case texts
        /// Computing checksums of rows, counted in tables.
        case checksums
        /// Writing all of that into the library's file.
        case file
        /// The last event, even after a failure.
        case end
    }

    /// The current step.
    public let step: Step
    /// How much of the step is done.
    public let done: Int
    /// 0 if not counted.
    public let total: Int

    package init(_ step: Step, done: Int = 0, total: Int = 0) {
        self.step = step
        self.done = done
        self.total = total
    }
}
