/// What a check of a library found.
public struct CheckReport: Sendable {
    /// What is looked at, in this order.
    public enum Part: String, Sendable, CaseIterable {
        case file, references, photos, vectors
    }

    public struct Fault: Sendable, Hashable {
        public let part: Part
        /// A sentence without its full stop.
        public let words: String

        package init(_ part: Part, _ words: String) {
            self.part = part
            self.words = words
        }
    }

    /// A library with a million faults is not described by a list of them.
    public static let faultsListedOfAPart = 100

    public private(set) var counts: [Part: Int] = [:]
    /// The first ones of each part.
    public private(set) var faults: [Fault] = []
    /// Search indexes that were looked at, and sentences about those that were damaged and made again. They are no part
    /// of the library, which has all that they are made of.
    public package(set) var indexes = 0
    public package(set) var mended: [String] = []
    private var found: [Part: Int] = [:]
    /// Parts that were looked at to their end; damage to the file may make that impossible.
    public private(set) var checked: Set<Part> = []

    package init() {}

    public func faults(of part: Part) -> Int { found[part] ?? 0 }
    public var faultCount: Int { found.values.reduce(0, +) }
    public var isInOrder: Bool { faultCount == 0 && checked.count == Part.allCases.count }

    package mutating func note(_ part: Part, _ words: String) {
        if found[part, default: 0] < Self.faultsListedOfAPart { faults.append(Fault(part, words)) }
        found[part, default: 0] += 1
    }

    package mutating func finish(_ part: Part, count: Int) {
        counts[part] = count
        checked.insert(part)
    }
}

/// How far a check has come.
public struct CheckProgress: Sendable, Hashable {
    public let part: CheckReport.Part
    public let done: Int
    /// Zero where it is not known.
    public let total: Int

    package init(_ part: CheckReport.Part, done: Int = 0, total: Int = 0) {
        self.part = part
        self.done = done
        self.total = total
    }
}
