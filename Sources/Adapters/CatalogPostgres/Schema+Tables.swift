import EvokeValues

/// The tables of a database, ordered by their dependencies.
enum Tables {
    /// Tables about photos; their rows are deleted along with the photo.
    static let ofPhotos = ["failures", "cuts", "companions", "facts", "keywords", "places", "written", "vectors"]

    /// The tables of the first format.
    static let ofFirstFormat =
        ["numbers", "settings", "roots", "exclusions", "searches", "folders", "models", "photos"] + ofPhotos
        + ["vector_changes", "photo_changes", "doubts"]

    /// The queue of photos, and its workers.
    static let ofWork = ["workers", "work"]

    static let ofTexts = ["texts", "picture_words"]

    static let ofFingerprints = ["looks"]

    static let ofComparisons = ["comparisons"]

    static let ofPeople = ["faces", "people", "face_words", "people_changes"]

    static let ofPlaces = ["placed_faces"]

    static let ofMarks = ["marks", "mark_changes"]

    static let ofMoments = ["moments"]

    /// All tables of the format that introduced marks.
    static let untilMarks =
        ofFirstFormat + ofWork + ofTexts + ofFingerprints + ofComparisons + ofPeople + ofPlaces + ofMarks

    /// The tables that workers read and write; each row begins with the library's number.
    static let ofLibraries = untilMarks + ofMoments

    static let ofAllLibraries = ["format", "libraries", "members"]

    static let all = ofAllLibraries + ofLibraries
}

extension Schema {
    /// The queue of photos, and its workers.
    ///
    /// A photo is free once its lease has expired (`until`, by the server's clock), and only one worker at a time has
    /// a lease on it: the pair of worker and claim tells the latest lease from earlier ones.
    static let work = """
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
        -- Companions and sidecars are names in the photo's folder, with zeros between them. Those who were given it in
        -- vain, and who has it, are in `tried`.
        CREATE TABLE evoke.work(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            model text NOT NULL,
            digest bytea NOT NULL GENERATED ALWAYS AS (sha256(folder)) STORED,
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
            failure text,
            PRIMARY KEY(library, model, digest, name)
        );
        CREATE INDEX work_by_turn ON evoke.work(library, model, cardinality(tried), modified DESC);
        CREATE INDEX work_by_worker ON evoke.work(library, worker) WHERE worker IS NOT NULL;
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork))
        \(Tables.ofWork.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofWork))
        """
}

extension Schema {
    /// Queued photos have the digest of their root, so that a worker finds those in roots it can reach, however many
    /// others are queued before them.
    static let rootsOfWork = """
        ALTER TABLE evoke.work ADD COLUMN root bytea;
        -- Whether those who were given it did not find it. Nobody is given it twice then.
        ALTER TABLE evoke.work ADD COLUMN lost boolean NOT NULL DEFAULT false;
        UPDATE evoke.work w SET root = \(Queue.innermostRoot);
        DELETE FROM evoke.work WHERE root IS NULL;
        ALTER TABLE evoke.work ALTER COLUMN root SET NOT NULL;
        DROP INDEX evoke.work_by_turn;
        CREATE INDEX work_by_turn ON evoke.work(library, model, root, cardinality(tried), modified DESC);
        CREATE INDEX work_lost ON evoke.work(library, model) WHERE lost;
        """
}

extension Schema {
    /// Text that was read in pictures, with its reader, and the words that may have been misread, also reversed. Lines
    /// are as in `PictureText+Bytes`, NULL if there are none. A word may outlive its last photo.
    static let texts = """
        CREATE TABLE evoke.texts(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            reader bigint NOT NULL,
            lines bytea,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        CREATE INDEX texts_with_lines ON evoke.texts(library, photo) WHERE lines IS NOT NULL;
        CREATE TABLE evoke.picture_words(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            word text COLLATE "C" NOT NULL,
            mirrored text COLLATE "C" NOT NULL,
            PRIMARY KEY(library, word)
        );
        CREATE INDEX picture_words_mirrored ON evoke.picture_words(library, mirrored);
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork + Tables.ofTexts))
        \(Tables.ofTexts.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofTexts))
        """
}

extension Schema {
    /// Perceptual fingerprints, which find duplicates: bytes as in `FingerprintSignature` and `PhotoFingerprint`.
    static let fingerprints = """
        CREATE TABLE evoke.looks(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            signature bytea NOT NULL,
            look bytea NOT NULL,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork + Tables.ofTexts + Tables.ofFingerprints))
        \(Tables.ofFingerprints.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofFingerprints))
        """

