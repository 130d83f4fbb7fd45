/// What becomes of the marks of photos: what they get, and what is taken from them.
public struct MarkEdit: Hashable, Sendable {
    /// Each takes the place of another rating or caption; of tags and albums that are alike, the one that is there stays.
    public var adding: [Mark]
    /// What is taken away before anything is added.
    public var removing: [Mark.Slot]

    /// Nothing by itself.
    public init(adding: [Mark] = [], removing: [Mark.Slot] = []) {
        (self.adding, self.removing) = (adding, removing)
    }

    /// What a photo that stays is to get of one that goes: no stars and no caption in place of its own. That the other one was
    /// rejected, had no stars or was hidden is no word of what stays.
    package init(of goes: Set<Mark>, missingIn stays: Set<Mark>) {
        let known = Set(stays.map(\.slot))
        self.init(
            adding: goes.filter { mark in
                if case .rating(let stars) = mark, stars < 1 { return false }
                return mark != .hidden && !known.contains(mark.slot)
            })
    }

    /// What it changes of a photo's marks; nil where that is nothing.
    package func change(of marks: Set<Mark>) -> MarkChange.Delta? {
        var now = marks.filter { !removing.contains($0.slot) }
        for mark in adding {
            let before = now.filter { $0.slot == mark.slot }
            switch mark {
            case .tag, .album: if before.isEmpty { now.insert(mark) }
            case .favourite, .rating, .caption, .hidden: now = now.subtracting(before).union([mark])
            }
        }
        guard now != marks else { return nil }
        return MarkChange.Delta(added: now.subtracting(marks), removed: marks.subtracting(now))
    }
}

/// What has become of the marks of many contents: a catalogue keeps it to undo it.
package struct MarkChange: Hashable, Sendable {
    package struct Delta: Hashable, Sendable {
        package var added: Set<Mark>
        package var removed: Set<Mark>

        package init(added: Set<Mark>, removed: Set<Mark>) { (self.added, self.removed) = (added, removed) }

        package var undoing: Delta { Delta(added: removed, removed: added) }
    }

    package var contents: [ContentDigest: Delta] = [:]

    package init(_ contents: [ContentDigest: Delta] = [:]) { self.contents = contents }
}

/// How many photos got marks, or lost some.
public struct MarkReport: Hashable, Sendable {
    /// Photos whose marks are others now; exact copies of them have the same marks, and are not counted.
    public var changed: Int
    /// Photos whose files nobody has read yet, so that nothing can be said of them.
    public var unread: Int

    /// Made by catalogues.
    public init(changed: Int, unread: Int) { (self.changed, self.unread) = (changed, unread) }
}
