/// How far a library of an older format is on its way to the current one.
///
/// Whoever first opens such a library upgrades it, which takes a while where there are very many photos.
public struct UpgradeProgress: Sendable, Hashable {
    /// What is done, in this order.
    public enum Step: Sendable, CaseIterable {
        /// Another process upgrades the library, and is waited for.
        case turn
        /// The library is copied as it is, counted in bytes.
        case copy
        /// The tables are changed, counted in formats.
        case tables
        /// What is written on photos is read, counted in photos.
        case texts
        /// Rows get their checksums, counted in tables.
        case checksums
        /// All of that is put into the library's file.
        case file
        /// The last that is said of it, also where it failed.
        case end
    }

    /// What is being done now.
    public let step: Step
    /// How much of that step is done.
    public let done: Int
    /// Zero where it is not counted.
    public let total: Int

    package init(_ step: Step, done: Int = 0, total: Int = 0) {
        self.step = step
        self.done = done
        self.total = total
    }
}
