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
