/// What a library's owner says about a photo. It belongs to the file's content: copies have the same marks, and marks
/// follow a moved file.
public enum Mark: Hashable, Sendable {
    /// A favorite.
    case favourite
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
        case favourite
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
    public var slot: Slot {
        switch self {
        case .favourite: .favourite
        case .rating: .rating
        case .caption: .caption
        case .tag(let name): .tag(folded: name.folded)
        case .album(let name): .album(folded: name.folded)
        case .hidden: .hidden
        }
    }
}

extension Mark {
    /// The limit for tags and album names, in Unicode characters.
    public static let longestName = 100
    /// In Unicode characters.
    public static let longestCaption = 5_000

    /// Whether full text includes it.
    package var isWritten: Bool { kind == .caption || kind == .tag }

    /// As catalogs store it. Changes are stored by the indexes of kinds, so add new kinds at the end.
    package enum Kind: String, CaseIterable, Sendable {
        case favourite, rating, caption, tag, album, hidden
    }

    package var kind: Kind {
        switch self {
        case .favourite: .favourite
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
        case .favourite, .hidden: ""
        case .rating(let stars): "\(stars)"
        case .caption(let text), .tag(let text), .album(let text): text
        }
    }

    /// Nil if this is not a mark.
    package init?(_ kind: Kind, _ value: String) {
        switch kind {
        case .favourite:
            guard value.isEmpty else { return nil }
            self = .favourite
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
    public var isFavourite = false
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
            case .favourite: isFavourite = true
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

extension PhotoMetadata {
    /// The metadata as overridden by the owner's marks.
    package func marked(by marks: PhotoMarks) -> PhotoMetadata {
        guard !marks.isEmpty else { return self }
        var metadata = self
        metadata.rating = marks.rating ?? rating
        metadata.description = marks.caption ?? description
        let known = Set(keywords.map(\.folded))
        metadata.keywords += marks.tags.filter { !known.contains($0.folded) }
        return metadata
    }
}
