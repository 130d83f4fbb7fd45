import EvokeValues

/// The tables of people and faces.
enum People {
    /// The setting that turns face recognition on.
    static let setting = "people"
    /// How far the assignment of faces follows person edits: a version that each edit increments, its value when faces
    /// were last assigned, and the next free person number.
    static let version = "people_version"
    static let placedVersion = "people_placed_version"
    static let nextNumber = "people_next_number"
    /// The name of the recognizer, and per face finder what distances between faces mean.
    static let recognizer = "people_recognizer"
    static let distances = "people_distances"
    static func distances(of finder: FaceFinderID) -> String { "\(distances) \(finder.fingerprint)" }
    static let settings = [setting, version, placedVersion, nextNumber, recognizer]
    /// The first format that has these tables.
    static let firstFormat = 15

    static let tables = """
        -- The faces that were found in photos (FoundFaces+Bytes.swift), how many, and by what; NULL where there is none.
        CREATE TABLE faces(
            photo INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
            finder INTEGER NOT NULL,
            count INTEGER NOT NULL,
            found BLOB,
            checksum INTEGER
        );
        CREATE INDEX faces_found ON faces(photo) WHERE found IS NOT NULL;
        CREATE TRIGGER faces_added AFTER INSERT ON faces BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER faces_changed AFTER UPDATE OF count ON faces WHEN OLD.count != NEW.count BEGIN
            INSERT INTO photo_changes(photo) VALUES(NEW.photo);
        END;
        CREATE TRIGGER faces_deleted AFTER DELETE ON faces BEGIN
            INSERT INTO photo_changes(photo) VALUES(OLD.photo);
        END;
        CREATE TABLE people(
            person INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            checksum INTEGER
        );
        -- What the owner said of the face at that place of a content: whose it is, whose it is not (People.swift in
        -- EvokeValues), and whether it is of no interest.
        CREATE TABLE face_words(
            content BLOB NOT NULL,
            x INTEGER NOT NULL,
            y INTEGER NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            person INTEGER,
            refused BLOB,
            hidden INTEGER NOT NULL DEFAULT 0,
            checksum INTEGER,
            PRIMARY KEY(content, x, y, width, height)
        ) WITHOUT ROWID;
        CREATE TRIGGER face_word_added AFTER INSERT ON face_words WHEN NEW.person IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = NEW.content;
        END;
        CREATE TRIGGER face_word_changed AFTER UPDATE OF person ON face_words WHEN OLD.person IS NOT NEW.person BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = NEW.content;
        END;
        CREATE TRIGGER face_word_deleted AFTER DELETE ON face_words WHEN OLD.person IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = OLD.content;
        END;
        -- What undoes the last changes of people and words (PeopleChange+Bytes.swift).
        CREATE TABLE people_changes(
            number INTEGER PRIMARY KEY,
            undo BLOB NOT NULL,
            checksum INTEGER
        );
        """

    static let places = """
        -- Whose each face in a content is (PlacedPeople.swift), by its place among those that the finder found; NULL for
        -- nobody's.
        CREATE TABLE placed_faces(
            content BLOB NOT NULL,
            face INTEGER NOT NULL,
            finder INTEGER NOT NULL,
            person INTEGER,
            cluster INTEGER,
            said INTEGER NOT NULL DEFAULT 0,
            checksum INTEGER,
            PRIMARY KEY(content, face)
        ) WITHOUT ROWID;
        CREATE INDEX placed_faces_person ON placed_faces(person) WHERE person IS NOT NULL;
        CREATE TRIGGER placed_face_added AFTER INSERT ON placed_faces WHEN NEW.person IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = NEW.content;
        END;
        CREATE TRIGGER placed_face_deleted AFTER DELETE ON placed_faces WHEN OLD.person IS NOT NULL BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = OLD.content;
        END;
        """
}

/// The tables of marks.
enum Marks {
    static let tables = """
        -- What the owner says of what a file holds (Mark.swift).
        CREATE TABLE marks(
            content BLOB NOT NULL,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            checksum INTEGER,
            PRIMARY KEY(content, kind, value)
        ) WITHOUT ROWID;
        CREATE TRIGGER mark_added AFTER INSERT ON marks BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = NEW.content;
        END;
        CREATE TRIGGER mark_deleted AFTER DELETE ON marks BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = OLD.content;
        END;
        -- What undoes the last changes of marks (MarkChange+Bytes.swift).
        CREATE TABLE mark_changes(
            number INTEGER PRIMARY KEY,
            undo BLOB NOT NULL,
            checksum INTEGER
        );
        """

    /// Every search filters out hidden photos. Programs that don't know this would show them, hence a format of its
    /// own.
    static let hidden = "CREATE INDEX hidden_marks ON marks(content) WHERE kind = 'hidden';"
}

/// The parts of the schema that are about films.
enum Films {
    /// Programs that don't know films would report them as unreadable photos, hence a format of its own.
    static let length = """
        -- In seconds; NULL for photos, and where nobody knows.
        ALTER TABLE facts ADD COLUMN length REAL;
        -- There is one value more in each.
        UPDATE facts SET checksum = NULL;
        """

    /// Films long enough for two moments (`FilmMoments.distance`); a literal number, because a schema step must never
    /// change.
    static let haveMoments = "length >= 4"

    /// Programs that don't know moments would leave them out of their search index, hence a format of its own.
    static let moments = """
        -- What films show besides the picture that stands for them (FilmMoments.swift), and how many moments these are; NULL
        -- where there is none.
        CREATE TABLE moments(
            photo INTEGER NOT NULL REFERENCES photos(id) ON DELETE CASCADE,
            model INTEGER NOT NULL REFERENCES models(id),
            count INTEGER NOT NULL,
            moments BLOB,
            checksum INTEGER,
            PRIMARY KEY(photo, model)
        ) WITHOUT ROWID;
        CREATE INDEX films_with_moments ON facts(photo) WHERE \(haveMoments);
        CREATE TRIGGER moments_added AFTER INSERT ON moments WHEN NEW.count > 0 BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(NEW.model, NEW.photo);
        END;
        CREATE TRIGGER moments_changed AFTER UPDATE OF count, moments ON moments BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(NEW.model, NEW.photo);
        END;
        CREATE TRIGGER moments_deleted AFTER DELETE ON moments WHEN OLD.count > 0 BEGIN
            INSERT INTO vector_changes(model, photo) VALUES(OLD.model, OLD.photo);
        END;
        """
}
