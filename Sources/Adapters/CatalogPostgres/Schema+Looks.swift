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
