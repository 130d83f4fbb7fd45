import EvokeCSQLite
import EvokeValues

/// The library's tables, and the upgrade of older ones.
enum Schema {
    /// "Evok": tells a library from other SQLite files.
    static let applicationID = 0x4576_6F6B

    /// One step per version. Never change a step that was released.
    static let migrations = [
        """
        CREATE TABLE settings(
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE roots(
            path BLOB PRIMARY KEY
        ) WITHOUT ROWID;
        CREATE TABLE folders(
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE
        );
        CREATE TABLE photos(
            id INTEGER PRIMARY KEY,
            folder INTEGER NOT NULL REFERENCES folders(id),
            name BLOB NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            missing INTEGER NOT NULL DEFAULT 0,
            UNIQUE(folder, name)
        );
        CREATE TABLE failures(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            doing TEXT NOT NULL,
            reason TEXT NOT NULL,
            remedy TEXT NOT NULL
        );
        CREATE TABLE models(
            id INTEGER PRIMARY KEY,
            fingerprint TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            dimensions INTEGER NOT NULL
        );
        CREATE TABLE vectors(
            model INTEGER NOT NULL REFERENCES models(id),
            photo INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
            halves BLOB NOT NULL,
            PRIMARY KEY(model, photo)
        ) WITHOUT ROWID;
        CREATE INDEX vectors_by_photo ON vectors(photo);
        """,
        """
        ALTER TABLE photos ADD COLUMN content BLOB;
        CREATE INDEX photos_by_content ON photos(content) WHERE content IS NOT NULL;
        ALTER TABLE photos ADD COLUMN sidecars INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE companions(
            photo INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            PRIMARY KEY(photo, path)
        ) WITHOUT ROWID;
        -- The time is local, in seconds since 1970, and never converted; utc_offset in minutes where it is known.
        CREATE TABLE facts(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            taken INTEGER,
            nanoseconds INTEGER,
            utc_offset INTEGER,
            taken_precision TEXT,
            taken_source TEXT,
            make TEXT,
            camera TEXT,
            lens TEXT,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            orientation INTEGER,
            rating INTEGER,
            title TEXT,
            description TEXT
        );
        CREATE INDEX facts_by_taken ON facts(taken);
        CREATE TABLE keywords(
            photo INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            keyword TEXT NOT NULL,
            PRIMARY KEY(photo, place)
        ) WITHOUT ROWID;
        -- photos.missing is 1 for those that are gone and 2 for those that are left out.
        CREATE TABLE exclusions(
            place INTEGER PRIMARY KEY,
            pattern TEXT NOT NULL
        );
        """,
        """
        -- What happened to the vectors that can be searched, so that whatever was made of them can follow. The token is
        -- another one in each library, and after each return to a backup.
        CREATE TABLE vector_changes(
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            model INTEGER,
            photo INTEGER,
            token INTEGER NOT NULL DEFAULT (random())
        );
        INSERT INTO vector_changes(model, photo) VALUES(NULL, NULL);
        CREATE TRIGGER vector_added AFTER INSERT ON vectors BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(NEW.model, NEW.photo);
        END;
        CREATE TRIGGER vector_changed AFTER UPDATE ON vectors BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(OLD.model, OLD.photo), (NEW.model, NEW.photo);
        END;
        CREATE TRIGGER vector_deleted AFTER DELETE ON vectors BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(OLD.model, OLD.photo);
        END;
        CREATE TRIGGER photo_shown AFTER UPDATE OF missing ON photos WHEN (OLD.missing = 0) != (NEW.missing = 0) BEGIN
            INSERT INTO vector_changes(model, photo) SELECT model, photo FROM vectors WHERE photo = NEW.id;
        END;
        -- Whoever is further behind reads all vectors anew.
        CREATE TRIGGER vector_changes_kept AFTER INSERT ON vector_changes WHEN NEW.number % 1024 = 0 BEGIN
            DELETE FROM vector_changes WHERE number <= NEW.number - 262144;
        END;
        """,
        """
        -- Photos whose end is missing, and how much of each is there.
        CREATE TABLE cuts(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            share REAL NOT NULL
        );
        -- Some that were called damaged can be read by now: they are tried once more.
        UPDATE failures SET kind = 'unreadable' WHERE kind = 'damaged';
        """,
        """
        -- When the file last changed in any way, in nanoseconds since 1970: nobody can set that as they like. NULL where
        -- it was not recorded, as in older libraries.
        ALTER TABLE photos ADD COLUMN changed INTEGER;
        -- Photos that exchanged their names could get each other's vectors, and then hold one content. No file has that
        -- time: all that share a content are read once more.
        UPDATE photos SET changed = -1 WHERE content IN (
            SELECT content FROM photos WHERE content IS NOT NULL GROUP BY content HAVING count(*) > 1);
        """,
        """
        -- What each row was when it was written, in one number (Checksums.swift).
        ALTER TABLE settings ADD COLUMN checksum INTEGER;
        ALTER TABLE roots ADD COLUMN checksum INTEGER;
        ALTER TABLE folders ADD COLUMN checksum INTEGER;
        ALTER TABLE photos ADD COLUMN checksum INTEGER;
        ALTER TABLE failures ADD COLUMN checksum INTEGER;
        ALTER TABLE models ADD COLUMN checksum INTEGER;
        ALTER TABLE vectors ADD COLUMN checksum INTEGER;
        ALTER TABLE companions ADD COLUMN checksum INTEGER;
        ALTER TABLE facts ADD COLUMN checksum INTEGER;
        ALTER TABLE keywords ADD COLUMN checksum INTEGER;
        ALTER TABLE exclusions ADD COLUMN checksum INTEGER;
        ALTER TABLE vector_changes ADD COLUMN checksum INTEGER;
        ALTER TABLE cuts ADD COLUMN checksum INTEGER;
        -- A checksum is no change of a vector.
        DROP TRIGGER vector_changed;
        CREATE TRIGGER vector_changed AFTER UPDATE OF model, photo, halves ON vectors BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(OLD.model, OLD.photo), (NEW.model, NEW.photo);
        END;
        -- Photos that a check found something wrong with: the next run does them again. 0 is for all that is no photo's.
        CREATE TABLE doubts(
            photo INTEGER PRIMARY KEY,
            checksum INTEGER
        );
        """,
        """
        -- Photos of which something changed that conditions ask about, so that whatever was made of it can follow. The
        -- token is as that of vector_changes. Keywords change together with the facts of their photos.
        CREATE TABLE photo_changes(
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            photo INTEGER,
            token INTEGER NOT NULL DEFAULT (random()),
            checksum INTEGER
        );
        INSERT INTO photo_changes(photo) VALUES(NULL);
        CREATE TRIGGER photo_added AFTER INSERT ON photos BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.id);
        END;
        CREATE TRIGGER photo_changed AFTER UPDATE OF folder, name, width, height, missing ON photos
        WHEN OLD.folder != NEW.folder OR OLD.name != NEW.name OR OLD.width IS NOT NEW.width
            OR OLD.height IS NOT NEW.height OR OLD.missing != NEW.missing
        BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.id);
        END;
        CREATE TRIGGER photo_deleted AFTER DELETE ON photos BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.id);
        END;
        CREATE TRIGGER facts_added AFTER INSERT ON facts BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER facts_deleted AFTER DELETE ON facts BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        -- A photo that could not be read is shown where it has a vector.
        CREATE TRIGGER failure_added AFTER INSERT ON failures BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER failure_deleted AFTER DELETE ON failures BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        CREATE TRIGGER failed_encoded AFTER INSERT ON vectors
        WHEN EXISTS (SELECT 1 FROM failures WHERE photo = NEW.photo) BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER failed_decoded AFTER DELETE ON vectors
        WHEN EXISTS (SELECT 1 FROM failures WHERE photo = OLD.photo) BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        -- Whoever is further behind reads all photos anew.
        CREATE TRIGGER photo_changes_kept AFTER INSERT ON photo_changes WHEN NEW.number % 1024 = 0 BEGIN
            DELETE FROM photo_changes WHERE number <= NEW.number - 65536;
        END;
        """,
        """
        -- Where photos with coordinates were taken: GeoNames' number of the city, the codes of subdivision and country, NULL
        -- for what there is not. Not known yet where nobody has looked it up.
        CREATE TABLE places(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            known INTEGER NOT NULL DEFAULT 0,
            city INTEGER,
            subdivision TEXT,
            country TEXT,
            checksum INTEGER
        );
        CREATE INDEX places_unknown ON places(photo) WHERE known = 0;
        INSERT INTO places(photo) SELECT photo FROM facts WHERE latitude IS NOT NULL AND longitude IS NOT NULL;
        CREATE TRIGGER place_noted AFTER UPDATE OF city, subdivision, country ON places BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        """,
        // The full text, which `Connection.followFullText` fills, since SQL alone cannot.
        FullText.table,
        """
        -- The dominant colours, a bit for each (PhotoColors). NULL where nobody has looked for them yet.
        ALTER TABLE photos ADD COLUMN colors INTEGER;
        CREATE INDEX photos_without_colors ON photos(id) WHERE colors IS NULL;
        CREATE TRIGGER photo_colored AFTER UPDATE OF colors ON photos WHEN OLD.colors IS NOT NEW.colors BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.id);
        END;
        -- There is one value more in each.
        UPDATE photos SET checksum = NULL;
        """,
        """
        -- Searches that are kept under names.
        CREATE TABLE searches(
            name TEXT PRIMARY KEY,
            query TEXT NOT NULL,
            checksum INTEGER
        ) WITHOUT ROWID;
        """,
        """
        -- What was read in pictures (PictureText+Bytes.swift), and by what; NULL where nothing is written.
        CREATE TABLE texts(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            reader INTEGER NOT NULL,
            lines BLOB,
            checksum INTEGER
        );
        CREATE INDEX texts_with_lines ON texts(photo) WHERE lines IS NOT NULL;
        CREATE TRIGGER text_added AFTER INSERT ON texts WHEN NEW.lines IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER text_changed AFTER UPDATE OF lines ON texts WHEN OLD.lines IS NOT NEW.lines BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER text_deleted AFTER DELETE ON texts WHEN OLD.lines IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        -- There is one text more in the index.
        \(FullText.tableAnew)
        DELETE FROM settings WHERE name = '\(FullText.stamp)';
        """,
        """
        -- What copies of photos are found by (FingerprintSignature.swift, PhotoFingerprint.swift): the signatures of all are read at once,
        -- looks one by one.
        CREATE TABLE looks(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            signature BLOB NOT NULL,
            look BLOB NOT NULL,
            checksum INTEGER
        );
        """,
        """
        -- What a photo's content resembles (Resemblance.swift), of all that was compared before it; NULL for nothing. By
        -- which judge, and when the photo was taken by what was known then (facts.taken).
        CREATE TABLE comparisons(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            judge INTEGER NOT NULL,
            taken INTEGER,
            alike BLOB,
            checksum INTEGER
        );
        CREATE INDEX comparisons_alike ON comparisons(photo) WHERE alike IS NOT NULL;
        -- Groups of photos are made of it.
        CREATE TRIGGER comparison_added AFTER INSERT ON comparisons WHEN NEW.alike IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER comparison_changed AFTER UPDATE OF alike ON comparisons WHEN OLD.alike IS NOT NEW.alike BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER comparison_deleted AFTER DELETE ON comparisons WHEN OLD.alike IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        """,
        People.tables,
        People.places,
        Marks.tables,
        Marks.hidden,
        Films.length,
        Films.moments,
        """
        -- Whoever compares looks follows them.
        CREATE TRIGGER look_added AFTER INSERT ON looks BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER look_changed AFTER UPDATE OF signature, look ON looks BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        """,
    ]

