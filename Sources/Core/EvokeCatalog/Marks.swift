import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func marks(of contents: [ContentDigest]?) async throws -> [ContentDigest: Set<Mark>] {
        try await read { try $0.marks(of: contents) }
    }

    package func record(
        _ edits: [PhotoID: MarkEdit], notify: @escaping @Sendable (_ share: Double) -> Void
    ) async throws -> MarkReport {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            var (change, report) = (MarkChange(), MarkReport(changed: 0, unread: 0))
            // Reading the photos takes about a third of the time.
            for (share, photos) in inParts(edits.keys.sorted()) {
                notify(share / 3)
                let photos = try connection.map(
                    "SELECT photo, content FROM photos WHERE photo IN list($1) ORDER BY photo", photos
                ) { row in (photo: row.photo(0), content: row.digest(1)) }
                let marks = try connection.marks(of: photos.compactMap(\.content))
                for (photo, content) in photos {
                    guard let content else {
                        report.unread += 1
                        continue
                    }
                    if change.contents[content] == nil {
                        change.contents[content] = edits[photo]?.change(of: marks[content] ?? [])
                    }
                    if change.contents[content] != nil { report.changed += 1 }
                }
            }
            guard !change.contents.isEmpty else { return report }
            try connection.make(change) { notify((1 + 2 * $0) / 3) }
            try connection.rememberUndo(change.bytes, in: .markChanges)
            return report
        }
    }

    package func undoMarks(notify: @escaping @Sendable (_ share: Double) -> Void) async throws -> Int? {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            guard let bytes = try connection.takeUndo(from: .markChanges), let change = MarkChange(bytes: bytes)
            else { return nil }
            return try connection.make(MarkChange(change.contents.mapValues(\.undoing)), notify: notify)
        }
    }

    package func hiddenPhotos() async throws -> PhotoSet {
        try await read { connection in
            // From the few hidden contents to their photos, each by an index.
            try connection.photoSet(
                "SELECT p.photo FROM marks m CROSS JOIN photos p WHERE p.content = m.content AND m.kind = 'hidden'")
        }
    }

    package func hidesSome() async throws -> Bool {
        try await read { try $0.has("SELECT 1 FROM marks WHERE kind = 'hidden'") }
    }

    package func lastMarkChange() async throws -> UInt64? { try await read { try $0.lastUndo(in: .markChanges) } }
}

extension CatalogConnection {
    /// Only photos that have marks.
    package func marks(of photos: [Int64]) throws(EvokeError) -> [Int64: PhotoMarks] {
        var marks: [Int64: [Mark]] = [:]
        try run(
            """
            SELECT p.photo, m.kind, m.value FROM photos p JOIN marks m ON m.content = p.content
            WHERE p.photo IN list($1)
            """, with: [photos]
        ) { row in
            if let mark = row.mark(1) { marks[row.integer(0), default: []].append(mark) }
        }
        return marks.mapValues { PhotoMarks($0) }
    }

    /// Gives `new` the marks of `old`, unless it has any.
    package func copyMarks(from old: ContentDigest, to new: ContentDigest) throws(EvokeError) {
        try run(
            """
            INSERT INTO marks(content, kind, value) SELECT $2, kind, value FROM marks
            WHERE content = $1 AND NOT EXISTS (SELECT 1 FROM marks WHERE content = $2) ON CONFLICT DO NOTHING
            """, old, new)
    }

    fileprivate func marks(of contents: [ContentDigest]?) throws(EvokeError) -> [ContentDigest: Set<Mark>] {
        var marks: [ContentDigest: Set<Mark>] = [:]
        try run(
            "SELECT content, kind, value FROM marks" + (contents == nil ? "" : " WHERE content IN list($1)"),
            with: contents.map { [$0] } ?? []
        ) { row in
            if let content = row.digest(0), let mark = row.mark(1) { marks[content, default: []].insert(mark) }
        }
        return marks
    }

    /// Only marks that really change are recorded. Returns the number of photos affected.
    @discardableResult
    fileprivate func make(_ change: MarkChange, notify: (_ share: Double) -> Void) throws(EvokeError) -> Int {
        // A new star is no reason to rewrite tens of thousands of texts.
        let isWritten = change.contents.values.contains { $0.added.union($0.removed).contains(where: \.isWritten) }
        if !isWritten { try followFullText() }
        let part = isWritten ? 0.5 : 1
        var photos = 0
        for (share, contents) in inParts(Array(change.contents)) {
            notify(part * share)
            var removed: [RemovedMark: [ContentDigest]] = [:]
            for (content, delta) in contents {
                for mark in delta.removed { removed[RemovedMark(mark), default: []].append(content) }
            }
            for (mark, contents) in removed {
                try run(
                    "DELETE FROM marks WHERE content IN list($1) AND kind = $2 AND value = coalesce($3, value)",
                    contents, mark.kind.rawValue, mark.value)
            }
            let added = contents.flatMap { content, delta in
                delta.added.map { [CatalogValue].row(content, $0.kind.rawValue, $0.value) }
            }
            try insert(added, into: .marks, onConflict: .ignore)
            photos += try self.change(contents.map(\.key))
        }
        if isWritten {
            try followFullText { notify(0.5 + 0.5 * Double($0) / Double($1)) }
        } else {
            leaveFullText()
        }
        notify(1)
        return photos
    }
}

/// Marks that are removed together from many contents.
private struct RemovedMark: Hashable {
    let kind: Mark.Kind
    /// Nil if a content has at most one mark of the kind.
    let value: String?

    init(_ mark: Mark) {
        kind = mark.kind
        value = kind == .tag || kind == .album ? mark.value : nil
    }
}

/// A few thousand at a time, each with the share of those before.
private func inParts<Element>(_ all: [Element]) -> some Sequence<(share: Double, part: [Element])> {
    stride(from: 0, to: all.count, by: 4_096).lazy.map { first in
        (Double(first) / Double(all.count), Array(all[first..<min(first + 4_096, all.count)]))
    }
}
