/// The albums and tags of a library, and how many favourites it has.
public struct MarksAnswer: Codable, Hashable, Sendable {
    /// An album or a tag.
    public struct Named: Codable, Hashable, Sendable {
        /// As most photos have it.
        public let name: String
        /// How many photos have it that can be shown.
        public let count: Int
        /// What finds them, in the language of queries.
        public let query: String

        package init(name: String, count: Int, query: String) {
            (self.name, self.count, self.query) = (name, count, query)
        }
    }

    /// How many there are.
    public let favourites: Int
    /// The largest first; tags with the keywords that photos bring with them.
    public let albums, tags: [Named]
    /// How many photos are hidden.
    public let hidden: Int
    /// Whether there is a change of marks that can be taken back.
    public let undo: Bool

    package init(favourites: Int, albums: [Named], tags: [Named], hidden: Int, undo: Bool) {
        (self.favourites, self.albums, self.tags) = (favourites, albums, tags)
        (self.hidden, self.undo) = (hidden, undo)
    }
}

/// What the owner says of a photo, or is to say.
public struct MarksOfPhoto: Codable, Hashable, Sendable {
    /// Whether it is one of the favourites.
    public let favourite: Bool?
    /// Stars from 0 to 5, or -1 where it is rejected; nil where the photo's file speaks.
    public let rating: Int?
    /// In place of the description in the photo's file; nil where that one counts.
    public let caption: String?
    /// Tags of the owner's, and the names of the albums that it is in.
    public let tags, albums: [String]?
    /// Whether it is hidden: it comes in no answer but that to `is:hidden`.
    public let hidden: Bool?

    /// Nil for what is not said.
    public init(
        favourite: Bool? = nil, rating: Int? = nil, caption: String? = nil, tags: [String]? = nil,
        albums: [String]? = nil, hidden: Bool? = nil
    ) {
        (self.favourite, self.rating, self.caption, self.hidden) = (favourite, rating, caption, hidden)
        (self.tags, self.albums) = (tags, albums)
    }
}

/// What finds photos that are marked as one is, in the language of queries.
public struct MarkQueries: Codable, Hashable, Sendable {
    /// For each tag of the owner's, and for each album, in their order.
    public let tags, albums: [String]

    package init(tags: [String], albums: [String]) { (self.tags, self.albums) = (tags, albums) }
}

/// What is to be taken away from photos.
public struct MarksToRemove: Codable, Hashable, Sendable {
    /// Whether each of them goes.
    public let favourite, rating, caption, hidden: Bool?
    /// Those that go, whatever their case and accents.
    public let tags, albums: [String]?

    /// Nil for what stays.
    public init(
        favourite: Bool? = nil, rating: Bool? = nil, caption: Bool? = nil, tags: [String]? = nil,
        albums: [String]? = nil, hidden: Bool? = nil
    ) {
        (self.favourite, self.rating, self.caption, self.hidden) = (favourite, rating, caption, hidden)
        (self.tags, self.albums) = (tags, albums)
    }
}

/// Photos that are to be marked: those, or all that fit a query.
package struct MarkRequest: Codable, Hashable, Sendable {
    package let photos: [Int64]?
    package let query: String?
    package let literal: Bool?
    package let add: MarksOfPhoto?
    package let remove: MarksToRemove?

    package init(
        photos: [Int64]? = nil, query: String? = nil, literal: Bool? = nil, add: MarksOfPhoto? = nil,
        remove: MarksToRemove? = nil
    ) {
        (self.photos, self.query, self.literal, self.add, self.remove) = (photos, query, literal, add, remove)
    }
}

/// What has become of the marks of photos.
public struct MarkedAnswer: Codable, Hashable, Sendable {
    /// How many photos were meant, and of how many something is another now.
    public let photos, changed: Int
    /// How many others hold the same as some of these, and are marked with them.
    public let copies: Int
    /// Of how many nothing can be said, since no run of indexing has read their files.
    public let unread: Int

    package init(photos: Int, copies: Int, changed: Int, unread: Int) {
        (self.photos, self.copies, self.changed, self.unread) = (photos, copies, changed, unread)
    }
}

/// What was taken back.
package struct MarksUndoneAnswer: Codable, Hashable, Sendable {
    /// Of how many photos; nil where there was nothing.
    package let photos: Int?

    package init(photos: Int?) { self.photos = photos }
}
