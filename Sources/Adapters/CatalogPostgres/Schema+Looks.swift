extension Schema {
    /// What copies of photos are found by: bytes as in `LookSignature` and `PhotoLook`.
    static let looks = """
        CREATE TABLE evoke.looks(
            library bigint NOT NULL,
            photo bigint NOT NULL,
            signature bytea NOT NULL,
            look bytea NOT NULL,
            PRIMARY KEY(library, photo),
            FOREIGN KEY(library, photo) REFERENCES evoke.photos ON DELETE CASCADE
        );
        \(admission(to: Tables.ofLibraries))
        \(Tables.ofLooks.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofLooks))
        """
}
