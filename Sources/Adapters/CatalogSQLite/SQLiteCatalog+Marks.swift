import EvokeDigests
import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func marks(of contents: [ContentDigest]?) async throws -> [ContentDigest: Set<Mark>] {
        try await use { connection in
            guard let contents else { return try connection.marks() }
            var marks: [ContentDigest: Set<Mark>] = [:]
            for content in contents {
                let found = try connection.marks(of: content)
                if !found.isEmpty { marks[content] = found }
            }
            return marks
        }
    }

    package func record(
        _ edits: [PhotoID: MarkEdit], notify: @escaping @Sendable (Double) -> Void
    ) async throws -> MarkReport {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                var (change, report) = (MarkChange(), MarkReport(changed: 0, unread: 0))
                // Reading the photos takes about a third of the time.
                for (place, photo) in edits.keys.sorted().enumerated() {
                    if place.isMultiple(of: 1_024) { notify(Double(place) / Double(edits.count) / 3) }
                    guard let content = try connection.content(of: photo) else {
                        let isKnown = try connection.integer("SELECT 1 FROM photos WHERE photo = ?", photo.value) != nil
                        report.unread += isKnown ? 1 : 0
                        continue
                    }
                    if change.contents[content] == nil {
                        change.contents[content] = edits[photo]?.change(of: try connection.marks(of: content))
                    }
                    if change.contents[content] != nil { report.changed += 1 }
                }
                guard !change.contents.isEmpty else { return report }
                try connection.make(change) { notify((1 + 2 * $0) / 3) }
                try connection.statement(
                    "INSERT INTO mark_changes(number, undo) SELECT coalesce(max(number), 0) + 1, ? FROM mark_changes"
                ).bind(change.bytes).run()
                try connection.statement(
                    "DELETE FROM mark_changes WHERE number <= (SELECT max(number) FROM mark_changes) - ?"
                ).bind(Int64(Self.mostMarksUndone)).run()
                return report
            }
        }
    }

    package func undoMarks(notify: @escaping @Sendable (Double) -> Void) async throws -> Int? {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                guard let last = try connection.lastMarkChange() else { return nil }
                try connection.make(MarkChange(last.change.contents.mapValues(\.undoing)), notify: notify)
                try connection.statement("DELETE FROM mark_changes WHERE number = ?").bind(last.number).run()
                var photos = 0
                for content in last.change.contents.keys {
                    photos += Int(try connection.integer("SELECT count(*) FROM photos WHERE content = ?", content) ?? 0)
                }
                return photos
            }
        }
    }

    package func hiddenPhotos() async throws -> PhotoSet {
        try await use { connection in
            // From the few hidden contents to their photos, each by an index.
            let statement = try connection.statement(
                "SELECT p.photo FROM marks m CROSS JOIN photos p ON p.content = m.content WHERE m.kind = 'hidden'")
            defer { statement.reset() }
            var photos = PhotoSet()
            while try statement.step() { photos.insert(PhotoID(statement.integer(0))) }
            return photos
        }
    }

    package func hidesSome() async throws -> Bool {
        try await use { try $0.integer("SELECT 1 FROM marks WHERE kind = 'hidden' LIMIT 1") != nil }
    }

    package func lastMarkChange() async throws -> UInt64? {
        try await use { try $0.lastUndo(in: .markChanges) }
    }
}

extension SQLiteConnection {
    /// For a table of undo information: identifies its last change, even when a number is used again.
    func lastChange(_ table: StaticString) throws(EvokeError) -> UInt64? {
        let statement = try statement("SELECT number, undo FROM \(table) ORDER BY number DESC LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        return Checksum.of(statement.blob(1), at: UInt64(statement.integer(0)))
    }

    func marks(of photo: PhotoID) throws(EvokeError) -> PhotoMarks {
        try content(of: photo).map { content throws(EvokeError) in PhotoMarks(try marks(of: content)) } ?? PhotoMarks()
    }

    func forEachMarked(_ body: (PhotoID, PhotoMarks) -> Void) throws(EvokeError) {
        let statement = try statement(
            "SELECT p.photo, m.kind, m.value FROM marks m JOIN photos p ON p.content = m.content ORDER BY p.photo")
        defer { statement.reset() }
        var (photo, marks) = (PhotoID?.none, [Mark]())
        while try statement.step() {
            let next = PhotoID(statement.integer(0))
            if let photo, photo != next {
                body(photo, PhotoMarks(marks))
                marks = []
            }
            photo = next
            if let mark = Mark(kind: statement.text(1), value: statement.text(2)) { marks.append(mark) }
        }
        if let photo { body(photo, PhotoMarks(marks)) }
    }

    fileprivate func content(of photo: PhotoID) throws(EvokeError) -> ContentDigest? {
        let statement = try statement("SELECT content FROM photos WHERE photo = ?").bind(photo.value)
        defer { statement.reset() }
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return ContentDigest(bytes: statement.blob(0))
    }

    /// Of all contents.
    fileprivate func marks() throws(EvokeError) -> [ContentDigest: Set<Mark>] {
        let statement = try statement("SELECT content, kind, value FROM marks")
        defer { statement.reset() }
        var marks: [ContentDigest: Set<Mark>] = [:]
        while try statement.step() {
            guard let content = ContentDigest(bytes: statement.blob(0)),
                let mark = Mark(kind: statement.text(1), value: statement.text(2))
            else { continue }
            marks[content, default: []].insert(mark)
        }
        return marks
    }

    fileprivate func marks(of content: ContentDigest) throws(EvokeError) -> Set<Mark> {
        let statement = try statement("SELECT kind, value FROM marks WHERE content = ?").bind(content)
        defer { statement.reset() }
        var marks: Set<Mark> = []
        while try statement.step() {
            if let mark = Mark(kind: statement.text(0), value: statement.text(1)) { marks.insert(mark) }
        }
        return marks
    }

    /// Only marks that really change are recorded.
    fileprivate func make(_ change: MarkChange, notify: (_ share: Double) -> Void) throws(EvokeError) {
        // A new star is no reason to rewrite tens of thousands of texts.
        let isWritten = change.contents.values.contains { $0.added.union($0.removed).contains(where: \.isWritten) }
        if !isWritten { try followFullText() }
        let part = isWritten ? 0.5 : 1
        for (place, (content, delta)) in change.contents.enumerated() {
            if place.isMultiple(of: 1_024) { notify(part * Double(place) / Double(change.contents.count)) }
            for mark in delta.removed {
                try statement("DELETE FROM marks WHERE content = ? AND kind = ? AND value = ?")
                    .bind(content, mark.kind.rawValue, mark.value).run()
            }
            for mark in delta.added {
                try statement("INSERT OR IGNORE INTO marks(content, kind, value) VALUES(?, ?, ?)")
                    .bind(content, mark.kind.rawValue, mark.value).run()
            }
        }
        if isWritten {
            try followFullText { notify(0.5 + 0.5 * Double($0) / Double($1)) }
        } else {
            try leaveFullText()
        }
        notify(1)
    }

    fileprivate func lastMarkChange() throws(EvokeError) -> (number: Int64, change: MarkChange)? {
        let statement = try statement("SELECT number, undo FROM mark_changes ORDER BY number DESC LIMIT 1")
        defer { statement.reset() }
        guard try statement.step(), let change = MarkChange(bytes: statement.blob(1)) else { return nil }
        return (statement.integer(0), change)
    }
}
