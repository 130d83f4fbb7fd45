import EvokeValues

extension Schema {
    /// The format that this version of Evoke reads and writes.
    static let format = Int64(steps(vector: "").count)

    /// What a database is to this version of Evoke.
    private enum State {
        case empty, current
        case older(format: Int64)
    }

    /// For a reader: it changes nothing.
    static func check(_ connection: Connection) throws(EvokeError) {
        switch try state(of: connection) {
        case .current: return
        case .empty: throw noLibrary(at: connection.address)
        case .older(let format):
            throw EvokeError(
                .unsupported, doing: "open the library", subject: connection.address.display,
                reason: "its database is of format \(format), and this Evoke reads format \(self.format)",
                remedies: [
                    .advice("Have its owner index with this Evoke, which upgrades it."), .chooseOption(.library),
                ])
        }
    }

    /// For a writer: tables that are not there are made, and older ones upgraded. Of several who do so at once, one does
    /// it and the others wait, for as long as that takes; `upgrading` hears of it.
    static func prepare(
        _ connection: Connection, _ upgrading: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        if case .current = try state(of: connection) { return }
        var hasWaited = false
        defer { if hasWaited { upgrading(UpgradeProgress(.end)) } }
        while try !beginAlone(connection) {
            upgrading(UpgradeProgress(.turn))
            hasWaited = true
        }
        do throws(EvokeError) {
            // Another process may have done it while this one waited for the lock.
            let version: Int64
            switch try state(of: connection) {
            case .current: version = format
            case .older(let format): version = format
            case .empty: version = 0
            }
            if version < format {
                for step in steps(vector: try checkServer(connection)).dropFirst(Int(version)) {
                    try connection.execute(step, doing: "upgrade the database of")
                }
            }
            try connection.execute(
                "UPDATE evoke.format SET version = \(format); COMMIT", doing: "upgrade the database of")
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Begins a transaction that has the lock. False where another process has had it for a second.
    private static func beginAlone(_ connection: Connection) throws(EvokeError) -> Bool {
        do throws(EvokeError) {
            try connection.execute(
                """
                BEGIN; SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(\(lock));
                SET LOCAL lock_timeout = '\(Connection.longestWait)'
                """, doing: "upgrade the database of")
            return true
        } catch  where error.kind == .libraryBusy && !connection.isLost {
            connection.rollBack()
            return false
        }
    }

    /// "Evoke's tables", for whoever makes or upgrades them.
    static let lock = 0x4576_6F6B_0000_0001

    static func noLibrary(at address: PostgresAddress) -> EvokeError {
        EvokeError(
            .notFound, doing: "open the library", subject: address.display,
            reason: "there is no library of that name that you may read",
            remedies: [
                .index(), .advice("Or ask the owner of the database to admit you to it."), .chooseOption(.library),
            ])
    }

    private static func state(of connection: Connection) throws(EvokeError) -> State {
        // Not by `to_regclass`: in a transaction that has waited, the server still holds that there was no such table.
        let found = try connection.integer(
            """
            SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'evoke' AND c.relname = 'format'
            """)
        guard found != nil else { return .empty }
        guard let version = try connection.integer("SELECT version FROM evoke.format"), version > 0 else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: connection.address.display,
                reason: "its schema 'evoke' is not what Evoke makes", remedies: [.chooseOption(.library)])
        }
        guard version <= format else {
            throw EvokeError(
                .libraryNewer, doing: "open the library", subject: connection.address.display,
                reason: "a newer Evoke made its database (format \(version); this one reads up to \(format))",
                remedies: [.advice("Update Evoke."), .chooseOption(.library)])
        }
        return version == format ? .current : .older(format: version)
    }

    // MARK: - What the server must have

    /// The schema that pgvector is in, as SQL has it.
    private static func checkServer(_ connection: Connection) throws(EvokeError) -> String {
        let row = try connection.rows(
            "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')"
        ).first
        let (version, encoding) = (row?.integer(0) ?? 0, row?.text(1) ?? "")
        guard version >= 150_000 else {
            throw unfit(
                connection, "its server is PostgreSQL \(version / 10_000), and Evoke needs 15 or later",
                "Upgrade the server.")
        }
        guard encoding == "UTF8" else {
            throw unfit(connection, "its database keeps texts in \(encoding)", "Make a database in UTF8.")
        }
        let known = """
            SELECT quote_ident(n.nspname), e.extversion FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
            WHERE e.extname = 'vector'
            """
        if try connection.rows(known).first == nil {
            do throws(EvokeError) {
                try connection.execute(
                    "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public", doing: "make a library in")
            } catch  where !connection.isLost && error.kind != .readOnly {
                throw unfit(
                    connection, "it has no pgvector, and that could not be added: \(error.cause?.text ?? error.reason)",
                    "Have pgvector 0.7 or later installed on the server, and the extension 'vector' created in the "
                        + "database.")
            }
        }
        guard let found = try connection.rows(known).first else {
            throw unfit(connection, "it has no pgvector", "Have the extension 'vector' created in the database.")
        }
        let numbers = found.text(1).split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        guard (numbers[0], numbers[1]) >= (0, 7) else {
            throw unfit(
                connection, "its pgvector is \(found.text(1)), and Evoke needs 0.7 or later",
                "Have it updated, with ALTER EXTENSION vector UPDATE.")
        }
        return found.text(0)
    }

    private static func unfit(_ connection: Connection, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(
            .unsupported, doing: "make a library in", subject: connection.address.display, reason: reason,
            remedies: [.advice(remedy), .chooseOption(.library)])
    }
}
