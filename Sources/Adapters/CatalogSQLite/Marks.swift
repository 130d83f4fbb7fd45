/// The tables of marks.
enum Marks {
    static let tables = """
        -- What the owner says of what a file holds (Mark.swift).
        CREATE TABLE marks(
            content BLOB NOT NULL,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            checksum INTEGER,
            PRIMARY KEY(content, kind, value)
        ) WITHOUT ROWID;
        CREATE TRIGGER mark_added AFTER INSERT ON marks BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = NEW.content;
        END;
        CREATE TRIGGER mark_deleted AFTER DELETE ON marks BEGIN
            INSERT INTO photo_changes(photo) SELECT id FROM photos WHERE content = OLD.content;
        END;
        -- What undoes the last changes of marks (MarkChange+Bytes.swift).
        CREATE TABLE mark_changes(
            number INTEGER PRIMARY KEY,
            undo BLOB NOT NULL,
            checksum INTEGER
        );
        """

    /// Every search filters out hidden photos. Programs that don't know this would show them, hence a format of its
    /// own.
    static let hidden = "CREATE INDEX hidden_marks ON marks(content) WHERE kind = 'hidden';"
}
