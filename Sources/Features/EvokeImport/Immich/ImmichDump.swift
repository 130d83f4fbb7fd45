package import EvokeValues

/// What a dump of Immich's database says about photos.
package struct ImmichDump: Sendable {
    private static let end = "-- PostgreSQL database dump complete"

    private let tables: ImmichTables

    /// Reads it from start to end, however long that takes.
    ///
    /// Throws if it cannot be read, is another program's, or is truncated.
    ///
    /// - Parameters:
    ///   - isWanted: returns nil once it is false.
    ///   - notify: gets how many bytes of the file were read, and its size, or 0 if unknown.
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
                // A dump of a whole server has other databases after the one with photos.
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
        guard !isFull else { throw lines.refused("it has more photos than Evoke can hold in memory") }
        guard tables.hasPhotos else {
            throw lines.refused(isRead ? "it contains no photos" : "it contains no Immich tables")
        }
        guard isWhole else { throw lines.damaged("it is truncated") }
        self.tables = tables
    }

    /// The Immich users who have photos there, by the addresses they log in with.
    package var users: [String] { tables.owners }

    /// The photos this user added information to. Only the user's own albums count.
    package func photos(of user: String) -> [ImmichPhoto] { tables.photos(of: user) }
}
