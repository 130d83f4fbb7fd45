import EvokeCatalog
import EvokeValues

/// The tables of a database, made from their description. Every primary key begins with the library's number, so that a
/// database can be partitioned by it.
enum Schema {
    static let format = CatalogTable.format

    /// - Parameter vector: pgvector's schema, quoted for SQL.
    static func tables(vector: String) -> String {
        """
        CREATE SCHEMA evoke;
        CREATE TABLE evoke.format(
            version bigint NOT NULL
        );
        INSERT INTO evoke.format(version) VALUES(\(format));
        -- Each transaction that writes increments the counters in the library's row, which it locks at its end: so changes
        -- are numbered in the order in which they become visible, and followers miss none. Tokens are random: a database
        -- that was restored to an older state continues with other ones.
        CREATE TABLE evoke.libraries(
            library bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
            name text NOT NULL UNIQUE,
            token bigint NOT NULL,
            writes bigint NOT NULL DEFAULT 0,
            write_token bigint NOT NULL DEFAULT 0,
            vector_change bigint NOT NULL DEFAULT 0,
            vector_token bigint NOT NULL DEFAULT 0,
            photo_change bigint NOT NULL DEFAULT 0,
            photo_token bigint NOT NULL DEFAULT 0
        );
        -- Who may read a library, and who may write to it.
        CREATE TABLE evoke.members(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            role regrole NOT NULL,
            writes boolean NOT NULL,
            PRIMARY KEY(library, role)
        );
        -- The last numbers that were given to photos, folders and models of a library.
        CREATE TABLE evoke.numbers(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            kind text NOT NULL,
            last bigint NOT NULL,
            PRIMARY KEY(library, kind)
        );
        \(CatalogTable.all.map { $0.definition(vector: vector) }.joined(separator: "\n"))
        CREATE TABLE evoke.full_text(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            terms tsvector NOT NULL,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        CREATE INDEX full_text_by_term ON evoke.full_text USING gin(terms);
        \(work)
        \(security)
        """
    }

    /// The queue of photos, and its workers.
    ///
    /// A photo is free once its lease has expired (`until`, by the server's clock), and only one worker at a time has a
    /// lease on it: the pair of worker and claim tells the latest lease from earlier ones.
    private static let work = """
        CREATE TABLE evoke.workers(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            worker bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
            name text NOT NULL,
            model text NOT NULL,
            since timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen timestamptz NOT NULL DEFAULT clock_timestamp(),
            claims bigint NOT NULL DEFAULT 0,
            done bigint NOT NULL DEFAULT 0,
            -- Photos a minute.
            rate double precision,
            PRIMARY KEY(library, worker)
        );
        -- Companions and sidecars are names in the photo's folder, separated by zeros. Workers that were given the photo in
        -- vain, and the one that has it, are in `tried`; `lost` says that they did not find it. Photos have the digest of
        -- their root, so that a worker finds those in roots that it can reach, however many others are queued before them.
        CREATE TABLE evoke.work(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            model text NOT NULL,
            digest bytea NOT NULL GENERATED ALWAYS AS (sha256(folder)) STORED,
            root bytea NOT NULL,
            folder bytea NOT NULL,
            name bytea NOT NULL,
            need text NOT NULL,
            size bigint NOT NULL,
            modified bigint NOT NULL,
            inode bigint NOT NULL,
            changed bigint,
            companions bytea NOT NULL,
            sidecars bytea NOT NULL,
            sidecar_stamp bigint NOT NULL,
            worker bigint,
            claim bigint,
            until timestamptz,
            tried bigint[] NOT NULL DEFAULT '{}',
            lost boolean NOT NULL DEFAULT false,
            failure text,
            PRIMARY KEY(library, model, digest, name)
        );
        CREATE INDEX work_by_turn ON evoke.work(library, model, root, cardinality(tried), modified DESC);
        CREATE INDEX work_by_worker ON evoke.work(library, worker) WHERE worker IS NOT NULL;
        CREATE INDEX work_lost ON evoke.work(library, model) WHERE lost;
        """

    static let partsOfVectors = 8

    /// How many foreign keys these tables have.
    static let references = 5 + CatalogTable.all.map { max(1, $0.references.count) }.reduce(0, +)

    /// Tables with rows of many libraries that only their owner changes.
    static let ofAllLibraries = ["format", "libraries", "members"]
    /// The tables that workers read and write.
    static let all = ofAllLibraries + ofLibraries
    static let ofLibraries = ["numbers"] + CatalogTable.all.map(\.name) + ["full_text", "workers", "work"]
}