    /// How an open database's format relates to this version of Evoke.
    enum State {
        case empty, current
        case older(format: Int)
    }

    static func state(of connection: Connection, file: FilePath) throws(EvokeError) -> State {
        let version = try connection.count("PRAGMA user_version")
        let application = try connection.count("PRAGMA application_id")
        let isEmpty = try connection.count("SELECT count(*) FROM sqlite_schema") == 0
        guard application == applicationID || (application == 0 && version == 0 && isEmpty) else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: file.display,
                reason: "it belongs to another program",
                remedies: [.chooseOption(.library)])
        }
        guard version >= 0 else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: file.display,
                reason: "its format \(version) is invalid",
                remedy: "Restore it from a backup, or move it away and index again.")
        }
        guard version <= migrations.count else {
            throw EvokeError(
                .libraryNewer, doing: "open the library", subject: file.display,
                reason: "it was made by a newer Evoke (format \(version); this one reads up to \(migrations.count))",
                remedies: [.advice("Update Evoke, or use another library."), .chooseOption(.library)])
        }
        if version == migrations.count { return .current }
        return isEmpty ? .empty : .older(format: version)
    }

    static func migrate(
        _ connection: Connection, notify: (UpgradeProgress) -> Void = { _ in }
    ) throws(EvokeError) {
        func tell(_ progress: UpgradeProgress) throws(EvokeError) {
            notify(progress)
            // Short statements don't reach SQLite's progress handler.
            try connection.checkThatItIsWanted()
        }
        try connection.transaction { () throws(EvokeError) in
            // Another process may have upgraded it while this one waited for the lock.
            let version = try connection.count("PRAGMA user_version")
            let steps = migrations.dropFirst(version)
            for (done, step) in steps.enumerated() {
                try tell(UpgradeProgress(.tables, done: done, total: steps.count))
                try connection.execute(step)
            }
            try connection.followFullText { notify(UpgradeProgress(.texts, done: $0, total: $1)) }
            for (done, table) in Checksums.fill.enumerated() {
                try tell(UpgradeProgress(.checksums, done: done, total: Checksums.fill.count))
                try connection.execute(table)
            }
            try connection.execute("PRAGMA application_id = \(applicationID)")
            try connection.execute("PRAGMA user_version = \(migrations.count)")
        }
    }

    /// The SQL that made the library's tables, indices and triggers, by name, without spaces.
    static func tables(of connection: Connection) throws(EvokeError) -> [String: String] {
        let statement = try connection.statement(
            "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema")
        defer { statement.reset() }
        var tables: [String: String] = [:]
        while try statement.step() {
            tables[statement.text(0)] = statement.text(1).split { " \n".contains($0) }.joined(separator: " ")
        }
        return tables
    }

    /// Those of a new library.
    static func expected() throws(EvokeError) -> [String: String] {
        try made.get()
    }

    private static let made = Result { () throws(EvokeError) in
        let connection = try Connection(
            uri: ":memory:", file: FilePath("a new library"), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try migrate(connection)
        return try tables(of: connection)
    }
}
