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

    package var isLast: Bool { upTo == .max }
}

package struct CopiedRows: Sendable {
    package let range: CopiedRange
    package let tables: [CopiedTable: [[CopiedValue]]]

    package init(_ range: CopiedRange, _ tables: [CopiedTable: [[CopiedValue]]]) {
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

extension EvokeError {
    /// A damaged row. It is never left out of a copy.
    package static func damaged(
        _ table: CopiedTable, _ row: [CopiedValue], in library: String, _ reason: String
    ) -> EvokeError {
        EvokeError(
            .libraryDamaged, doing: "copy the library", subject: library,
            reason: "the row for \(table.name(of: row)) \(reason)",
            remedies: [.advice("Check that library first, then copy it again.")])
    }
}

extension CopiedTable {
    /// "photo 17, place 2 in 'keywords'"
    package func name(of row: [CopiedValue]) -> String {
        let key = zip(columns, row).prefix(keys).map { column, value in
            switch value {
            case .null: "no \(column.name)"
            case .integer(let number): "\(column.name) \(number)"
            case .real(let number): "\(column.name) \(number)"
            case .text(let text): "\(column.name) '\(text)'"
            case .bytes(let bytes): "\(column.name) '\(FilePath(bytes: bytes).display)'"
            }
        }
        return key.joined(separator: ", ") + " in '\(rawValue)'"
    }
}
