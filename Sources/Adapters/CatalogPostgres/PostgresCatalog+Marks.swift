import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func marks(of contents: [ContentDigest]?) async throws -> [ContentDigest: Set<Mark>] {
        try await read { try $0.marks(of: contents) }
    }

    func record(
        _ edits: [PhotoID: MarkEdit], notify: @escaping @Sendable (Double) -> Void
    ) async throws -> MarkReport {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            var (change, report) = (MarkChange(), MarkReport(changed: 0, unread: 0))
            let rows = try connection.rows(
                "SELECT photo, content FROM evoke.photos WHERE library = $1 AND photo = ANY($2) ORDER BY photo",
                Numbers(edits.keys.map(\.value)))
            let marks = try connection.marks(of: rows.compactMap { $0.digest(1) })
            for row in rows {
                guard let content = row.digest(1) else {
                    report.unread += 1
                    continue
                }
                if change.contents[content] == nil {
                    change.contents[content] = edits[PhotoID(row.integer(0))]?.change(of: marks[content] ?? [])
                }
                if change.contents[content] != nil { report.changed += 1 }
            }
            guard !change.contents.isEmpty else { return report }
            // The rest is a few statements on the server, which report no progress.
            notify(1.0 / 3)
            try connection.make(change)
            notify(1)
            try connection.rows(
                """
                INSERT INTO evoke.mark_changes(library, number, undo)
                SELECT $1, coalesce(max(number), 0) + 1, $2 FROM evoke.mark_changes WHERE library = $1
                """, Blob(change.bytes))
            try connection.rows(
                """
                DELETE FROM evoke.mark_changes WHERE library = $1 AND number <= (
                    SELECT max(number) FROM evoke.mark_changes WHERE library = $1) - $2
                """, Int64(Self.mostMarksUndone))
            return report
        }
    }

    func undoMarks(notify: @escaping @Sendable (Double) -> Void) async throws -> Int? {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let last = try connection.rows(
                "SELECT number, undo FROM evoke.mark_changes WHERE library = $1 ORDER BY number DESC LIMIT 1"
            ).first
            guard let last, let change = MarkChange(bytes: last.bytes(1)) else { return nil }
            let photos = try connection.make(MarkChange(change.contents.mapValues(\.undoing)))
            notify(1)
            try connection.rows(
                "DELETE FROM evoke.mark_changes WHERE library = $1 AND number = $2", last.integer(0))
            return photos
        }
    }

    func hiddenPhotos() async throws -> PhotoSet {
        try await read { connection in
            let rows = try connection.rows(
                """
                SELECT p.photo FROM evoke.marks m JOIN evoke.photos p USING (library, content)
                WHERE m.library = $1 AND m.kind = 'hidden'
                """)
            return PhotoSet(rows.map { PhotoID($0.integer(0)) })
        }
    }

    func hidesSome() async throws -> Bool {
        try await read {
            try $0.nativeInteger("SELECT 1::bigint FROM evoke.marks WHERE library = $1 AND kind = 'hidden' LIMIT 1") != nil
        }
    }

    func lastMarkChange() async throws -> UInt64? { try await read { try $0.lastUndo(in: .markChanges) } }
}

extension Connection {
    /// For a table of undo information: identifies its last change, even when a number is used again.
    func lastChange(_ table: StaticString) throws(EvokeError) -> UInt64? {
        try nativeInteger(
            "SELECT hashtextextended(md5(undo), number) FROM \(table) WHERE library = $1 ORDER BY number DESC LIMIT 1"
        ).map(UInt64.init(bitPattern:))
    }

    /// Only photos that have marks.
    func marks(of photos: [Int64]) throws(EvokeError) -> [Int64: PhotoMarks] {
        let rows = try rows(
            """
            SELECT p.photo, m.kind, m.value FROM evoke.photos p JOIN evoke.marks m USING (library, content)
            WHERE p.library = $1 AND p.photo = ANY($2)
            """, Numbers(photos))
        return Dictionary(grouping: rows) { $0.integer(0) }.mapValues { PhotoMarks($0.compactMap { $0.mark(1) }) }
    }

    fileprivate func marks(of contents: [ContentDigest]?) throws(EvokeError) -> [ContentDigest: Set<Mark>] {
        var marks: [ContentDigest: Set<Mark>] = [:]
        let which = contents == nil ? "" : " AND content = ANY($2)"
        let values = contents.map { [List($0) as any Bindable] } ?? []
        for row in try rows("SELECT content, kind, value FROM evoke.marks WHERE library = $1" + which, values) {
            if let content = row.digest(0), let mark = row.mark(1) { marks[content, default: []].insert(mark) }
        }
        return marks
    }

    /// Only marks that really change are recorded. Returns the number of photos affected.
    @discardableResult
    fileprivate func make(_ change: MarkChange) throws(EvokeError) -> Int {
        func list(
            _ marks: (MarkChange.Delta) -> Set<Mark>
        ) -> (contents: [ContentDigest], kinds: [String], values: [String]) {
            var list: (contents: [ContentDigest], kinds: [String], values: [String]) = ([], [], [])
            for (content, delta) in change.contents {
                for mark in marks(delta) {
                    list.contents.append(content)
                    list.kinds.append(mark.kind.rawValue)
                    list.values.append(mark.value)
                }
            }
            return list
        }
        let (removed, added) = (list { $0.removed }, list { $0.added })
        try rows(
            """
            DELETE FROM evoke.marks m USING unnest($2, $3, $4) AS c(content, kind, value)
            WHERE m.library = $1 AND m.content = c.content AND m.kind = c.kind AND m.value = c.value
            """, List(removed.contents), List(removed.kinds), List(removed.values))
        try rows(
            """
            INSERT INTO evoke.marks(library, content, kind, value)
            SELECT $1, c.* FROM unnest($2, $3, $4) AS c(content, kind, value) ON CONFLICT DO NOTHING
            """, List(added.contents), List(added.kinds), List(added.values))
        let photos = try rows(
            "SELECT photo FROM evoke.photos WHERE library = $1 AND content = ANY($2)", List(Array(change.contents.keys))
        )
        changes.photos.formUnion(photos.map { $0.integer(0) })
        return photos.count
    }
}
