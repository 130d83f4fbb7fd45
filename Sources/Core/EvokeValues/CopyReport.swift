/// What became of copying a library.
public struct CopyReport: Sendable, Hashable {
    /// How many photos the copy has.
    public let photos: Int
    /// How many of them had been copied before, by a run that did not come to its end.
    public let photosBefore: Int
    /// How many rows of each table were compared with those they are copies of, and are the same.
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

/// How far the copying of a library is, counted in photos.
public struct CopyProgress: Sendable, Hashable {
    /// What is done, in this order.
    public enum Step: Sendable {
        /// Rows are read from one library and written to the other.
        case copying
        /// All rows of both are read and compared.
        case comparing
    }

    /// What is being done now.
    public let step: Step
    /// How much of that step is done.
    public let done: Int
    /// How much there is of it.
    public let total: Int

    package init(_ step: Step, done: Int, total: Int) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}