extension CatalogTable {
    func definition(vector: String) -> String {
        let isUnique =
            key
            + indexes.filter(\.isUnique).flatMap { index in
                columns.filter { index.columns.contains($0.name) }
            }
        var lines = [
            "library bigint NOT NULL\(!references.isEmpty ? "" : " REFERENCES evoke.libraries ON DELETE CASCADE")"
        ]
        for column in columns {
            // Paths may be longer than an index takes.
            if column.kind == .path, isUnique.contains(where: { $0.name == column.name }) {
                lines.append("digest bytea NOT NULL GENERATED ALWAYS AS (sha256(\(column.name))) STORED")
            }
            lines.append(column.definition(type(of: column, vector: vector)))
        }
        // Names of tags and albums are short, and there is one caption.
        if self != .marks { lines.append("PRIMARY KEY(\(list(key.map(\.name))))") }
        for (column, table) in references {
            lines.append("FOREIGN KEY(library, \(column.name)) REFERENCES evoke.\(table.name) ON DELETE CASCADE")
        }
        var text = about.isEmpty ? "" : "-- \(about)\n"
        text += "CREATE TABLE evoke.\(name)(\n    \(lines.joined(separator: ",\n    "))\n)"
        text += self == .vectors ? " PARTITION BY HASH(library, photo);\n\(partitions)" : ";\n"
        if self == .marks {
            text +=
                "CREATE UNIQUE INDEX marks_once ON evoke.marks(library, content, kind, left(value, \(Mark.longestName)));\n"
        }
        for index in indexes { text += index.definition(on: "evoke.\(name)", list(index.columns)) }
        return text
    }

    private func list(_ names: [String]) -> String {
        let names = names.map { name in
            columns.contains { $0.name == name && $0.kind == .path } ? "digest" : name
        }
        return (["library"] + names).joined(separator: ", ")
    }

    private func type(of column: Column, vector: String) -> String {
        switch column.kind {
        case .integer: "bigint"
        case .real: "double precision"
        // Words are looked up by their beginning.
        case .text: self == .pictureWords ? "text COLLATE \"C\"" : "text"
        case .bytes, .path: "bytea"
        case .halfFloats: "\(vector).halfvec"
        }
    }

    private var partitions: String {
        (0..<Schema.partsOfVectors).map { part in
            """
            CREATE TABLE evoke.vectors_\(part) PARTITION OF evoke.vectors
                FOR VALUES WITH (MODULUS \(Schema.partsOfVectors), REMAINDER \(part));
            ALTER TABLE evoke.vectors_\(part) ENABLE ROW LEVEL SECURITY;

            """
        }.joined()
    }
}

extension Schema {
    /// The schema's owner has access to everything. Others are given access to single libraries, by roles of their
    /// own.
    static let security = """
        \(admission)
        CREATE FUNCTION evoke.dismiss(library_name text, dismissed regrole) RETURNS void
        LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
            DELETE FROM evoke.members
            WHERE role = dismissed
                AND library = (SELECT library FROM evoke.libraries WHERE name = library_name)
        $$;
        REVOKE ALL ON FUNCTION evoke.admit, evoke.dismiss FROM PUBLIC;
        ALTER TABLE evoke.members ENABLE ROW LEVEL SECURITY;
        CREATE POLICY reading ON evoke.members FOR SELECT USING (pg_has_role(role::oid, 'USAGE'));
        \((["libraries"] + ofLibraries).map(policies).joined(separator: "\n"))
        """

    /// The function that gives access to a library; it replaces an older one.
    static let admission = """
        CREATE OR REPLACE FUNCTION evoke.admit(
            library_name text, admitted regrole, may_write boolean DEFAULT false) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            EXECUTE format('GRANT USAGE ON SCHEMA evoke TO %s', admitted);
            EXECUTE format('GRANT SELECT ON \(list(ofAllLibraries + ofLibraries)) TO %s', admitted);
            IF may_write THEN
                EXECUTE format('GRANT INSERT, UPDATE, DELETE ON \(list(ofLibraries)) TO %s', admitted);
                EXECUTE format('GRANT UPDATE(\(counters)) ON evoke.libraries TO %s', admitted);
            END IF;
            INSERT INTO evoke.members(library, role, writes)
                SELECT library, admitted, may_write FROM evoke.libraries WHERE name = library_name
                ON CONFLICT (library, role) DO UPDATE SET writes = excluded.writes;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'there is no library called %', quote_literal(library_name);
            END IF;
        END $$;
        """

    /// The columns of a library's row that a worker may change.
    private static let counters =
        "writes, write_token, vector_change, vector_token, photo_change, photo_token"

    static func list(_ tables: [String]) -> String { tables.map { "evoke.\($0)" }.joined(separator: ", ") }

    /// The lists of libraries do not depend on the row, so the server reads them once per statement.
    static func policies(of table: String) -> String {
        func admitted(_ condition: String) -> String {
            "library = ANY(ARRAY(SELECT m.library FROM evoke.members m "
                + "WHERE pg_has_role(m.role::oid, 'USAGE')\(condition)))"
        }
        return """
            ALTER TABLE evoke.\(table) ENABLE ROW LEVEL SECURITY;
            CREATE POLICY reading ON evoke.\(table) FOR SELECT USING (\(admitted("")));
            CREATE POLICY working ON evoke.\(table) USING (\(admitted(" AND m.writes")))
                WITH CHECK (\(admitted(" AND m.writes")));
            """
    }
}
