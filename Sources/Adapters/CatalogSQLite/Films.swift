/// What the catalogue keeps of films alone.
enum Films {
    /// Programs that know no films would call them photos that cannot be read, so they have a format of their own.
    static let length = """
        -- In seconds; NULL for photos, and where nobody knows.
        ALTER TABLE facts ADD COLUMN length REAL;
        -- There is one value more in each.
        UPDATE facts SET checksum = NULL;
        """
}
