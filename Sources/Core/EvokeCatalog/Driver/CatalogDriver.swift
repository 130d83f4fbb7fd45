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
    ///
    /// - Parameters:
    ///   - isRepeatable: whether doing it twice has the same result as doing it once.
    ///   - isAlone: whether to keep out other writers, because it changes something about all photos.
    func transaction<Result: Sendable>(
        isRepeatable: Bool, isAlone: Bool, _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result

    /// Runs `body` with the columns that conditions are evaluated on, as of now; all that it reads is of the same state.
    func withColumns<Result: Sendable>(
        _ body: @escaping @Sendable (inout PhotoColumns, Connection) throws -> Result
    ) async throws -> Result

    /// Whether the columns are worth loading for a question that can be answered without them.
    func wantsColumns() async throws -> Bool

    /// Sees to it that nothing of what was deleted is left in any file of the library.
    func eraseDeleted() async throws

    /// Whether copies have paths as they are in the catalog, rather than as on this machine.
    var copiesNames: Bool { get }

    /// Forgets the folders of roots on this machine.
    func forgetPlaces(of roots: [DiskPath]) throws(EvokeError)

    /// The same for recording these changes, which a driver may prepare for.
    func write<Result: Sendable>(
        recording changes: [CatalogChange], by model: ModelID,
        _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result
}

extension CatalogDriver {
    package var copiesNames: Bool { true }

    package func eraseDeleted() async throws {}

    package func forgetPlaces(of roots: [DiskPath]) {}

    package func write<Result: Sendable>(
        recording changes: [CatalogChange], by model: ModelID,
        _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await write(body)
    }

    package func write<Result: Sendable>(
        isRepeatable: Bool = true, isAlone: Bool = false,
        _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await transaction(isRepeatable: isRepeatable, isAlone: isAlone, body)
    }
}

/// A connection to a database, used by one caller at a time.
///
/// Statements are in SQL as both databases understand it: `INSERT INTO t(…) VALUES(…)` with one row, `ON CONFLICT`,
/// `IS DISTINCT FROM`; parameters are `$1` and up, and `IN list($1)` tests against a list. In a database of many
/// libraries, they concern the rows of one. `path = $1` uses the index of paths. A plus before a column keeps its index
/// from being used (`+p.content`), where a database needs to be told. `COLLATE BINARY` compares texts byte by byte.
/// `content_hash(column)` is a number that identifies bytes. `FOR NO KEY UPDATE OF p` at the end of a query locks the
/// photos that it reads, as `lock` does.
package protocol CatalogConnection: AnyObject {
    associatedtype Row: CatalogRow

    /// Goes through the rows of a statement, and returns how many rows it has changed. The result of a query is held in
    /// memory where the database is elsewhere.
    @discardableResult
    func run(
        _ sql: String, with values: [any CatalogBindable], _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int

    /// The same for results of any size, within a snapshot or a transaction.
    func stream(_ sql: String, with values: [any CatalogBindable], _ body: (Row) throws -> Void) throws

    /// Adds rows with values for these columns, all of the table's if nil; returns how many.
    @discardableResult
    func insert(
        _ rows: [[CatalogValue]], into table: CatalogTable, _ columns: [String]?, onConflict: ConflictRule
    ) throws(EvokeError) -> Int

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

    /// Ends work in many short statements that nobody waits for any more.
    func checkCancellation() throws(EvokeError)

    /// Keeps these photos from being changed by others until the transaction ends.
    func lock(_ photos: [Int64]) throws(EvokeError)

    /// What the current transaction has changed, for followers.
    var changes: CatalogChanges { get set }

    /// Adds changes to the logs for followers, and returns the numbers of the last ones in them.
    func log(
        _ vectors: [CatalogChanges.Vector], _ photos: [Int64]
    ) throws(EvokeError) -> (vectors: Int64, photos: Int64)

    /// A path of this machine, as in the catalog.
    func kept(_ path: DiskPath) -> DiskPath

    /// Throws if a root without a name would overlap a named one.
    func checkThatNoNamedRoot(liesIn folder: DiskPath) throws(EvokeError)

    /// Forgets what waits to be indexed below a path, unless another root holds all of it.
    func forgetQueue(under path: DiskPath, areHeld: Bool) throws(EvokeError)

    /// Removes words that are no longer in any picture.
    func forgetWords() throws(EvokeError)

    /// The parts of a check, besides the photos' files.
    static var checkedParts: [CheckReport.Part] { get }

    /// Checks what only this database has. Returns how many items of the part there are.
    func check(_ part: CheckReport.Part, _ report: inout CheckReport) throws -> Int

    /// Whether the full text is that of the photos.
    func isFullTextRight() throws(EvokeError) -> Bool

    /// Whether rows have checksums: there may be more to repair than the suspects then.
    static var hasChecksums: Bool { get }

    /// Whether a row does not match its checksum, as a condition on a table's alias.
    static func isWrong(_ table: CatalogTable, _ row: String) -> String

    /// Repairs what other statements depend on.
    func repairIndexes() throws(EvokeError)

    /// Repairs what belongs to no photo, and returns what is lost.
    func repairRows(_ model: ModelID) throws(EvokeError) -> [EvokeError]

    /// Drops what libraries have left in the database. Call it outside of transactions.
    func dropLeftovers() throws(EvokeError)

    /// Whether a row of a table was changed by something else than Evoke, as a condition.
    static func isDamaged(_ table: CatalogTable) -> String

    /// Whether a file at the path of a photo `p` in a folder `d` waits to be indexed, as a condition.
    static var isQueued: String { get }

    /// The latest state in a log of changes.
    func newest(of log: CatalogLog) throws(EvokeError) -> VectorStamp

    /// Photos whose full text answers the question.
    func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID]

    /// Replaces the full text of these photos; those without a text are gone.
    func replaceTexts(of photos: Set<Int64>, with texts: [(photo: Int64, texts: PhotoTexts)]) throws(EvokeError)

    /// Drops the full text of photos that were deleted, unless it went with them.
    func dropTexts(of photos: [Int64]) throws(EvokeError)

    /// Drops all full text before it is written anew, unless replacing it is as good.
    func dropTexts() throws(EvokeError)

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
    package static var isQueued: String { "1 = 0" }
    package static func isDamaged(_ table: CatalogTable) -> String { "1 = 0" }
    package static var hasChecksums: Bool { false }
    package static func isWrong(_ table: CatalogTable, _ row: String) -> String { "1 = 0" }
    package static var checkedParts: [CheckReport.Part] { CheckReport.Part.ofTheLibrary }
    package func checkThatNoNamedRoot(liesIn folder: DiskPath) {}
    package func forgetQueue(under path: DiskPath, areHeld: Bool) {}
    package func repairIndexes() {}
    package func dropLeftovers() {}
    package func kept(_ path: DiskPath) -> DiskPath { path }
    package func dropTexts(of photos: [Int64]) {}
    package func dropTexts() {}

    @discardableResult
    package func run(_ sql: String, _ values: any CatalogBindable...) throws(EvokeError) -> Int {
        try run(sql, with: values) { _ in }
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
