extension Schema {
    /// How long a film is, in seconds; NULL for photos, and where nobody knows. Programs that know no films would call them
    /// photos that cannot be read, so they have a format of their own.
    static let films = "ALTER TABLE evoke.facts ADD COLUMN length double precision;"
}
