import EvokeCSQLite
import EvokeDigests
import EvokeValues

/// A checksum in each row over its other columns, which shows when a value has changed behind Evoke's back.
///
/// Each writing connection has temporary triggers for it, so no statement can forget it, and other programs can read
/// and change the library without any function of Evoke's.
enum Checksums {
    struct Table: Sendable {
        let name: String
        let key: [String]
        let values: [String]

        init(_ name: String, key: String..., values: String...) {
            self.name = name
            self.key = key
            self.values = values
        }

        /// True for rows that changed after they were written, or that another program wrote. `row` is the table's
        /// alias in the statement.
        func isWrong(_ row: String) -> String { "\(row).checksum IS NOT \(checksum(row + "."))" }

        fileprivate func checksum(_ prefix: String = "") -> String {
            "evoke_checksum('\(name)', \((key + values).map { prefix + $0 }.joined(separator: ", ")))"
        }

        fileprivate var triggers: String {
            let row = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
            let seal = "BEGIN UPDATE \(name) SET checksum = \(checksum()) WHERE \(row); END"
            return """
                CREATE TEMP TRIGGER \(name)_inserted AFTER INSERT ON main.\(name) \(seal);
                CREATE TEMP TRIGGER \(name)_updated AFTER UPDATE OF \((key + values).joined(separator: ", "))
                ON main.\(name) \(seal);

                """
        }
    }

    /// Every column of every table. A schema step that adds a column lists it here and sets its table's checksums to
    /// NULL.
    static let settings = Table("settings", key: "name", values: "value")
    static let roots = Table("roots", key: "path")
    static let folders = Table("folders", key: "id", values: "path")
    static let photos = Table(
        "photos", key: "id",
        values: "folder", "name", "size", "modified", "inode", "changed", "width", "height", "missing", "content",
        "sidecars", "colors")
    static let failures = Table("failures", key: "photo", values: "kind", "doing", "reason", "remedy")
    static let models = Table("models", key: "id", values: "fingerprint", "name", "dimensions")
    static let vectors = Table("vectors", key: "model", "photo", values: "halves")
    static let companions = Table("companions", key: "photo", "path")
    static let metadata = Table(
        "facts", key: "photo",
        values: "taken", "nanoseconds", "utc_offset", "taken_precision", "taken_source", "make", "camera", "lens",
        "latitude", "longitude", "altitude", "orientation", "rating", "title", "description", "length")
    static let keywords = Table("keywords", key: "photo", "place", values: "keyword")
    static let exclusions = Table("exclusions", key: "place", values: "pattern")
    static let vectorChanges = Table("vector_changes", key: "number", values: "model", "photo", "token")
    static let photoChanges = Table("photo_changes", key: "number", values: "photo", "token")
    static let cuts = Table("cuts", key: "photo", values: "share")
    static let suspects = Table("doubts", key: "photo")
    static let places = Table("places", key: "photo", values: "known", "city", "subdivision", "country")
    static let texts = Table("texts", key: "photo", values: "reader", "lines")
    static let fingerprints = Table("looks", key: "photo", values: "signature", "look")
    static let comparisons = Table("comparisons", key: "photo", values: "judge", "taken", "alike")
    static let faces = Table("faces", key: "photo", values: "finder", "count", "found")
    static let moments = Table("moments", key: "photo", "model", values: "count", "moments")
    static let people = Table("people", key: "person", values: "name")
    static let faceDecisions = Table(
        "face_words", key: "content", "x", "y", "width", "height", values: "person", "refused", "hidden")
    static let placedFaces = Table(
        "placed_faces", key: "content", "face", values: "finder", "person", "cluster", "said")
    static let peopleChanges = Table("people_changes", key: "number", values: "undo")
    static let marks = Table("marks", key: "content", "kind", "value")
    static let markChanges = Table("mark_changes", key: "number", values: "undo")
    static let searches = Table("searches", key: "name", values: "query")

    static let all = [
        settings, roots, folders, photos, failures, models, vectors, companions, metadata, keywords, exclusions,
        vectorChanges, photoChanges, cuts, suspects, places, searches, texts, fingerprints, comparisons,
        faces, moments, people, faceDecisions, peopleChanges, placedFaces, marks, markChanges,
    ]

    /// For a connection that writes.
    static let triggers = all.map(\.triggers).joined()

    /// Sets the missing checksums, one table after another.
    static let fill = all.map { "UPDATE \($0.name) SET checksum = \($0.checksum()) WHERE checksum IS NULL" }

    /// Registers the function that all of these statements call.
    static func install(in connection: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            connection, "evoke_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in
                var sum = UInt64(count)
                for place in 0..<Int(count) { sum = Checksums.add(values?[place], to: sum) }
                sqlite3_result_int64(context, Int64(bitPattern: sum))
            }, nil, nil, nil)
    }

    /// The same bytes with another type count as another value.
    private static func add(_ value: OpaquePointer?, to sum: UInt64) -> UInt64 {
        let type = sqlite3_value_type(value)
        let place = sum &+ UInt64(type)
        switch type {
        case SQLITE_INTEGER:
            return withUnsafeBytes(of: sqlite3_value_int64(value).littleEndian) { Checksum.of($0, at: place) }
        case SQLITE_FLOAT:
            let bits = sqlite3_value_double(value).bitPattern
            return withUnsafeBytes(of: bits.littleEndian) { Checksum.of($0, at: place) }
        default:
            let bytes = sqlite3_value_blob(value)
            return Checksum.of(
                UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))), at: place)
        }
    }
}
