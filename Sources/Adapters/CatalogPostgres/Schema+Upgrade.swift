import EvokeCatalog
import EvokeValues

extension Schema {
    /// The oldest format that can be upgraded: the last one of Evoke 0.1.
    static let oldest = 13

    /// Makes today's tables from those of that format.
    private static let upgrade = """
        ALTER TABLE evoke.facts RENAME TO metadata;
        ALTER TABLE evoke.cuts RENAME TO truncations;
        ALTER TABLE evoke.looks RENAME TO fingerprints;
        ALTER TABLE evoke.doubts RENAME TO suspects;
        ALTER TABLE evoke.face_words RENAME TO face_decisions;
        ALTER TABLE evoke.written RENAME TO full_text;
        ALTER TABLE evoke.exclusions RENAME place TO position;
        ALTER TABLE evoke.companions RENAME place TO position;
        ALTER TABLE evoke.keywords RENAME place TO position;
        ALTER TABLE evoke.fingerprints RENAME look TO fingerprint;
        ALTER TABLE evoke.placed_faces RENAME said TO decided;
        ALTER TABLE evoke.vectors RENAME halves TO half_floats;
        ALTER INDEX evoke.models_library_fingerprint_key RENAME TO models_by_fingerprint;
        ALTER INDEX evoke.folders_library_digest_key RENAME TO folders_by_path;
        ALTER INDEX evoke.photos_library_folder_name_key RENAME TO photos_by_name;
        ALTER INDEX evoke.placed_faces_person RENAME TO placed_faces_by_person;
        ALTER INDEX evoke.written_terms RENAME TO full_text_by_term;
        DROP INDEX evoke.places_unknown;
        ALTER TABLE evoke.places ALTER known DROP DEFAULT;
        ALTER TABLE evoke.places ALTER known TYPE bigint USING known::int;
        ALTER TABLE evoke.places ALTER known SET DEFAULT 0;
        CREATE INDEX places_unknown ON evoke.places(library, photo) WHERE known = 0;
        """

    /// Makes the tables that it had not, and admits to them everybody who was admitted to a library.
    private static func newTables(vector: String) -> String {
        let tables = CatalogTable.all.filter(\.isNew)
        return """
            \(tables.map { $0.definition(vector: vector) + policies(of: $0.name) }.joined(separator: "\n"))
            \(admission)
            SELECT evoke.admit(l.name, m.role, m.writes) FROM evoke.members m JOIN evoke.libraries l USING (library)
                JOIN pg_roles r ON r.oid = m.role;
            """
    }

    /// For readers. An older library is upgraded if they may do that.
    static func check(
        _ connection: PostgresConnection, _ upgrading: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        switch try state(of: connection) {
        case .current: return
        case .empty: throw noLibrary(at: connection.address)
        case .older(let format):
            do throws(EvokeError) {
                return try prepare(connection, upgrading)
            } catch  where [.notAllowed, .readOnly].contains(error.kind) && !connection.isLost {}
            throw EvokeError(
                .unsupported, doing: "open the library", subject: connection.address.display,
                reason: "its database has the older format \(format); this version reads format \(self.format)",
                remedies: [
                    .advice("Its owner can upgrade it by opening it with this version."), .chooseOption(.library),
                ])
        }
    }

    /// For writers: creates missing tables and upgrades older ones. If several processes do so at once, one does the
    /// work and the others wait, however long it takes; `upgrading` tells them.
    static func prepare(
        _ connection: PostgresConnection, _ upgrading: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        if case .current = try state(of: connection) { return }
        var hasWaited = false
        defer { if hasWaited { upgrading(UpgradeProgress(.end)) } }
        while try !beginAlone(connection) {
            upgrading(UpgradeProgress(.turn))
            hasWaited = true
        }
        do throws(EvokeError) {
            // Another process may have upgraded it while this one waited for the lock.
            let statements =
                switch try state(of: connection) {
                case .current: ""
                case .older: upgrade + newTables(vector: try checkServer(connection))
                case .empty: tables(vector: try checkServer(connection))
                }
            try connection.execute(
                "\(statements); UPDATE evoke.format SET version = \(format); COMMIT", doing: "upgrade the database of")
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Begins a transaction that holds the lock. False if another process has held it for a second.
    private static func beginAlone(_ connection: PostgresConnection) throws(EvokeError) -> Bool {
        do throws(EvokeError) {
            try connection.execute(
                """
                BEGIN; SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(\(lock));
                SET LOCAL lock_timeout = '\(PostgresConnection.longestWait)'
                """, doing: "upgrade the database of")
            return true
        } catch  where error.kind == .libraryBusy && !connection.isLost {
            connection.rollBack()
            return false
        }
    }

    /// "Evoke's tables": the advisory lock of whoever creates or upgrades them.
    static let lock = 0x4576_6F6B_0000_0001

    static func noLibrary(at address: PostgresAddress) -> EvokeError {
        EvokeError(
            .notFound, doing: "open the library", subject: address.display,
            reason: "there is no library of that name that you may read",
            remedies: [
                .index(), .advice("Or ask the owner of the database for access."), .chooseOption(.library),
            ])
    }

    private static func state(of connection: PostgresConnection) throws(EvokeError) -> CatalogFormat {
        // Not by `to_regclass`, which in a transaction that has waited still reports that the table does not exist.
        let found = try connection.nativeInteger(
            """
            SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'evoke' AND c.relname = 'format'
            """)
        guard found != nil else { return .empty }
        guard let version = try connection.nativeInteger("SELECT version FROM evoke.format"), version > 0 else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: connection.address.display,
                reason: "its schema 'evoke' is not Evoke's", remedies: [.chooseOption(.library)])
        }
        return try CatalogFormat(Int(version), oldest: oldest, of: connection.address.display)
    }

    // MARK: - Requirements on the server

    /// Returns pgvector's schema, quoted for SQL.
    private static func checkServer(_ connection: PostgresConnection) throws(EvokeError) -> String {
        let row = try connection.rows(
            "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding')"
        ).first
        let (version, encoding) = (row?.integer(0) ?? 0, row?.text(1) ?? "")
        guard version >= 150_000 else {
            throw unfit(
                connection, "the server has PostgreSQL \(version / 10_000), but Evoke needs 15 or later",
                "Upgrade the server.")
        }
        guard encoding == "UTF8" else {
            throw unfit(connection, "the database's encoding is \(encoding)", "Create one with the encoding UTF8.")
        }
        let known = """
            SELECT quote_ident(n.nspname), e.extversion FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
            WHERE e.extname = 'vector'
            """
        if try connection.rows(known).first == nil {
            do throws(EvokeError) {
                try connection.execute(
                    "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public", doing: "create a library in")
            } catch  where !connection.isLost && error.kind != .readOnly {
                throw unfit(
                    connection, "pgvector is missing and could not be added: \(error.cause?.text ?? error.reason)",
                    "Install pgvector 0.7 or later on the server, and create the extension 'vector' in the database.")
            }
        }
        guard let found = try connection.rows(known).first else {
            throw unfit(connection, "pgvector is not installed", "Create the extension 'vector' in the database.")
        }
        let numbers = found.text(1).split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        guard (numbers[0], numbers[1]) >= (0, 7) else {
            throw unfit(
                connection, "it has pgvector \(found.text(1)), but Evoke needs 0.7 or later",
                "Update it with ALTER EXTENSION vector UPDATE.")
        }
        return found.text(0)
    }

    private static func unfit(_ connection: PostgresConnection, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(
            .unsupported, doing: "create a library in", subject: connection.address.display, reason: reason,
            remedies: [.advice(remedy), .chooseOption(.library)])
    }
}
