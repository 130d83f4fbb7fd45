public import EvokeValues

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
        if found[part, default: 0] < Self.faultsListedOfAPart { faults.append(Fault(part: part, words: words)) }
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
