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
    public let roots: [FilePath]

    /// Made by catalogs; programs get it from `LibraryStatus.summary`.
    public init(photos: Int, failed: Int, truncated: Int, missing: Int, hidden: Int, models: [Model], roots: [FilePath])
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
    public let path: FilePath
    /// Why, as reported by the run that tried it.
    public let error: EvokeError

    /// Made by catalogs; programs get it from `LibraryStatus.failures`.
    public init(path: FilePath, error: EvokeError) {
        self.path = path
        self.error = error
    }
}

/// A photo whose file lacks its end.
public struct TruncatedPhoto: Sendable, Hashable {
    /// The absolute path of its file.
    public let path: FilePath
    /// How much of it is there, from 0 to 1; 1 if the part shows the whole picture, though not sharply.
    public let share: Double

    /// Made by catalogs; programs get it from `LibraryStatus.truncatedPhotos`.
    ///
    /// - Parameter share: clamped to 0 to 1; 0 if it is not a number.
    public init(path: FilePath, share: Double) {
        self.path = path
        // A damaged library may contain anything.
        self.share = share >= 0 ? min(share, 1) : 0
    }
}

/// What a check of a library found.
public struct CheckReport: Sendable {
    /// What is checked, in this order.
    public enum Part: String, Sendable, CaseIterable {
        /// The library's file itself: SQLite reads all of it.
        case file
        /// Whether the tables are those that Evoke made, and the rows of the small ones: settings, folders, models.
        case tables
        /// Whether the rows that others refer to exist.
        case references
        /// The rows about photos, except for their vectors.
        case photos
        /// The vectors, each by its checksum and its length.
        case vectors
        /// The photos' files, which are read only on request.
        case files

        /// The parts that a check of the library alone covers.
        public static let ofTheLibrary: [Part] = [.file, .tables, .references, .photos, .vectors]
    }

    /// Something wrong with a library.
    public struct Fault: Sendable, Hashable {
        /// Where it was found.
        public let part: Part
        /// A sentence without its final period.
        public let words: String

        package init(_ part: Part, _ words: String) {
            self.part = part
            self.words = words
        }
    }

    /// What the next run treats as unknown.
    public enum Suspect: Sendable, Hashable {
        /// What is known about this photo: the next run that can reach its file makes it again.
        case photo(PhotoID)
        /// Something that belongs to no photo.
        case library
    }

    /// A longer list would not make a badly damaged library any clearer.
    public static let faultsListedOfAPart = 100

    /// How many items each completed part has: pages of the file, tables, references, photos, vectors, or photos whose
    /// files were read.
    public private(set) var counts: [Part: Int] = [:]
    /// The first faults of each part.
    public private(set) var faults: [Fault] = []
    /// How many search indexes were checked. They are not part of the library, which has everything they are made from.
    public package(set) var indexes = 0
    /// For each search index that was damaged and rebuilt, a sentence without its final period.
    public package(set) var mended: [String] = []
    private var found: [Part: Int] = [:]
    /// The parts checked to the end, which damage to the file may prevent.
    public private(set) var checked: Set<Part> = []
    /// The parts to check.
    public private(set) var parts: [Part]

    /// Sentences about photos' files that are not faults: the first of those that changed or disappeared since
    /// indexing.
    public private(set) var remarks: [String] = []
    /// The number of all remarks; ``CheckReport/remarks`` lists at most ``CheckReport/faultsListedOfAPart`` of them.
    public private(set) var remarkCount = 0

    /// Suspects that a run can repair.
    public private(set) var suspects: Set<Suspect> = []
    /// Whether the next run repairs everything that was found.
    public package(set) var isLeftToTheNextRun = false
    /// Whether a run can repair it at all.
    package private(set) var isMendable = true

    /// Nothing is checked yet. The library is in order once all these parts are checked without a fault.
    public init(_ parts: [Part] = Part.ofTheLibrary) {
        self.parts = parts
    }

    /// How many faults a part has, including those not listed in ``CheckReport/faults``.
    public func faults(of part: Part) -> Int { found[part] ?? 0 }
    /// The number of all faults, including those not listed in ``CheckReport/faults``.
    public var faultCount: Int { found.values.reduce(0, +) }
    /// Whether there is no fault and every part was checked to the end.
    public var isInOrder: Bool { faultCount == 0 && checked.isSuperset(of: parts) }

    /// Records a fault that the next run repairs if told the suspect; nil if it notices by itself.
    public mutating func record(_ part: Part, _ words: String, suspecting suspect: Suspect?) {
        if let suspect { suspects.insert(suspect) }
        add(part, words)
    }

    /// Records a fault that no run can repair.
    public mutating func record(_ part: Part, _ words: String) {
        isMendable = false
        add(part, words)
    }

    private mutating func add(_ part: Part, _ words: String) {
        if found[part, default: 0] < Self.faultsListedOfAPart { faults.append(Fault(part, words)) }
        found[part, default: 0] += 1
    }

    package mutating func remark(_ words: String) {
        if remarkCount < Self.faultsListedOfAPart { remarks.append(words) }
        remarkCount += 1
    }

    /// Adds the photos' files as the last part to check.
    package mutating func addFiles() { parts.append(.files) }

    /// Records that a part was checked to the end, and how many items it has.
    public mutating func finish(_ part: Part, count: Int) {
        counts[part] = count
        checked.insert(part)
    }
}

/// The progress of a check.
public struct CheckProgress: Sendable, Hashable {
    /// The part being checked.
    public let part: CheckReport.Part
    /// How many items of the part are checked; 0 if not counted.
    public let done: Int
    /// 0 if unknown.
    public let total: Int

    /// Made by catalogs.
    public init(_ part: CheckReport.Part, done: Int = 0, total: Int = 0) {
        self.part = part
        self.done = done
        self.total = total
    }
}

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
