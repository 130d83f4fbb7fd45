/// What a library's owner says about a photo. It belongs to the file's content: copies have the same marks, and marks
/// follow a moved file.
public enum Mark: Hashable, Sendable {
    /// A favorite.
    case favorite
    /// Stars from 0 to 5, or -1 for a rejected photo. Overrides the file's rating.
    case rating(Int)
    /// What the photo shows. Overrides the description in its file.
    case caption(String)
    /// A keyword, in addition to those in its file.
    case tag(String)
    /// The photo is in the album of that name.
    case album(String)
    /// Not shown: it is in no result unless hidden photos are asked for.
    case hidden

    /// What a photo has at most one of: tags and albums are the same whatever their case and accents.
    public enum Slot: Hashable, Sendable {
        /// Whether it is a favorite.
        case favorite
        /// The stars.
        case rating
        /// The caption.
        case caption
        /// A tag, ignoring case and accents.
        case tag(folded: String)
        /// An album, ignoring case and accents.
        case album(folded: String)
        /// Whether it is hidden.
        case hidden
    }

    /// The slot that it fills.
    package var slot: Slot {
        switch self {
        case .favorite: .favorite
        case .rating: .rating
        case .caption: .caption
        case .tag(let name): .tag(folded: name.folded)
        case .album(let name): .album(folded: name.folded)
        case .hidden: .hidden
        }
    }

    /// The limit for tags and album names, in Unicode characters.
    package static let longestName = 100
    /// In Unicode characters.
    package static let longestCaption = 5_000

    /// Whether full text includes it.
    package var isWritten: Bool { kind == .caption || kind == .tag }

    /// As catalogs store it. Changes are stored by the indexes of kinds, so add new kinds at the end.
    package enum Kind: String, CaseIterable, Sendable {
        case favorite = "favourite"
        case rating, caption, tag, album, hidden
    }

    package var kind: Kind {
        switch self {
        case .favorite: .favorite
        case .rating: .rating
        case .caption: .caption
        case .tag: .tag
        case .album: .album
        case .hidden: .hidden
        }
    }

    /// Empty if the kind says it all.
    package var value: String {
        switch self {
        case .favorite, .hidden: ""
        case .rating(let stars): "\(stars)"
        case .caption(let text), .tag(let text), .album(let text): text
        }
    }

    /// Nil if this is not a mark.
    package init?(_ kind: Kind, _ value: String) {
        switch kind {
        case .favorite:
            guard value.isEmpty else { return nil }
            self = .favorite
        case .hidden:
            guard value.isEmpty else { return nil }
            self = .hidden
        case .rating:
            guard let stars = Int(value), (-1...5).contains(stars) else { return nil }
            self = .rating(stars)
        case .caption: self = .caption(value)
        case .tag: self = .tag(value)
        case .album: self = .album(value)
        }
    }

    /// From a catalog's row; nil if this is not a mark.
    package init?(kind: String, value: String) {
        guard let kind = Kind(rawValue: kind) else { return nil }
        self.init(kind, value)
    }
}

/// Everything that the owner says about one photo.
public struct PhotoMarks: Hashable, Sendable {
    /// Whether it is a favorite.
    public var isFavorite = false
    /// Stars from 0 to 5, or -1 if rejected; nil if the owner says nothing.
    public var rating: Int?
    /// Nil if there is none.
    public var caption: String?
    /// In alphabetical order.
    public var tags: [String] = []
    /// The names of its albums, in alphabetical order.
    public var albums: [String] = []
    /// Whether it is hidden.
    public var isHidden = false

    /// No marks.
    public init() {}

    package init(_ marks: some Sequence<Mark>) {
        for mark in marks {
            switch mark {
            case .favorite: isFavorite = true
            case .rating(let stars): rating = stars
            case .caption(let text): caption = text
            case .tag(let name): tags.append(name)
            case .album(let name): albums.append(name)
            case .hidden: isHidden = true
            }
        }
        tags.sort { ($0.folded, $0) < ($1.folded, $1) }
        albums.sort { ($0.folded, $0) < ($1.folded, $1) }
    }

    /// Whether there are no marks.
    public var isEmpty: Bool { self == PhotoMarks() }
}

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
            case .favorite, .rating, .caption, .hidden: now = now.subtracting(before).union([mark])
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

/// A compact form of a change, which catalogs store to undo it.
extension MarkChange {
    package var bytes: [UInt8] {
        var bytes = PackedBytes()
        // Most contents have the same change.
        for (delta, contents) in Dictionary(grouping: contents, by: \.value) {
            for marks in [delta.added, delta.removed] { bytes.add(marks) }
            bytes.add(contents.count)
            for (content, _) in contents { bytes.add(content) }
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>) {
        self.init()
        var rest = UnpackedBytes(bytes)
        while !rest.rest.isEmpty {
            guard let added = rest.marks(), let removed = rest.marks(), let count = rest.number(), count >= 0 else {
                return nil
            }
            for _ in 0..<count {
                guard let content = rest.content() else { return nil }
                contents[content] = Delta(added: added, removed: removed)
            }
        }
    }
}

extension PackedBytes {
    package mutating func add(_ content: ContentDigest) {
        add(Int(Int64(bitPattern: content.high)))
        add(Int(Int64(bitPattern: content.low)))
    }

    package mutating func add(_ marks: Set<Mark>) {
        add(marks.count)
        for mark in marks {
            add(Mark.Kind.allCases.firstIndex(of: mark.kind) ?? 0)
            add(mark.value)
        }
    }
}

extension UnpackedBytes {
    package mutating func content() -> ContentDigest? {
        guard let high = number(), let low = number() else { return nil }
        return ContentDigest(high: UInt64(bitPattern: Int64(high)), low: UInt64(bitPattern: Int64(low)))
    }

    package mutating func marks() -> Set<Mark>? {
        guard let count = number(), count >= 0 else { return nil }
        var marks: Set<Mark> = []
        for _ in 0..<count {
            guard let place = number(), Mark.Kind.allCases.indices.contains(place), let value = text(),
                let mark = Mark(Mark.Kind.allCases[place], value)
            else { return nil }
            marks.insert(mark)
        }
        return marks
    }
}
