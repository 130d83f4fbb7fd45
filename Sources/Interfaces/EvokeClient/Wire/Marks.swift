/// The albums and tags of a library, and the number of favorites.
public struct MarksAnswer: Codable, Hashable, Sendable {
    /// An album or a tag.
    public struct Named: Codable, Hashable, Sendable {
        /// In its most frequent spelling.
        public let name: String
        /// How many photos with it can be shown.
        public let count: Int
        /// The query that finds them.
        package let query: String

        package init(name: String, count: Int, query: String) {
            (self.name, self.count, self.query) = (name, count, query)
        }
    }

    /// The number of favorites.
    public let favourites: Int
    /// Largest first; tags include the photos' own keywords.
    public let albums, tags: [Named]
    /// The number of hidden photos.
    package let hidden: Int
    /// Whether there is a change to undo.
    package let undo: Bool

    package init(favourites: Int, albums: [Named], tags: [Named], hidden: Int, undo: Bool) {
        (self.favourites, self.albums, self.tags) = (favourites, albums, tags)
        (self.hidden, self.undo) = (hidden, undo)
    }
}

/// The owner's marks of a photo, existing or to be set.
public struct MarksOfPhoto: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["rating": .integer(-1...5)]

    /// Whether it is a favorite.
    public let favourite: Bool?
    /// From 0 to 5, or -1 if rejected; nil if the photo's file decides.
    public let rating: Int?
    /// Replaces the description in the photo's file; nil if that one is used.
    public let caption: String?
    /// The owner's tags, and the names of its albums.
    public let tags, albums: [String]?
    /// Whether it is hidden: only `is:hidden` finds it.
    public let hidden: Bool?

    /// Nil means not set.
    public init(
        favourite: Bool? = nil, rating: Int? = nil, caption: String? = nil, tags: [String]? = nil,
        albums: [String]? = nil, hidden: Bool? = nil
    ) {
        (self.favourite, self.rating, self.caption, self.hidden) = (favourite, rating, caption, hidden)
        (self.tags, self.albums) = (tags, albums)
    }
}

/// Queries that find photos with the same marks.
package struct MarkQueries: Codable, Hashable, Sendable {
    /// One per tag, and one per album, in their order.
    package let tags, albums: [String]

    package init(tags: [String], albums: [String]) { (self.tags, self.albums) = (tags, albums) }
}

/// Marks to remove from photos.
public struct MarksToRemove: Codable, Hashable, Sendable {
    /// Whether to remove each of them.
    package let favourite, rating, caption, hidden: Bool?
    /// The ones to remove, ignoring case and accents.
    package let tags, albums: [String]?

    /// Nil for what stays.
    public init(
        favourite: Bool? = nil, rating: Bool? = nil, caption: Bool? = nil, tags: [String]? = nil,
        albums: [String]? = nil, hidden: Bool? = nil
    ) {
        (self.favourite, self.rating, self.caption, self.hidden) = (favourite, rating, caption, hidden)
        (self.tags, self.albums) = (tags, albums)
    }
}

/// Photos to mark: these, or all that match a query.
package struct MarkRequest: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "photos": .list(of: .photo, Limits.marked), "query": .query,
        "add.caption": .text(most: Mark.longestCaption), "add.tags": names, "add.albums": names,
        "remove.tags": names, "remove.albums": names,
    ]
    private static let names = Schema.list(of: .text(most: Mark.longestName, least: 1), 0...Limits.names)

    package var photos: [Int64]?
    package var query: String?
    package var literal: Bool?
    package var add: MarksOfPhoto?
    package var remove: MarksToRemove?
}

/// The result of changing marks.
public struct MarkedAnswer: Codable, Hashable, Sendable {
    /// How many photos were given, and how many have changed.
    public let photos, changed: Int
    /// How many others have the same content as some of these, and are marked with them.
    package let copies: Int
    /// How many cannot be marked because no indexing run has read their files.
    package let unread: Int

    package init(photos: Int, copies: Int, changed: Int, unread: Int) {
        (self.photos, self.copies, self.changed, self.unread) = (photos, copies, changed, unread)
    }
}

/// What was undone.
package struct MarksUndoneAnswer: Codable, Hashable, Sendable {
    /// The number of photos; nil if there was nothing.
    package let photos: Int?

    package init(photos: Int?) { self.photos = photos }
}
