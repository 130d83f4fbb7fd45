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
