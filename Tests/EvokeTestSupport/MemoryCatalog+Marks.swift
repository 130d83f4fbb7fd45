import EvokePorts
public import EvokeValues

extension MemoryCatalog {
    public func marks(of contents: [ContentDigest]?) -> [ContentDigest: Set<Mark>] {
        marked.marks.filter { contents?.contains($0.key) ?? true }
    }

    public func note(
        _ edits: [PhotoID: MarkEdit], notify: @Sendable (Double) -> Void
    ) -> MarkReport {
        var (change, report) = (MarkChange(), MarkReport(changed: 0, unread: 0))
        for row in rows.values.sorted(by: { $0.id < $1.id }) where edits[row.id] != nil {
            guard let content = row.content else {
                report.unread += 1
                continue
            }
            if change.contents[content] == nil {
                change.contents[content] = edits[row.id]?.change(of: marked.marks[content] ?? [])
            }
            if change.contents[content] != nil { report.changed += 1 }
        }
        guard !change.contents.isEmpty else { return report }
        make(change)
        notify(1)
        marked.undo = (marked.undo + [change]).suffix(Self.mostMarksUndone)
        return report
    }

    public func undoMarks(notify: @Sendable (Double) -> Void) -> Int? {
        guard let change = marked.undo.popLast() else { return nil }
        notify(1)
        make(MarkChange(change.contents.mapValues(\.undoing)))
        return rows.values.count { row in row.content.map { change.contents[$0] != nil } ?? false }
    }

    public func hiddenPhotos() -> PhotoSet { PhotoSet(rows.values.filter { marks(of: $0).isHidden }.map(\.id)) }

    public func hidesSome() -> Bool { !hiddenPhotos().isEmpty }

    public func canUndoMarks() -> Bool { !marked.undo.isEmpty }

    func marks(of row: Row) -> PhotoMarks { PhotoMarks(row.content.flatMap { marked.marks[$0] } ?? []) }

    /// With what the owner says.
    func facts(of row: Row) -> PhotoFacts { (row.facts ?? PhotoFacts()).marked(by: marks(of: row)) }

    func copyMarks(from old: ContentDigest, to new: ContentDigest) {
        if marked.marks[new] == nil { marked.marks[new] = marked.marks[old] }
    }

    func forgetMarks() {
        let held = contents()
        marked.marks = marked.marks.filter { held.contains($0.key) }
    }

    private func make(_ change: MarkChange) {
        for (content, delta) in change.contents {
            let marks = (marked.marks[content] ?? []).subtracting(delta.removed).union(delta.added)
            marked.marks[content] = marks.isEmpty ? nil : marks
        }
    }
}
