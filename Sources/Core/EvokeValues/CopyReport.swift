/// The result of copying a library.
public struct CopyReport: Sendable, Hashable {
    /// How many photos the copy has.
    public let photos: Int
    /// How many of them an earlier, interrupted run had copied.
    public let photosBefore: Int
    /// The tables that were compared with the original and are the same.
    public let compared: [Table]

    /// One table of the library.
    public struct Table: Sendable, Hashable {
        /// Such as "photos" or "vectors".
        public let name: String
        /// How many rows it has.
        public let rows: Int

        package init(name: String, rows: Int) {
            (self.name, self.rows) = (name, rows)
        }
    }

    package init(photos: Int, photosBefore: Int, compared: [Table]) {
        (self.photos, self.photosBefore, self.compared) = (photos, photosBefore, compared)
    }
}

/// The progress of copying a library, counted in photos.
public struct CopyProgress: Sendable, Hashable {
    /// What is being done, in this order.
    public enum Step: Sendable {
        /// Reading rows from one library and writing them to the other.
        case copying
        /// Reading and comparing all rows of both.
        case comparing
    }

    /// The current step.
    public let step: Step
    /// How much of the step is done.
    public let done: Int
    /// The total of the step.
    public let total: Int

    package init(_ step: Step, done: Int, total: Int) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}
