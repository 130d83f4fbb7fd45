package import EvokePorts
package import EvokeValues

/// A database that keeps a catalog. What a catalog does is written once, in extensions of this protocol and of its
/// connection; a driver knows how its database does that.
package protocol CatalogDriver: Sendable {
    associatedtype Connection: CatalogConnection

    /// Runs `body` with exclusive use of the connection. If the task is canceled, its statements are interrupted. If the
    /// connection is lost, it runs once more.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result

    /// The same in a transaction, which takes effect as a whole or not at all. It ends with logging what has changed,
    /// and with the full text of the changed photos. On a conflict with another writer, `body` runs again.
    func write<Result: Sendable>(
        _ traits: WriteTraits, _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result

    /// Runs `body` with the columns that conditions are evaluated on, as of now; all that it reads is of the same state.
    /// A driver may answer with `alternative` where loading the columns is not worthwhile.
    func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, Connection) throws -> Result,
        orElse alternative: (@Sendable (Connection) throws -> Result)?
    ) async throws -> Result

    /// Sees to it that nothing of what was deleted is left in any file of the library.
    func eraseDeleted() async throws
}

package struct WriteTraits: Sendable {
    /// Whether doing it twice has the same result as doing it once.
    package let isRepeatable: Bool
    /// Whether to keep out other writers, because it changes something about all photos.
    package let isAlone: Bool
    /// The recorded changes and the model of their vectors, which a driver may prepare for.
    package let recording: [CatalogChange]
    package let model: ModelID?
}

extension CatalogDriver {
    package func eraseDeleted() async throws {}

    package func write<Result: Sendable>(
        isRepeatable: Bool = true, isAlone: Bool = false, recording changes: [CatalogChange] = [],
        by model: ModelID? = nil, _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await write(
            WriteTraits(isRepeatable: isRepeatable, isAlone: isAlone, recording: changes, model: model), body)
    }

    package func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, Connection) throws -> Result
    ) async throws -> Result {
        try await withColumns(body, orElse: nil)
    }

    /// Like `read`, and everything is of one state.
    package func snapshot<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await read { connection in try connection.snapshot { try body(connection) } }
    }
}

/// A connection to a database, used by one caller at a time.
///
/// Statements are in SQL as both databases understand it: `INSERT INTO t(…) SELECT …`, `ON CONFLICT DO NOTHING`,
/// `IS DISTINCT FROM`; parameters are `$1` and up, and `IN list($1)` tests against a list. In a database of many
/// libraries, they concern the rows of one. `path = $1` uses the index of paths. A plus before a column keeps its index
/// from being used (`+p.content`), where a database needs to be told. `COLLATE BINARY` compares texts byte by byte.
/// `evoke_checksum(column)` is a number that identifies bytes. `FOR NO KEY UPDATE OF p` at the end of a query keeps the
/// photos that it reads from being changed by others until the transaction ends.
package protocol CatalogConnection: AnyObject {
    associatedtype Row: CatalogRow

    /// Goes through the rows of a statement, and returns how many rows it has changed.
    ///
    /// - Parameter inParts: whether the result may be of any size; only within a snapshot or a transaction. Otherwise,
    ///   it is held in memory where the database is elsewhere.
    @discardableResult
    func run(
        _ sql: String, with values: [any CatalogBindable], inParts: Bool, _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int

    /// Adds rows with values for all columns.
    func insert(_ rows: [[CatalogValue]], into table: CatalogTable, onConflict: ConflictRule) throws(EvokeError)

    /// Adds the rows of a copy.
    func add(_ rows: CopiedRows) throws(EvokeError)

    /// Changes columns of rows, which begin with the values of the table's key.
    func update(_ rows: [[CatalogValue]], of table: CatalogTable, _ columns: [String]) throws(EvokeError)

    /// Goes through the rows that have one of these combinations of values in some columns, with all their columns.
    func find(
        _ values: [[CatalogValue]], by columns: [String], in table: CatalogTable,
        _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError)

    /// A number for a new photo, folder or model.
    func nextNumber(of table: CatalogTable) throws(EvokeError) -> Int64

    /// Everything that `body` reads is of one state.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result

    /// What the current transaction has changed, for followers.
    var changes: CatalogChanges { get set }

    /// Adds changes to the logs for followers, and returns the numbers of the last ones in them.
    func log(
        _ vectors: [CatalogChanges.Vector], _ photos: [Int64]
    ) throws(EvokeError) -> (vectors: Int64, photos: Int64)

    /// A path of this machine, as in the catalog.
    func kept(_ path: DiskPath) -> DiskPath

    /// Photos whose full text answers the question.
    func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID]

    /// Those that are anywhere in the full text but in names.
    func indexedTerms(among words: [String]) throws(EvokeError) -> Set<String>

    /// Replaces the full text of these photos, or of all if nil; those without a text are gone.
    func replaceTexts(of photos: Set<Int64>?, with texts: [(photo: Int64, texts: PhotoTexts)]) throws(EvokeError)

    /// Whether the full text is that of the photos.
    func isFullTextRight() throws(EvokeError) -> Bool

    /// What a check does besides what it does in every database; each returns how many items there are.
    static var checks: [CheckReport.Part: (Self) -> (inout CheckReport) throws -> Int] { get }

    /// What a row's column `checksum` has if the row is as Evoke wrote it, as an expression on a table's alias; nil if
    /// rows have no such column.
    static func checksum(of table: CatalogTable, _ row: String) -> String?

    /// Repairs what other statements depend on, and what can be told from the rows.
    func repairIndexesAndCounters() throws(EvokeError)

    /// What errors call the library.
    var displayName: String { get }
}

