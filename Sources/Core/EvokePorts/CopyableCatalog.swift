package import EvokeValues

/// A catalog that is the source or the target of a copy: all its data, as rows of plain values.
///
/// Data derived only from these rows is not copied: each catalog makes its own full-text index and its own logs.
package protocol CopyableCatalog: Sendable {
    /// Identifies this library and its state, so that changes of photos show. Contains no spaces.
    func copyState() async throws -> String
    /// How many photos it knows, including those that are gone or left out.
    func countOfPhotos() async throws -> Int

    /// The numbers of a part that follow `number`, at most `limit`.
    func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange
    /// The rows, in the order of the tables' keys. Throws for damaged rows.
    func rows(in range: CopiedRange) async throws -> CopiedRows

    /// Whether it has none of the copied data.
    func isEmpty() async throws -> Bool
    /// The progress of a copy into it; nil if none was begun, or if it has ended.
    func copyMark() async throws -> CopyMark?
    /// Adds the rows and stores the mark, atomically.
    func add(_ rows: CopiedRows, _ mark: CopyMark) async throws
    /// Removes the mark: from now on this is a library like any other.
    func endCopy() async throws

    /// Releases its resources. It is not used afterwards.
    func close() async throws
}

/// Numbers of photos or folders.
package struct CopiedRange: Sendable, Hashable {
    package let part: CopiedPart
    /// Exclusive.
    package let after: Int64
    /// Inclusive.
    package let upTo: Int64

    package init(_ part: CopiedPart, after: Int64 = .min, upTo: Int64 = .max) {
        (self.part, self.after, self.upTo) = (part, after, upTo)
    }
}

package struct CopiedRows: Sendable {
    package let range: CopiedRange
    /// By the name of the table.
    package let tables: [String: [[CatalogValue]]]

    package init(_ range: CopiedRange, _ tables: [String: [[CatalogValue]]]) {
        (self.range, self.tables) = (range, tables)
    }
}

/// The progress of a copy, as its target stores it.
package struct CopyMark: Sendable, Hashable {
    /// The state of the source.
    package let source: String
    package let part: CopiedPart
    /// The last number of that part that was copied.
    package let upTo: Int64

    /// The setting that stores it.
    package static let setting = "copy"

    package init(source: String, _ range: CopiedRange) {
        (self.source, part, upTo) = (source, range.part, range.upTo)
    }

    /// Nil if the words are invalid.
    package init?(_ words: String) {
        let parts = words.split(separator: " ")
        guard parts.count == 3, let part = CopiedPart(rawValue: String(parts[1])), let upTo = Int64(parts[2]) else {
            return nil
        }
        self.init(source: String(parts[0]), CopiedRange(part, upTo: upTo))
    }

    package var words: String { "\(source) \(part.rawValue) \(upTo)" }
}

/// What is copied together, in this order.
package enum CopiedPart: String, CaseIterable, Sendable {
    /// Everything that belongs to no folder and no photo, at once.
    case library
    case folders
    /// Photos with everything that belongs to them.
    case photos
}

/// A value of a column, or of a parameter of a statement.
package enum CatalogValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// Without zero characters, which PostgreSQL cannot store.
    case text(String)
    case bytes([UInt8])
    /// On this machine.
    case path(DiskPath)
    case integers([Int64])
    case texts([String])
    case digests([ContentDigest])

    /// Nil for other kinds.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}
