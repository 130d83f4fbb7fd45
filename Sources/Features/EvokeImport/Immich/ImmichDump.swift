package import EvokeValues

/// What a dump of Immich's database says of photos.
package struct ImmichDump: Sendable {
    private static let end = "-- PostgreSQL database dump complete"

    private let tables: ImmichTables

    /// Reads it from its start to its end, however long that takes.
    ///
    /// Throws where it cannot be read, is another program's, or has lost its end.
    ///
    /// - Parameters:
    ///   - isWanted: nil comes of it where it is not.
    ///   - notify: hears how many bytes of the file are read, and how many it has; 0 where nobody knows.
    package init?(
        _ file: FilePath, while isWanted: () -> Bool, notify: (_ done: Int64, _ total: Int64) -> Void
    ) throws(EvokeError) {
        let lines = try DumpLines(file)
        var tables = ImmichTables()
        var (open, isRead, isFull, isWhole): (CopiedTable?, Bool, Bool, Bool) = (nil, false, false, false)
        try lines.forEach(notify: notify) { line throws(EvokeError) in
            guard isWanted() else { return false }
            guard let table = open else {
                open = CopiedTable(line)
                if line.starts(with: "\\connect ".utf8) { tables = ImmichTables() }
                isWhole = line.elementsEqual(Self.end.utf8)
                // Behind the database with photos, the dump of a whole server has others.
                return !(isWhole && tables.hasPhotos)
            }
            if line.elementsEqual("\\.".utf8) {
                isRead = isRead || ImmichTables.reads(table.name)
                open = nil
            } else if ImmichTables.reads(table.name), let row = CopiedRow(line, of: table) {
                tables.take(row, of: table.name)
                isFull = !tables.hasRoom
            }
            return !isFull
        }
        guard isWanted() else { return nil }
        guard !isFull else { throw lines.refused("it tells of more photos than Evoke can keep in mind") }
        guard tables.hasPhotos else {
            throw lines.refused(isRead ? "it has no photos in it" : "it has no tables of Immich's")
        }
        guard isWhole else { throw lines.damaged("its end is missing") }
        self.tables = tables
    }

    /// The users of Immich who have photos there, by the addresses that they log in with.
    package var users: [String] { tables.owners }

    /// The photos of which this user said something there. Of albums, it is the user's own that count.
    package func photos(of user: String) -> [ImmichPhoto] { tables.photos(of: user) }
}
