/// What a check of a library found.
public struct CheckReport: Sendable {
    /// What is looked at, in this order.
    public enum Part: String, Sendable, CaseIterable {
        /// The library's file itself: SQLite reads all of it.
        case file
        /// Whether the tables are those that Evoke made, and the rows of the small ones: settings, folders, models.
        case tables
        /// Whether what rows belong to is there.
        case references
        /// The rows that speak of photos, but for their vectors.
        case photos
        /// The vectors, each by its checksum and its length.
        case vectors
        /// The photos' files, which are read only where that is asked for.
        case files

        /// What a check of the library alone looks at.
        public static let ofTheLibrary: [Part] = [.file, .tables, .references, .photos, .vectors]
    }

    /// Something that is wrong with a library.
    public struct Fault: Sendable, Hashable {
        /// Where it was found.
        public let part: Part
        /// A sentence without its full stop.
        public let words: String

        package init(_ part: Part, _ words: String) {
            self.part = part
            self.words = words
        }
    }

    /// What the next run is to take for unknown.
    public enum Suspect: Sendable, Hashable {
        /// What is known of this photo: the next run that can reach its file makes it again.
        case photo(PhotoID)
        /// What belongs to no photo.
        case library
    }

    /// A library with a million faults is not described by a list of them.
    public static let faultsListedOfAPart = 100

    /// How much there was in each part that was looked at to its end: pages of the file, tables, references, photos,
    /// vectors, or photos that were read.
    public private(set) var counts: [Part: Int] = [:]
    /// The first ones of each part.
    public private(set) var faults: [Fault] = []
    /// Search indexes that were looked at, and sentences about those that were damaged and made again. They are no part
    /// of the library, which has all that they are made of.
    public package(set) var indexes = 0
    /// Of these, a sentence about each that was damaged and made again, without its full stop.
    public package(set) var mended: [String] = []
    private var found: [Part: Int] = [:]
    /// Parts that were looked at to their end; damage to the file may make that impossible.
    public private(set) var checked: Set<Part> = []
    /// What there was to look at.
    public private(set) var parts: [Part]

    /// Sentences about photos' files that are no faults: the first of those that changed or went since they were indexed.
    public private(set) var remarks: [String] = []
    /// How many remarks there were; ``CheckReport/remarks`` has no more than ``CheckReport/faultsListedOfAPart`` of
    /// them.
    public private(set) var remarkCount = 0

    /// What something is wrong with that a run can put right.
    public private(set) var suspects: Set<Suspect> = []
    /// Whether the next run puts right all that was found.
    public package(set) var isLeftToTheNextRun = false
    /// Whether it is anything that a run can put right.
    package private(set) var isMendable = true

    /// Nothing was looked at yet. The library is in order once all these parts were, and no fault was noted.
    public init(_ parts: [Part] = Part.ofTheLibrary) {
        self.parts = parts
    }

    /// How many faults a part has, those among them that ``CheckReport/faults`` does not list.
    public func faults(of part: Part) -> Int { found[part] ?? 0 }
    /// How many faults there are in all, those among them that ``CheckReport/faults`` does not list.
    public var faultCount: Int { found.values.reduce(0, +) }
    /// Whether there is no fault, and every part was looked at to its end.
    public var isInOrder: Bool { faultCount == 0 && checked.isSuperset(of: parts) }

    /// Notes something that the next run puts right when it hears what to doubt; nil where it sees for itself.
    public mutating func record(_ part: Part, _ words: String, suspecting suspect: Suspect?) {
        if let suspect { suspects.insert(suspect) }
        add(part, words)
    }

    /// Notes what no run can put right.
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

    /// Has the photos' files looked at, too, once all else was.
    package mutating func addFiles() { parts.append(.files) }

    /// Says that a part was looked at to its end, and how much there was to look at.
    public mutating func finish(_ part: Part, count: Int) {
        counts[part] = count
        checked.insert(part)
    }
}

/// How far a check has come.
public struct CheckProgress: Sendable, Hashable {
    /// What is being looked at now.
    public let part: CheckReport.Part
    /// How much of that part was looked at; 0 where that is not counted.
    public let done: Int
    /// Zero where it is not known.
    public let total: Int

    /// Told by whoever checks a catalogue.
    public init(_ part: CheckReport.Part, done: Int = 0, total: Int = 0) {
        self.part = part
        self.done = done
        self.total = total
    }
}
