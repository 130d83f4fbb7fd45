import EvokeCatalog
import EvokeValues

extension Connection {
    /// Only photos that can be shown.
    func cards(_ condition: String, _ values: any Bindable...) throws(EvokeError) -> [PhotoCard] {
        try rows(
            """
            SELECT p.photo, d.path, p.name, p.size, p.modified, p.inode, p.changed, p.width, p.height, p.content,
                t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source,
                coalesce((SELECT substr(m.value, 1, 200) FROM evoke.marks m
                    WHERE m.library = p.library AND m.content = p.content AND m.kind = 'caption' LIMIT 1),
                    t.title, substr(t.description, 1, 200)), l.known, l.city, l.subdivision, l.country,
                EXISTS (SELECT 1 FROM evoke.marks m
                    WHERE m.library = p.library AND m.content = p.content AND m.kind = 'favourite'), t.length
            FROM evoke.photos p JOIN evoke.folders d USING (library, folder) LEFT JOIN evoke.metadata t USING (library, photo)
                LEFT JOIN evoke.places l USING (library, photo)
            WHERE p.library = $1 AND \(PostgresCatalog.canBeShown) AND \(condition)
            """, values
        ).map { row in
            PhotoCard(
                id: PhotoID(row.integer(0)), path: row.path(1).appending(row.bytes(2)), stamp: row.stamp(from: 3),
                content: row.digest(9), size: row.size(7), taken: row.takenDate(from: 10),
                caption: row.optionalText(15), place: row.integer(16) == 1 ? row.place(from: 17) : nil,
                isFavorite: row.integer(20) == 1, length: row.optionalReal(21))
        }
    }
}
