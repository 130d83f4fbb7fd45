import EvokeValues

extension Schema {
    /// The owner's marks on contents (`Mark`), and what undoes the last changes of them.
    static let marks = """
        CREATE TABLE evoke.marks(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            content bytea NOT NULL,
            kind text NOT NULL,
            value text NOT NULL
        );
        -- Tags and names of albums are no longer, and there is one caption.
        CREATE UNIQUE INDEX marks_once ON evoke.marks(library, content, kind, left(value, \(Mark.longestName)));
        CREATE TABLE evoke.mark_changes(
            library bigint NOT NULL REFERENCES evoke.libraries ON DELETE CASCADE,
            number bigint NOT NULL,
            undo bytea NOT NULL,
            PRIMARY KEY(library, number)
        );
        \(admission(to: Tables.untilMarks))
        \(Tables.ofMarks.map(policies).joined(separator: "\n"))
        \(grants(on: Tables.ofMarks))
        """

    /// Every search filters out hidden photos. Programs that don't know this would show them, hence a format of its
    /// own.
    static let hiddenMarks = "CREATE INDEX hidden_marks ON evoke.marks(library, content) WHERE kind = 'hidden';"
}
