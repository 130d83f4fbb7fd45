/// The tables, and the upgrade of older ones.
enum Schema {
    /// One step per format; never change a step that was released. Every primary key begins with the library's number,
    /// so that a database can be partitioned by it.
    ///
    /// - Parameter vector: pgvector's schema, quoted for SQL.
    static func steps(vector: String) -> [String] {
        [
            """
            CREATE SCHEMA evoke;
            CREATE TABLE evoke.format(
                version bigint NOT NULL
            );
            INSERT INTO evoke.format(version) VALUES(0);
            -- Each transaction that writes counts on in the library's row, which it locks at its end: so the numbers of
            -- changes are in the order in which they can be seen, and whoever follows them misses none. Tokens are random:
            -- a database that was put back to an older state counts on with other ones.
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
            CREATE TABLE evoke.settings(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                name text NOT NULL,
                value text NOT NULL,
                PRIMARY KEY(library, name)
            );
            -- Paths are bytes, and may be longer than an index takes.
            CREATE TABLE evoke.roots(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                digest bytea NOT NULL GENERATED ALWAYS AS (sha256(path)) STORED,
                path bytea NOT NULL,
                PRIMARY KEY(library, digest)
            );
            CREATE TABLE evoke.exclusions(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                place bigint NOT NULL,
                pattern text NOT NULL,
                PRIMARY KEY(library, place)
            );
            -- As bytes: a query may have any sign in it.
            CREATE TABLE evoke.searches(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                name bytea NOT NULL,
                query bytea NOT NULL,
                PRIMARY KEY(library, name)
            );
            CREATE TABLE evoke.folders(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                folder bigint NOT NULL,
                digest bytea NOT NULL GENERATED ALWAYS AS (sha256(path)) STORED,
                path bytea NOT NULL,
                PRIMARY KEY(library, folder),
                UNIQUE(library, digest)
            );
            CREATE TABLE evoke.models(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                model bigint NOT NULL,
                fingerprint text NOT NULL,
                name text NOT NULL,
                dimensions bigint NOT NULL,
                PRIMARY KEY(library, model),
                UNIQUE(library, fingerprint)
            );
            -- Times are nanoseconds since 1970. What is missing is 1 where it is gone, and 2 where it is left out. Colours
            -- are a bit for each, and NULL where nobody has looked for them yet.
            CREATE TABLE evoke.photos(
                library bigint NOT NULL,
                photo bigint NOT NULL CHECK(photo >= 0),
                folder bigint NOT NULL,
                name bytea NOT NULL,
                size bigint NOT NULL,
                modified bigint NOT NULL,
                inode bigint NOT NULL,
                changed bigint,
                width bigint,
                height bigint,
                missing bigint NOT NULL DEFAULT 0 CHECK(missing IN (0, 1, 2)),
                content bytea,
                sidecars bigint NOT NULL DEFAULT 0,
                colors bigint,
                PRIMARY KEY(library, photo),
                UNIQUE(library, folder, name),
                FOREIGN KEY(library, folder) REFERENCES evoke.folders ON DELETE CASCADE
            );
            CREATE INDEX photos_by_content ON evoke.photos(library, content) WHERE content IS NOT NULL;
            CREATE INDEX photos_without_colors ON evoke.photos(library, photo) WHERE colors IS NULL;
            CREATE TABLE evoke.failures(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                kind text NOT NULL,
                doing text NOT NULL,
                reason text NOT NULL,
                remedy text NOT NULL,
                PRIMARY KEY(library, photo),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            -- Photos whose end is missing, and how much of each is there.
            CREATE TABLE evoke.cuts(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                share double precision NOT NULL,
                PRIMARY KEY(library, photo),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            CREATE TABLE evoke.companions(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                place bigint NOT NULL,
                path bytea NOT NULL,
                PRIMARY KEY(library, photo, place),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            -- The time is local, in seconds since 1970, and never converted; utc_offset in minutes where it is known.
            CREATE TABLE evoke.facts(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                taken bigint,
                nanoseconds bigint,
                utc_offset bigint,
                taken_precision text,
                taken_source text,
                make text,
                camera text,
                lens text,
                latitude double precision,
                longitude double precision,
                altitude double precision,
                orientation bigint,
                rating bigint,
                title text,
                description text,
                PRIMARY KEY(library, photo),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            CREATE TABLE evoke.keywords(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                place bigint NOT NULL,
                keyword text NOT NULL,
                PRIMARY KEY(library, photo, place),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            -- GeoNames' number of the city, the codes of subdivision and country. Not known yet where nobody has looked.
            CREATE TABLE evoke.places(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                known boolean NOT NULL DEFAULT false,
                city bigint,
                subdivision text,
                country text,
                PRIMARY KEY(library, photo),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            CREATE INDEX places_unknown ON evoke.places(library, photo) WHERE NOT known;
            CREATE TABLE evoke.written(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                terms tsvector NOT NULL,
                PRIMARY KEY(library, photo),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
            );
            CREATE INDEX written_terms ON evoke.written USING gin(terms);
            CREATE TABLE evoke.vectors(
                library bigint NOT NULL,
                photo bigint NOT NULL,
                model bigint NOT NULL,
                halves \(vector).halfvec NOT NULL,
                PRIMARY KEY(library, photo, model),
                FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE,
                FOREIGN KEY(library, model) REFERENCES evoke.models ON DELETE CASCADE
            ) PARTITION BY HASH(library, photo);
            \(partitions)
            -- What happened to the vectors that can be searched, and to what conditions ask about.
            CREATE TABLE evoke.vector_changes(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                number bigint NOT NULL,
                token bigint NOT NULL,
                model bigint,
                photo bigint,
                PRIMARY KEY(library, number)
            );
            CREATE TABLE evoke.photo_changes(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                number bigint NOT NULL,
                token bigint NOT NULL,
                photo bigint,
                PRIMARY KEY(library, number)
            );
            -- Photos that a check found something wrong with: the next run does them again. -1 is for all that is no
            -- photo's.
            CREATE TABLE evoke.doubts(
                library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
                photo bigint NOT NULL,
                PRIMARY KEY(library, photo)
            );
            \(security)
            """,
            work,
            rootsOfWork,
            texts,
            fingerprints,
            comparisons,
            people,
            placedFaces,
            marks,
            hiddenMarks,
            films,
            moments,
            followedFingerprints,
        ]
    }

    static let partsOfVectors = 8

    private static let partitions = (0..<partsOfVectors).map { part in
        """
        CREATE TABLE evoke.vectors_\(part) PARTITION OF evoke.vectors
            FOR VALUES WITH (MODULUS \(partsOfVectors), REMAINDER \(part));
        ALTER TABLE evoke.vectors_\(part) ENABLE ROW LEVEL SECURITY;
        """
    }.joined(separator: "\n")
}

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
