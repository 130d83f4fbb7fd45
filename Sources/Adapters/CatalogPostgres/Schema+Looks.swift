extension Schema {
    /// What copies of photos are found by: bytes as in `FingerprintSignature` and `PhotoFingerprint`.
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

    /// What a photo's content resembles (`Resemblance`), of all that was compared before it; NULL for nothing. By which
    /// judge, and when the photo was taken by what was known then.
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

    /// Programs that do not write them down would leave them out of what others follow, so they have a format of their own.
    static let followedFingerprints = "COMMENT ON TABLE evoke.looks IS 'Each change of a look is in photo_changes.';"
}
