import EvokeCPQ
import EvokeCatalog
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Owns one connection to a server. Not thread-safe: used by one caller at a time.
final class PostgresConnection {
    let handle: OpaquePointer
    let address: PostgresAddress
    /// The server-side names of prepared statements, by their SQL.
    private var prepared: [String: String] = [:]
    private var cursors = 0
    /// Interrupts the running statements; nil if they cannot be interrupted.
    private var cancellation: Cancellation?

    /// The library's number, which statements have as `$1`.
    var library: Int64 = 0
    /// Translates between local paths and those in the catalog.
    var places = RootPaths()
    /// What the current transaction has changed.
    var changes = CatalogChanges()
    /// The server's ID of the last transaction that logged its changes.
    var transaction = ""
    /// Whether the current transaction conflicted with another one, and may succeed when it is repeated.
    var hasLostRace = false
    /// Reserved numbers.
    var stocks: [CatalogTable: NumberStock] = [:]
    /// The OID and name of the vector type in this database, once looked up.
    var typeOfVectors: (number: UInt32, name: String)?

    init(to address: PostgresAddress) throws(EvokeError) {
        self.address = address
        handle = try Self.connect(to: address)
        // libpq would print them to standard error.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // An explicit search path, whatever is configured for the user or the database.
        try execute(
            """
            SET search_path = pg_catalog, pg_temp; SET lock_timeout = '\(Self.longestWait)'; SET jit = off;
            SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0
            """, doing: "open the library")
    }

    deinit {
        PQfinish(handle)
    }

    /// How long a statement waits for locks of other transactions.
    static let longestWait = "10s"

