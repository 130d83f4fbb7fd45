extension Schema {
    /// The schema's owner has access to everything. Others are given access to single libraries, by roles of their
    /// own.
    static let security = """
        \(admission(to: Tables.ofFirstFormat))
        CREATE FUNCTION evoke.dismiss(library_name text, dismissed regrole) RETURNS void
        LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
            DELETE FROM evoke.members
            WHERE role = dismissed
                AND library = (SELECT library FROM evoke.libraries WHERE name = library_name)
        $$;
        REVOKE ALL ON FUNCTION evoke.admit, evoke.dismiss FROM PUBLIC;
        ALTER TABLE evoke.members ENABLE ROW LEVEL SECURITY;
        CREATE POLICY reading ON evoke.members FOR SELECT USING (pg_has_role(role::oid, 'USAGE'));
        \((["libraries"] + Tables.ofFirstFormat).map(policies).joined(separator: "\n"))
        """

    /// The function that gives access to these tables of a library; it replaces an older one.
    static func admission(to tables: [String]) -> String {
        """
        CREATE OR REPLACE FUNCTION evoke.admit(
            library_name text, admitted regrole, may_write boolean DEFAULT false) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            EXECUTE format('GRANT USAGE ON SCHEMA evoke TO %s', admitted);
            EXECUTE format('GRANT SELECT ON \(list(Tables.ofAllLibraries + tables)) TO %s', admitted);
            IF may_write THEN
                EXECUTE format('GRANT INSERT, UPDATE, DELETE ON \(list(tables)) TO %s', admitted);
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
    }

    /// Gives those who already have access the same rights in these tables.
    static func grants(on tables: [String]) -> String {
        """
        DO $$
        DECLARE member record;
        BEGIN
            FOR member IN SELECT role, bool_or(writes) AS writes FROM evoke.members GROUP BY role LOOP
                EXECUTE format('GRANT SELECT ON \(list(tables)) TO %s', member.role);
                IF member.writes THEN
                    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON \(list(tables)) TO %s', member.role);
                END IF;
            END LOOP;
        END $$;
        """
    }

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