    /// The closest resemblance (`Resemblance`) of a photo's content to all that was compared before; NULL if none.
    /// Includes the judge, and the photo's date as known at that time.
    static let comparisons = """
        CREATE TABLE evoke.comparisons(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            judge bigint NOT NULL,
            taken bigint,
            alike bytea,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        CREATE INDEX comparisons_alike ON evoke.comparisons(library, photo) WHERE alike IS NOT NULL;
        \(admission(
            to: Tables.ofFirstFormat + Tables.ofWork + Tables.ofTexts + Tables.ofFingerprints + Tables.ofComparisons))
        \(Tables.ofComparisons.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofComparisons))
        """

    /// Programs that don't log fingerprints would hide them from followers, hence a format of its own.
    static let followedFingerprints = "COMMENT ON TABLE evoke.looks IS 'Each change of a look is in photo_changes.';"
}

extension Schema {
    /// The faces found in photos (`FoundFaces+Bytes`), with their number and the finder (NULL if there are none);
    /// people; the owner's edits of faces by their position in a content; and what undoes the last changes of these.
    static let people = """
        CREATE TABLE evoke.faces(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            finder bigint NOT NULL,
            count bigint NOT NULL,
            found bytea,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        CREATE INDEX faces_found ON evoke.faces(library, photo) WHERE found IS NOT NULL;
        CREATE TABLE evoke.people(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            person bigint NOT NULL,
            name text NOT NULL,
            PRIMARY KEY(library, person)
        );
        CREATE TABLE evoke.face_words(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            content bytea NOT NULL,
            x bigint NOT NULL,
            y bigint NOT NULL,
            width bigint NOT NULL,
            height bigint NOT NULL,
            person bigint,
            refused bytea,
            hidden bigint NOT NULL DEFAULT 0,
            PRIMARY KEY(library, content, x, y, width, height)
        );
        CREATE TABLE evoke.people_changes(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            number bigint NOT NULL,
            undo bytea NOT NULL,
            PRIMARY KEY(library, number)
        );
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork + Tables.ofTexts + Tables.ofFingerprints + Tables.ofComparisons
            + Tables.ofPeople))
        \(Tables.ofPeople.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofPeople))
        """

    /// The person of each face in a content, by its index among the faces found; NULL if nobody's.
    static let placedFaces = """
        CREATE TABLE evoke.placed_faces(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            content bytea NOT NULL,
            face bigint NOT NULL,
            finder bigint NOT NULL,
            person bigint,
            cluster bigint,
            said bigint NOT NULL DEFAULT 0,
            PRIMARY KEY(library, content, face)
        );
        CREATE INDEX placed_faces_person ON evoke.placed_faces(library, person) WHERE person IS NOT NULL;
        \(admission(to: Tables.ofFirstFormat + Tables.ofWork + Tables.ofTexts + Tables.ofFingerprints + Tables.ofComparisons
            + Tables.ofPeople + Tables.ofPlaces))
        \(Tables.ofPlaces.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofPlaces))
        """
}

extension Schema {
    /// The owner's marks on contents (`Mark`), and what undoes the last changes of them.
    static let marks = """
        CREATE TABLE evoke.marks(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            content bytea NOT NULL,
            kind text NOT NULL,
            value text NOT NULL
        );
        -- Tags and names of albums are no longer, and there is one caption.
        CREATE UNIQUE INDEX marks_once ON evoke.marks(library, content, kind, left(value, \(Mark.longestName)));
        CREATE TABLE evoke.mark_changes(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            number bigint NOT NULL,
            undo bytea NOT NULL,
            PRIMARY KEY(library, number)
        );
        \(admission(to: Tables.untilMarks))
        \(Tables.ofMarks.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofMarks))
        """

    /// Every search filters out hidden photos. Programs that don't know this would show them, hence a format of its
    /// own.
    static let hiddenMarks = "CREATE INDEX hidden_marks ON evoke.marks(library, content) WHERE kind = 'hidden';"
}

extension Schema {
    /// The length of a film in seconds; NULL for photos, and if unknown. Programs that don't know films would report
    /// them as unreadable photos, hence a format of its own.
    static let films = "ALTER TABLE evoke.facts ADD COLUMN length double precision;"

    /// Films long enough for two moments (`FilmMoments.distance`); a literal number, because a schema step must never
    /// change.
    static let haveMoments = "length >= 4"

    /// The moments of films (`FilmMoments`) and their number; NULL if there are none.
    static let moments = """
        CREATE TABLE evoke.moments(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            model bigint NOT NULL,
            count bigint NOT NULL,
            moments bytea,
            PRIMARY KEY(library, photo, model),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE,
            FOREIGN KEY(library, model) REFERENCES evoke.models ON DELETE CASCADE
        );
        CREATE INDEX films_with_moments ON evoke.facts(library, photo) WHERE \(haveMoments);
        \(admission(to: Tables.ofLibraries))
        \(Tables.ofMoments.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofMoments))
        """
}
