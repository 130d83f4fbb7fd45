/// A catalogue that is copied into another, or is a copy of another: all that it holds, as rows of plain values.
///
/// What is made of these rows alone is not copied: each catalogue makes its own index of texts and its own logs.
package protocol CopyableCatalog: Sendable {
    /// What tells this library from all others, and from what it was before photos of it changed. It has no spaces.
    func copyState() async throws -> String
    /// How many photos it knows, those that are gone or left out as well.
    func countOfPhotos() async throws -> Int

    /// The next numbers of a part after one: `limit` of them, or all where fewer are left.
    func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange
    /// What is there, in the order of the tables' keys. Throws for rows that are not as they were written.
    func rows(in range: CopiedRange) async throws -> CopiedRows

    /// Whether it holds none of what is copied.
    func isEmpty() async throws -> Bool
    /// How far a copy into it is; nil where none was begun, or one has ended.
    func copyMark() async throws -> CopyMark?
    /// Adds the rows and notes the mark, or neither.
    func add(_ rows: CopiedRows, _ mark: CopyMark) async throws
    /// The mark goes: from now on this is a library like any other.
    func endCopy() async throws

    /// Gives back what it holds. It is not used afterwards.
    func close() async throws
}

/// Numbers of photos or folders.
package struct CopiedRange: Sendable, Hashable {
    package let part: CopiedPart
    /// Not in it.
    package let after: Int64
    /// In it.
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

/// How far a copy is, in the words that its target keeps.
package struct CopyMark: Sendable, Hashable {
    /// The state of what it is copied from.
    package let source: String
    package let part: CopiedPart
    /// The last number of that part that is there.
    package let upTo: Int64

    /// The setting that it is kept in.
    package static let setting = "copy"

    package init(source: String, _ range: CopiedRange) {
        (self.source, part, upTo) = (source, range.part, range.upTo)
    }

    /// Nil for words that are none.
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
    /// A row that is not as it was written. It is never left out of a copy.
    package static func damaged(
        _ table: CopiedTable, _ row: [CopiedValue], in library: String, _ reason: String
    ) -> EvokeError {
        EvokeError(
            .libraryDamaged, doing: "copy the library", subject: library,
            reason: "the row of \(table.name(of: row)) \(reason)",
            remedies: [.advice("Have that library checked, which says what is to be done; then copy it again.")])
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
