import EvokeCPQ
import EvokeSystem
import EvokeValues

extension Connection {
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
        let (names, values) = (options.map { Array($0.0.utf8CString) }, options.map { Array($0.1.utf8CString) })
        return pointers(to: names) { names in pointers(to: values) { connect(names, $0, 1) } }
    }

    /// Shown in the server's list of activity.
    private static var name: String { "evoke \(OwnProcess.number)" + (Machine.name.map { " on \($0)" } ?? "") }

    private static func pointers<Result>(
        to texts: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var all = texts.flatMap(\.self)
        return all.withUnsafeMutableBufferPointer { all in
            var place = 0
            var starts: [UnsafePointer<CChar>?] = []
            for text in texts {
                starts.append(UnsafePointer(all.baseAddress! + place))
                place += text.count
            }
            return body(starts + [nil])
        }
    }
}
