extension Schema {
    /// How long a film is, in seconds; NULL for photos, and where nobody knows. Programs that know no films would call them
    /// photos that cannot be read, so they have a format of their own.
    static let films = "ALTER TABLE evoke.facts ADD COLUMN length double precision;"

    /// Those that last for two moments (`FilmMoments.distance`). In numbers, since a step of the schema has it.
    static let haveMoments = "length >= 4"

    /// What films show besides the picture that stands for them (`FilmMoments`), and how many moments these are; NULL where
    /// there is none.
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
