/// The contents of a library in numbers.
public struct CatalogSummary: Sendable, Hashable {
    /// A model that the library has vectors of.
    public struct Model: Sendable, Hashable {
        /// This exact version of the model: vectors with another fingerprint count for another model.
        public let id: ModelID
        /// How many photos whose files exist have a vector of this model.
        public let photos: Int

        /// Made by catalogs; programs get it from ``CatalogSummary/models``.
        public init(id: ModelID, photos: Int) {
            self.id = id
            self.photos = photos
        }
    }

    /// Photos that can be found or shown: their files exist, and were decoded at some time.
    public let photos: Int
    /// Files that cannot be read. Those that were readable before also count in `photos`.
    public let failed: Int
    /// Truncated photos among `photos`.
    public let truncated: Int
    /// Photos and unreadable files that no longer exist. What is known about them is kept until they return or are
    /// forgotten.
    public let missing: Int
    /// Existing files that are left out: by an exclusion, by an `.evokeignore` file, or as the second file of a photo.
    public let hidden: Int
    /// Every model that vectors were ever recorded of, even if no photo has one now.
    public let models: [Model]
    /// The indexed folders and files, absolute and without links, sorted by path.
    public let roots: [DiskPath]

    /// Made by catalogs; programs get it from `LibraryStatus.summary`.
    public init(photos: Int, failed: Int, truncated: Int, missing: Int, hidden: Int, models: [Model], roots: [DiskPath])
    {
        self.photos = photos
        self.failed = failed
        self.truncated = truncated
        self.missing = missing
        self.hidden = hidden
        self.models = models
        self.roots = roots
    }
}

/// A photo that could not be read at the last attempt.
public struct FailedPhoto: Sendable, Hashable {
    /// The absolute path of its file.
    public let path: DiskPath
    /// Why, as reported by the run that tried it.
    public let error: EvokeError

    /// Made by catalogs; programs get it from `LibraryStatus.failures`.
    public init(path: DiskPath, error: EvokeError) {
        self.path = path
        self.error = error
    }
}

/// A photo whose file lacks its end.
public struct TruncatedPhoto: Sendable, Hashable {
    /// The absolute path of its file.
    public let path: DiskPath
    /// How much of it is there, from 0 to 1; 1 if the part shows the whole picture, though not sharply.
    public let share: Double

    /// Made by catalogs; programs get it from `LibraryStatus.truncatedPhotos`.
    ///
    /// - Parameter share: clamped to 0 to 1; 0 if it is not a number.
    public init(path: DiskPath, share: Double) {
        self.path = path
        // A damaged library may contain anything.
        self.share = share >= 0 ? min(share, 1) : 0
    }
}

/// The result of copying a library.
public struct CopyReport: Sendable, Hashable {
    /// How many photos the copy has.
    package let photos: Int
    /// How many of them an earlier, interrupted run had copied.
    package let photosBefore: Int
    /// The tables that were compared with the original and are the same.
    package let compared: [Table]

    /// One table of the library.
    package struct Table: Sendable, Hashable {
        /// Such as "photos" or "vectors".
        package let name: String
        /// How many rows it has.
        package let rows: Int

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
    package enum Step: Sendable {
        /// Reading rows from one library and writing them to the other.
        case copying
        /// Reading and comparing all rows of both.
        case comparing
    }

    /// The current step.
    package let step: Step
    /// How much of the step is done.
    package var done: Int
    /// The total of the step.
    package let total: Int

    package init(_ step: Step, done: Int, total: Int) {
        (self.step, self.done, self.total) = (step, done, total)
    }
}

/// The progress of making or restoring a backup.
public struct BackupProgress: Sendable, Hashable {
    /// What is being done; steps may alternate.
    package enum Step: Sendable {
        /// Copying the database, counted in bytes.
        case copying
        /// Reading a copy again to check that it is complete.
        case checking
    }

    /// The current step.
    package let step: Step
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
    public let kept: DiskPath?

    package init(photos: Int, kept: DiskPath? = nil) {
        (self.photos, self.kept) = (photos, kept)
    }
}

/// The progress of upgrading a library of an older format.
///
/// The first process to open such a library upgrades it, which takes a while with very many photos.
public struct UpgradeProgress: Sendable, Hashable {
    /// What is being done, in this order.
    package enum Step: Sendable, CaseIterable {
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
    package let step: Step
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

/// What a library is opened for.
public enum CatalogAccess: Sendable {
    /// Alongside any number of readers and one writer. The library must exist.
    case read
    /// As the only writer, while others read. The library is created if missing.
    case write
}
