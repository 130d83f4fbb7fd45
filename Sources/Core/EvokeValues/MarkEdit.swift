/// An edit of photos' marks: what is added and what is removed.
public struct MarkEdit: Hashable, Sendable {
    /// A rating or caption replaces the old one; a tag or album alike to an existing one does not.
    public var adding: [Mark]
    /// Removed before anything is added.
    public var removing: [Mark.Slot]

    /// By default, changes nothing.
    public init(adding: [Mark] = [], removing: [Mark.Slot] = []) {
        (self.adding, self.removing) = (adding, removing)
    }

    /// What a photo that stays gets from one that goes, without overriding its own stars and caption. That the other
    /// one was rejected, had no stars or was hidden does not apply to the one that stays.
    package init(of goes: Set<Mark>, missingIn stays: Set<Mark>) {
        let known = Set(stays.map(\.slot))
        self.init(
            adding: goes.filter { mark in
                if case .rating(let stars) = mark, stars < 1 { return false }
                return mark != .hidden && !known.contains(mark.slot)
            })
    }

    /// How it changes a photo's marks; nil if not at all.
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

/// How the marks of many contents changed, which a catalog stores to undo it.
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

/// How many photos had their marks changed.
public struct MarkReport: Hashable, Sendable {
    /// Photos whose marks changed; exact copies share their marks and are not counted.
    public var changed: Int
    /// Photos whose files have not been read yet, so they cannot be marked.
    public var unread: Int

    /// Made by catalogs.
    public init(changed: Int, unread: Int) { (self.changed, self.unread) = (changed, unread) }
}
