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

/// A table of a catalog as copied between catalogs, whatever each calls it.
package enum CopiedTable: String, CaseIterable, Sendable {
    case settings, roots, exclusions, searches, models
    case suspects = "doubts"
    case people
    case faceDecisions = "face_words"
    case placedFaces = "placed_faces"
    case marks
    /// The undo data of the last changes of marks, and of people.
    case markChanges = "mark_changes"
    case peopleChanges = "people_changes"
    case folders
    case photos, failures, cuts, companions
    case metadata = "facts"
    case keywords, places, texts
    case fingerprints = "looks"
    case comparisons, faces, vectors
    case moments

    package enum Kind: Sendable {
        case integer, real, text, bytes, truth
        /// Two bytes each, little-endian.
        case halfFloats
    }

    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
    }

    /// The first `keys` columns identify and order the rows.
    package var columns: [Column] { Self.columns[self] ?? [] }

    package var keys: Int {
        switch self {
        case .companions, .keywords, .vectors, .moments, .placedFaces: 2
        case .marks: 3
        case .faceDecisions: 5
        default: 1
        }
    }

    private static let columns = allCases.reduce(into: [CopiedTable: [Column]]()) { $0[$1] = $1.listed }

    private var listed: [Column] {
        func columns(_ kind: Kind, _ names: String) -> [Column] {
            names.split(separator: " ").map { Column(name: String($0), kind: kind) }
        }
        switch self {
        case .settings: return columns(.text, "name value")
        case .roots: return columns(.bytes, "path")
        case .exclusions: return columns(.integer, "place") + columns(.text, "pattern")
        case .searches: return columns(.bytes, "name query")
        case .models:
            return columns(.integer, "model") + columns(.text, "fingerprint name") + columns(.integer, "dimensions")
        // Null for suspects that are not photos.
        case .suspects: return columns(.integer, "photo")
        case .people: return columns(.integer, "person") + columns(.text, "name")
        case .faceDecisions:
            return columns(.bytes, "content") + columns(.integer, "x y width height person")
                + columns(.bytes, "refused") + columns(.integer, "hidden")
        case .placedFaces: return columns(.bytes, "content") + columns(.integer, "face finder person cluster said")
        case .marks: return columns(.bytes, "content") + columns(.text, "kind value")
        case .markChanges, .peopleChanges: return columns(.integer, "number") + columns(.bytes, "undo")
        case .folders: return columns(.integer, "folder") + columns(.bytes, "path")
        case .photos:
            return columns(.integer, "photo folder") + columns(.bytes, "name")
                + columns(.integer, "size modified inode changed width height missing") + columns(.bytes, "content")
                + columns(.integer, "sidecars colors")
        case .failures: return columns(.integer, "photo") + columns(.text, "kind doing reason remedy")
        case .cuts: return columns(.integer, "photo") + columns(.real, "share")
        case .companions: return columns(.integer, "photo") + columns(.bytes, "path")
        case .metadata:
            return columns(.integer, "photo taken nanoseconds utc_offset")
                + columns(.text, "taken_precision taken_source make camera lens")
                + columns(.real, "latitude longitude altitude") + columns(.integer, "orientation rating")
                + columns(.text, "title description") + columns(.real, "length")
        case .keywords: return columns(.integer, "photo place") + columns(.text, "keyword")
        case .places:
            return columns(.integer, "photo") + columns(.truth, "known") + columns(.integer, "city")
                + columns(.text, "subdivision country")
        case .texts: return columns(.integer, "photo reader") + columns(.bytes, "lines")
        case .fingerprints: return columns(.integer, "photo") + columns(.bytes, "signature look")
        case .comparisons: return columns(.integer, "photo judge taken") + columns(.bytes, "alike")
        case .faces: return columns(.integer, "photo finder count") + columns(.bytes, "found")
        case .vectors: return columns(.integer, "photo model") + columns(.halfFloats, "halves")
        case .moments: return columns(.integer, "photo model count") + columns(.bytes, "moments")
        }
    }
}

/// What is copied together, in this order.
package enum CopiedPart: String, CaseIterable, Sendable {
    /// Everything that belongs to no folder and no photo, at once.
    case library
    case folders
    /// Photos with everything that belongs to them.
    case photos

    /// The first has the numbers for ranges; the others depend on it.
    package var tables: [CopiedTable] {
        switch self {
        case .library:
            [
                .settings, .roots, .exclusions, .searches, .models, .suspects, .people, .faceDecisions, .placedFaces,
                .marks,
                .markChanges, .peopleChanges,
            ]
        case .folders: [.folders]
        case .photos:
            [
                .photos, .failures, .cuts, .companions, .metadata, .keywords, .places, .texts, .fingerprints,
                .comparisons,
                .faces, .vectors, .moments,
            ]
        }
    }
}

package enum CopiedValue: Sendable, Hashable {
    case null
    /// Also for booleans: 0 or 1.
    case integer(Int64)
    case real(Double)
    /// Without zero characters, which PostgreSQL cannot store.
    case text(String)
    case bytes([UInt8])
}
