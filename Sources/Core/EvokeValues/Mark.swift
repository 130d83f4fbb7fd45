/// Something that the owner of a library says of a photo. It belongs to what the photo's file holds: copies have the same
/// marks, and they move with it.
public enum Mark: Hashable, Sendable {
    /// One of those that the owner likes best.
    case favourite
    /// Stars from 0 to 5, or -1 for a photo that is rejected. It counts in place of what the file says.
    case rating(Int)
    /// What the photo shows, in place of the description in its file.
    case caption(String)
    /// A keyword, beside those in its file.
    case tag(String)
    /// The album of that name has it.
    case album(String)
    /// It is not to be seen: it comes in no answer, unless hidden photos are asked for.
    case hidden

    /// What a photo has one of at most: tags and albums are the same whatever their case and accents.
    public enum Slot: Hashable, Sendable {
        /// Whether it is a favourite.
        case favourite
        /// The stars.
        case rating
        /// The caption.
        case caption
        /// A tag that is alike.
        case tag(folded: String)
        /// An album whose name is alike.
        case album(folded: String)
        /// Whether it is hidden.
        case hidden
    }

    /// What it is the only one of.
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
    /// Of Unicode's characters, in a tag or the name of an album.
    public static let longestName = 100
    /// Of Unicode's characters.
    public static let longestCaption = 5_000

    /// Whether searches find photos by its words.
    package var isWritten: Bool { kind == .caption || kind == .tag }

    /// As catalogues keep it. Changes are kept by the places of kinds here, so that a new one comes last.
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

    /// Empty where the kind says all.
    package var value: String {
        switch self {
        case .favourite, .hidden: ""
        case .rating(let stars): "\(stars)"
        case .caption(let text), .tag(let text), .album(let text): text
        }
    }

    /// Nil for what is no mark.
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

    /// As a catalogue's row has it; nil for what is none.
    package init?(kind: String, value: String) {
        guard let kind = Kind(rawValue: kind) else { return nil }
        self.init(kind, value)
    }
}

/// All that the owner says of one photo.
public struct PhotoMarks: Hashable, Sendable {
    /// Whether it is one of the favourites.
    public var isFavourite = false
    /// Stars from 0 to 5, or -1 where it is rejected; nil where the owner says nothing.
    public var rating: Int?
    /// Nil where there is none.
    public var caption: String?
    /// In the order of the alphabet.
    public var tags: [String] = []
    /// The names of the albums that it is in, in the order of the alphabet.
    public var albums: [String] = []
    /// Whether it is not to be seen.
    public var isHidden = false

    /// Nothing is said.
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

    /// Whether there is nothing.
    public var isEmpty: Bool { self == PhotoMarks() }
}

extension PhotoMetadata {
    /// What counts where the owner has marked the photo.
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
