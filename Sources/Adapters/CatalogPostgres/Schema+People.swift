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
