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
