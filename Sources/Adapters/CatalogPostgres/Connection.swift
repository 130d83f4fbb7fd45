import EvokeCPQ
import EvokeValues
import EvokeWorkers

/// Owns one connection to a server. Used by one caller at a time.
final class Connection {
    let handle: OpaquePointer
    let address: PostgresAddress
    /// The names under which the server knows the statements, by their texts.
    private var prepared: [String: String] = [:]
    private var cursors = 0
    /// Whose statements run; nil where they run to their end.
    private var cancellation: Cancellation?

    /// The number of the library; statements have it as `$1`.
    var library: Int64 = 0
    /// By which paths are translated between this machine and the catalogue.
    var places = RootPaths()
    /// What the transaction under way has changed.
    var changes = Changes()
    /// Whether the transaction under way came in the way of another: done again, it comes through.
    var hasLostRace = false
    /// Numbers that nothing has yet.
    var stocks: [NumberKind: NumberStock] = [:]
    /// How this database calls the type of vectors, once somebody has asked.
    var typeOfVectors: (number: UInt32, name: String)?

    init(to address: PostgresAddress) throws(EvokeError) {
        self.address = address
        handle = try Self.connect(to: address)
        // libpq would print them, in the midst of what a command says.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        // Names in statements are those of PostgreSQL and of Evoke, whatever was set for the user or the database.
        try execute(
            """
            SET search_path = pg_catalog, pg_temp; SET lock_timeout = '\(Self.longestWait)'; SET jit = off;
            SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0
            """, doing: "open the library")
    }

    deinit {
        PQfinish(handle)
    }

    /// How long a statement waits for what another transaction has locked.
    static let longestWait = "10s"

    /// Whether the way to the server is gone.
    var isLost: Bool { isGivenUp || PQstatus(handle) != CONNECTION_OK }
    /// Whether it is not used any more, whatever the server says.
    private var isGivenUp = false

    /// What still comes over it is nobody's any more.
    func giveUp() { isGivenUp = true }

    /// Runs statements that return nothing.
    func execute(_ sql: String, doing: String = "change the library") throws(EvokeError) {
        try send(doing) { PQsendQuery(handle, sql) }
        _ = try answer(doing)
    }

    /// What a statement gives. It is prepared once for each text, and `$1` is the library.
    @discardableResult
    func rows(_ sql: String, _ values: any Bindable...) throws(EvokeError) -> Rows {
        try rows(sql, values)
    }

    @discardableResult
    func rows(_ sql: String, _ values: [any Bindable]) throws(EvokeError) -> Rows {
        let doing = "use the library"
        let values = [library as any Bindable] + kept(values)
        let types = values.map { Swift.type(of: $0).type }
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
            Self.withBytes(of: values) { PQsendQueryPrepared(handle, name, Int32(values.count), $0, $1, $2, 1) }
        }
        return try answer(doing)
    }

    /// Goes through the rows of a statement, however many there are, a part at a time. It belongs to a transaction.
    func forEachRow(
        _ sql: String, _ values: any Bindable..., body: (Row) throws -> Void
    ) throws {
        cursors += 1
        let cursor = "c\(cursors)"
        let doing = "read the library"
        let values = [library as any Bindable] + kept(values)
        let types = values.map { Swift.type(of: $0).type }
        try send(doing) {
            Self.withBytes(of: values) {
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
    }

    private static let rowsAtOnce = 1_024

    /// The first number of the first row, or nil when there is no row.
    func integer(_ sql: String, _ values: any Bindable...) throws(EvokeError) -> Int64? {
        try rows(sql, values).first?.optionalInteger(0)
    }

    // MARK: - Ending what nobody wants any more

    /// Ends the statements of `body` once the wish has ended; those of a transaction are undone with all of it.
    func granting<Result, Failure: Error>(
        _ cancellation: Cancellation, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        self.cancellation = cancellation
        defer { self.cancellation = nil }
        return try body()
    }

    /// Undoes the transaction under way. That is wanted also where its statements are not any more: a server that were asked
    /// to end this, too, would be left in the midst of the transaction.
    func rollBack() {
        guard !isLost else { return }
        let (cancellation, within) = (cancellation, answersWithin)
        (self.cancellation, answersWithin) = (nil, Self.patience)
        defer { (self.cancellation, answersWithin) = (cancellation, within) }
        do { try execute("ROLLBACK") } catch { giveUp() }
    }

    private var isWanted: Bool { cancellation?.isAlive ?? true }

    /// Between two looks at whether a statement is wanted still, in milliseconds.
    static let look: Int32 = 20
    /// How long each answer may take; nil for as long as it takes.
    var answersWithin: Duration?
    private var deadline: ContinuousClock.Instant?
    /// How long the server may take to end a statement.
    static let patience = Duration.seconds(10)

    /// Asks the server to end what runs. It is this connection's statement alone that may run now.
    private func cancel() {
        guard let request = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(request) }
        var words = [CChar](repeating: 0, count: 256)
        PQcancel(request, &words, Int32(words.count))
    }

    // MARK: - Statements and their answers

    func send(_ doing: String, _ body: () -> Int32) throws(EvokeError) {
        deadline = answersWithin.map { .now + $0 }
        guard body() == 1 else { throw .postgres(.of(handle), doing: doing, at: address) }
    }

    /// The answer to what was sent; the last one, where there are several.
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

    /// Hears that `COPY` begins; what refuses it comes in its place.
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

    /// What there is of the next row that is copied out; nil after the last one. It is to be freed.
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

    /// A while for what the server says, and no longer than it is wanted.
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

    private func kept(_ values: [any Bindable]) -> [any Bindable] {
        guard !places.roots.isEmpty else { return values }
        return values.map { ($0 as? any OfPaths)?.kept(by: places) ?? $0 }
    }

    private static func withBytes(
        of values: [any Bindable],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Int32
    ) -> Int32 {
        let all = values.map(\.binary)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(all.reduce(1) { $0 + ($1?.count ?? 0) })
        for case let value? in all { bytes += value }
        // A value without bytes is no NULL.
        bytes.append(0)
        return bytes.withUnsafeBytes { bytes in
            var place = 0
            var starts: [UnsafePointer<CChar>?] = []
            for value in all {
                starts.append(
                    value.map { _ in bytes.baseAddress!.advanced(by: place).assumingMemoryBound(to: CChar.self) })
                place += value?.count ?? 0
            }
            return body(starts, all.map { Int32($0?.count ?? 0) }, all.map { _ in 1 })
        }
    }
}