    /// Whether the connection is unusable.
    var isLost: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }
    /// Whether it was abandoned, whatever its status.
    private var isGivenUp = false

    /// Abandons the connection and whatever is still arriving over it.
    func giveUp() { isGivenUp = true }

    func execute(_ sql: String, doing: String = "change the library") throws(EvokeError) {
        try send(doing) { PQsendQuery(handle, sql) }
        _ = try answer(doing)
    }

    /// The result of a statement, which is prepared once per SQL text. `$1` is the library.
    @discardableResult
    func rows(_ sql: String, _ values: any Bindable...) throws(EvokeError) -> Rows {
        try rows(sql, values)
    }

    @discardableResult
    func rows(_ sql: String, _ values: [any Bindable]) throws(EvokeError) -> Rows {
        let doing = "use the library"
        let values = [library as any Bindable] + values
        let types = values.map(\.oid)
        let name: String
        if let known = prepared[sql] {
            name = known
        } else {
            name = "s\(prepared.count)"
            try send(doing) { PQsendPrepare(handle, name, sql, Int32(types.count), types) }
            _ = try answer(doing)
            prepared[sql] = name
        }
        try send(doing) {
            withBytes(of: values) { PQsendQueryPrepared(handle, name, Int32(values.count), $0, $1, $2, 1) }
        }
        return try answer(doing)
    }

    /// Statements of the catalog, translated.
    private var translations: [String: String] = [:]

    func translated(_ sql: String) -> String {
        if let known = translations[sql] { return known }
        let translated = Dialect.translate(sql)
        translations[sql] = translated
        return translated
    }

    /// Goes through the rows of a statement in parts, with a cursor. Call it within a transaction.
    func forEachRow(
        _ sql: String, _ values: [any Bindable], _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int {
        cursors += 1
        let cursor = "c\(cursors)"
        let doing = "read the library"
        let values = [library as any Bindable] + values
        let types = values.map(\.oid)
        try send(doing) {
            withBytes(of: values) {
                PQsendQueryParams(
                    handle, "DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", Int32(values.count), types, $0, $1, $2, 1)
            }
        }
        _ = try answer(doing)
        while true {
            try send(doing) {
                PQsendQueryParams(handle, "FETCH FORWARD \(Self.rowsAtOnce) FROM \(cursor)", 0, nil, nil, nil, nil, 1)
            }
            let rows = try answer(doing)
            for row in rows { try body(row) }
            if rows.count < Self.rowsAtOnce { break }
        }
        try execute("CLOSE \(cursor)", doing: doing)
        return 0
    }

    private static let rowsAtOnce = 1_024

    /// The first number of the first row; nil if there is no row.
    func nativeInteger(_ sql: String, _ values: any Bindable...) throws(EvokeError) -> Int64? {
        try rows(sql, values).first?.optionalInteger(0)
    }

    // MARK: - Cancellation

    /// Interrupts the statements of `body` on cancellation; an interrupted transaction is rolled back as a whole.
    func granting<Result, Failure: Error>(
        _ cancellation: Cancellation, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        self.cancellation = cancellation
        defer { self.cancellation = nil }
        return try body()
    }

    /// Rolls back the current transaction. This is never canceled, since the connection would stay in the middle of
    /// the transaction.
    func rollBack() {
        guard !isLost else { return }
        let (cancellation, within) = (cancellation, answersWithin)
        (self.cancellation, answersWithin) = (nil, Self.patience)
        defer { (self.cancellation, answersWithin) = (cancellation, within) }
        do { try execute("ROLLBACK") } catch { giveUp() }
    }

    private var isWanted: Bool { cancellation?.isAlive ?? true }

    /// The interval between checks for cancellation, in milliseconds.
    static let look: Int32 = 20
    /// The time limit for each answer; nil for none.
    var answersWithin: Duration?
    private var deadline: ContinuousClock.Instant?
    /// How long the server may take to cancel a statement.
    static let patience = Duration.seconds(10)

    /// Asks the server to cancel the statement of this connection.
    private func cancel() {
        guard let request = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(request) }
        var words = [CChar](repeating: 0, count: 256)
        PQcancel(request, &words, Int32(words.count))
    }

    // MARK: - Statements and results

    func send(_ doing: String, _ body: () -> Int32) throws(EvokeError) {
        deadline = answersWithin.map { .now + $0 }
        guard body() == 1 else { throw .postgres(.of(handle), doing: doing, at: address) }
    }

    /// The result of what was sent; the last one if there are several.
    func answer(_ doing: String) throws(EvokeError) -> Rows {
        var (last, failure): (Rows?, PostgresFailure?)
        var askedToEnd: ContinuousClock.Instant?
        while true {
            while PQisBusy(handle) == 1 { try wait(doing, &askedToEnd) }
            guard let result = PQgetResult(handle) else { break }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                last = Rows(result, places)
            default:
                failure = failure ?? .of(result: result, handle)
                PQclear(result)
            }
        }
        if let failure {
            hasLostRace = failure.isOfRace
            throw .postgres(failure, doing: doing, at: address)
        }
        guard let last else { throw .postgres(.of(handle), doing: doing, at: address) }
        return last
    }

    /// Waits until `COPY` begins; throws if the server refuses it.
    func beginCopy(_ status: ExecStatusType, _ doing: String) throws(EvokeError) {
        var askedToEnd: ContinuousClock.Instant?
        while PQisBusy(handle) == 1 { try wait(doing, &askedToEnd) }
        guard let begun = PQgetResult(handle) else { throw .postgres(.of(handle), doing: doing, at: address) }
        defer { PQclear(begun) }
        guard PQresultStatus(begun) == status else {
            let failure = PostgresFailure.of(result: begun, handle)
            while let rest = PQgetResult(handle) { PQclear(rest) }
            throw .postgres(failure, doing: doing, at: address)
        }
    }

    /// The next piece of data that is copied out, which the caller frees; nil at the end.
    func nextCopied(_ doing: String) throws(EvokeError) -> UnsafeRawBufferPointer? {
        var (bytes, askedToEnd): (UnsafeMutablePointer<CChar>?, ContinuousClock.Instant?)
        while true {
            let count = PQgetCopyData(handle, &bytes, 1)
            switch count {
            case 0: try wait(doing, &askedToEnd)
            case -1: return nil
            case 1...: return UnsafeRawBufferPointer(start: bytes, count: Int(count))
            default: throw .postgres(.of(handle), doing: doing, at: address)
            }
        }
    }

    /// Waits for data from the server, checking for cancellation and the deadline.
    private func wait(_ doing: String, _ askedToEnd: inout ContinuousClock.Instant?) throws(EvokeError) {
        if !isWanted, askedToEnd == nil {
            askedToEnd = .now
            cancel()
        }
        let isOverdue = askedToEnd.map { .now - $0 > Self.patience } ?? deadline.map { .now > $0 } ?? false
        if isOverdue {
            giveUp()
            throw .postgres(.silence, doing: doing, at: address)
        }
        _ = evoke_pq_wait(handle, 0, Self.look)
        guard PQconsumeInput(handle) == 1 else { throw .postgres(.of(handle), doing: doing, at: address) }
    }

    private func withBytes(
        of values: [any Bindable],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        let all = values.map { $0.binary(places) }
        return Self.withPointers(to: all) { body($0, all.map { Int32($0?.count ?? 0) }, all.map { _ in 1 }) }
    }

    private static func withPointers<Result>(
        to values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
        for case let value? in values { bytes += value }
        // Keeps an empty value from becoming NULL.
        bytes.append(0)
        return bytes.withUnsafeBytes { bytes in
            var place = 0
            return body(
                values.map { value in
                    defer { place += value?.count ?? 0 }
                    return value.map { _ in bytes.baseAddress!.advanced(by: place).assumingMemoryBound(to: CChar.self) }
                })
        }
    }

    static func connect(to address: PostgresAddress) throws(EvokeError) -> OpaquePointer {
        guard let handle = begin(address, PQconnectdbParams) else {
            throw .postgres(.noMemory, doing: "connect to", at: address)
        }
        guard PQstatus(handle) != CONNECTION_OK else { return handle }
        let words = PostgresFailure.of(handle).words
        let lacksPassword = PQconnectionNeedsPassword(handle) == 1
        PQfinish(handle)
        var failure = PostgresFailure(state: PostgresFailure.wrongPassword, words: words)
        if !lacksPassword { failure = refusal(by: address, words) }
        throw .postgres(failure, doing: "connect to", at: address)
    }

    /// libpq reports a failed connection only as text, in the server's language. At its highest verbosity it includes
    /// the SQLSTATE, but that cannot be requested while it tries several hosts in turn.
    private static func refusal(by address: PostgresAddress, _ words: String) -> PostgresFailure {
        var failure = PostgresFailure(state: "", words: words)
        guard let handle = begin(address, PQconnectStartParams) else { return failure }
        defer { PQfinish(handle) }
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        let end = ContinuousClock.now + patience
        var isWriting: Int32 = 1
        while ContinuousClock.now < end, PQstatus(handle) != CONNECTION_BAD {
            if evoke_pq_wait(handle, isWriting, look) == 0 { continue }
            let isEncrypting = PQstatus(handle) == CONNECTION_SSL_STARTUP
            switch PQconnectPoll(handle) {
            case PGRES_POLLING_READING: isWriting = 0
            case PGRES_POLLING_WRITING: isWriting = 1
            case PGRES_POLLING_FAILED: failure.isOfEncryption = isEncrypting
            default: break
            }
            if PQstatus(handle) == CONNECTION_OK { break }
        }
        failure.state = PostgresFailure.of(handle).stateInWords
        return failure
    }

    private static func begin(
        _ address: PostgresAddress,
        _ connect: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?, Int32
        ) -> OpaquePointer?
    ) -> OpaquePointer? {
        // The address overrides options before it; it cannot override those after it.
        let options = [
            ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "20000"), ("dbname", address.server),
            ("application_name", name),
            ("client_encoding", "UTF8"),
        ]
        let (names, values) = (options.map { Array($0.0.utf8) + [0] }, options.map { Array($0.1.utf8) + [0] })
        return withPointers(to: names) { names in withPointers(to: values) { connect(names + [nil], $0 + [nil], 1) } }
    }

    /// Shown in the server's list of activity.
    private static var name: String { "evoke \(OwnProcess.number)" + (Machine.name.map { " on \($0)" } ?? "") }
}