/// A log of changes, for followers.
package enum CatalogLog: String, CaseIterable, Sendable {
    case vectors = "vector"
    case photos = "photo"
}

/// What to do with a row whose key is taken.
package enum ConflictRule: Sendable {
    case fail, ignore, replace
    /// Another writer made it at the same time, so the transaction is repeated.
    case retry

    /// The end of an insertion of rows.
    package func clause(for table: CatalogTable, key: [String]) -> String {
        switch self {
        case .fail: return ""
        case .ignore, .retry: return " ON CONFLICT DO NOTHING"
        case .replace:
            let values = table.values.map { "\($0.name) = excluded.\($0.name)" }
            return " ON CONFLICT(\(key.joined(separator: ", "))) DO UPDATE SET \(values.joined(separator: ", "))"
        }
    }
}

/// What a transaction has changed.
package struct CatalogChanges: Sendable {
    package struct Vector: Hashable, Comparable, Sendable {
        package let model: Int64
        package let photo: Int64

        package static func < (left: Vector, right: Vector) -> Bool {
            (left.photo, left.model) < (right.photo, right.model)
        }
    }

    /// Photos whose metadata or full text changed.
    package var photos: Set<Int64> = []
    /// Photos of which something changed that full text does not depend on, like their perceptual fingerprint.
    package var photosWithSameText: Set<Int64> = []
    package var vectors: Set<Vector> = []
    /// New full text that the transaction already knows.
    package var texts: [Int64: (path: DiskPath, metadata: PhotoMetadata)] = [:]
    /// Whether it changed only the queue, which nobody follows.
    package var areOfTheQueueAlone = false

    package init() {}
}

extension CatalogConnection {
    package static func checksum(of table: CatalogTable, _ row: String) -> String? { nil }
    package func kept(_ path: DiskPath) -> DiskPath { path }

    /// Whether a row was changed by something else than Evoke, as a condition on a table's alias.
    package static func isWrong(_ table: CatalogTable, _ row: String) -> String {
        checksum(of: table, row).map { "\(row).checksum IS DISTINCT FROM \($0)" } ?? "1 = 0"
    }

    @discardableResult
    package func run(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> Int {
        try run(sql, with: values) { _ in }
    }

    @discardableResult
    package func run(
        _ sql: String, with values: [any CatalogBindable], _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int {
        try run(sql, with: values, inParts: false, body)
    }

    package func stream(
        _ sql: String, _ values: any CatalogBindable..., body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        try run(sql, with: values, inParts: true, body)
    }

    /// A value for each row.
    package func map<Value>(
        _ sql: String, _ values: any CatalogBindable..., body: (Row) throws(EvokeError) -> Value
    ) throws(EvokeError) -> [Value] {
        try map(sql, with: values, body)
    }

    package func map<Value>(
        _ sql: String, with values: [any CatalogBindable], _ body: (Row) throws(EvokeError) -> Value
    ) throws(EvokeError) -> [Value] {
        var all: [Value] = []
        try run(sql, with: values) { row throws(EvokeError) in all.append(try body(row)) }
        return all
    }

    /// A key with its value for each row, unless `body` returns nil.
    package func dictionary<Key, Value>(
        _ sql: String, _ values: any CatalogBindable..., body: (Row) throws(EvokeError) -> (Key, Value)?
    ) throws(EvokeError) -> [Key: Value] {
        var all: [Key: Value] = [:]
        try run(sql, with: values) { row throws(EvokeError) in
            if let (key, value) = try body(row) { all[key] = value }
        }
        return all
    }

    /// The first number of the first row; nil if there is no row, or it is NULL.
    package func integer(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> Int64? {
        try map(sql, with: values) { row in row.optionalInteger(0) }.first ?? nil
    }

    package func integers(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> [Int64] {
        try map(sql, with: values) { row in row.integer(0) }
    }

    package func photoSet(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> PhotoSet {
        PhotoSet(try map(sql, with: values) { row in row.photo(0) })
    }

    package func count(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> Int {
        Int(try map(sql, with: values) { row in row.integer(0) }.first ?? 0)
    }

    /// Whether the statement has any row.
    package func has(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> Bool {
        try !map(sql + " LIMIT 1", with: values) { _ in true }.isEmpty
    }

    /// The latest state in a log of changes.
    package func newest(of log: CatalogLog) throws(EvokeError) -> VectorStamp {
        try map("SELECT number, token FROM \(log.rawValue)_changes ORDER BY number DESC LIMIT 1") { row in
            VectorStamp(number: row.integer(0), token: row.integer(1))
        }.first ?? VectorStamp(number: 0, token: 0)
    }

    /// Whether that state is still in the log.
    package func remembers(_ stamp: VectorStamp, in log: CatalogLog) throws(EvokeError) -> Bool {
        try has("SELECT 1 FROM \(log.rawValue)_changes WHERE number = $1 AND token = $2", stamp.number, stamp.token)
    }

    /// Nil if that state has been trimmed from the log.
    package func photosChanged(since stamp: VectorStamp) throws(EvokeError) -> Set<Int64>? {
        guard try remembers(stamp, in: .photos) else { return nil }
        let sql = "SELECT DISTINCT photo FROM photo_changes WHERE number > $1 AND photo IS NOT NULL"
        return Set(try integers(sql, stamp.number))
    }

    /// Logs that all photos with one of these contents have changed; returns how many there are.
    @discardableResult
    package func change(_ contents: [ContentDigest]) throws(EvokeError) -> Int {
        let photos = try integers("SELECT photo FROM photos WHERE content IN list($1)", contents)
        changes.photos.formUnion(photos)
        return photos.count
    }
}
