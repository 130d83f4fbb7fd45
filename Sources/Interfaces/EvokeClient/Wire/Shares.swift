/// What whoever asks may do.
public struct AccessAnswer: Codable, Hashable, Sendable {
    /// `owner` for whoever may ask everything, `visitor` for whoever came with a share.
    public let role: String
    /// What a visitor looks at: the name of the album, or of the saved search.
    public let title: String?
    /// When the share ends, in ISO 8601 and UTC.
    public let until: String?
    /// Whether the visitor is the owner, who looks at what they share; nil where not.
    public let isOwner: Bool?

    package init(role: String, title: String? = nil, until: String? = nil, isOwner: Bool? = nil) {
        (self.role, self.title, self.until, self.isOwner) = (role, title, until, isOwner)
    }
}

/// A part of the library that others may look at, until a date.
public struct ShareAnswer: Codable, Hashable, Sendable {
    /// Its number, which no other share of this library gets.
    public let number: Int
    /// One of the two: the name of an album, or of a saved search.
    public let album, search: String?
    /// When it was made, when it ends, and when somebody looked at it last, to the hour; in ISO 8601 and UTC.
    public let made, until: String
    /// Nil where nobody has.
    public let used: String?
    /// Whether its end has come.
    public let hasEnded: Bool

    package init(
        number: Int, album: String?, search: String?, made: String, until: String, used: String?, hasEnded: Bool
    ) {
        (self.number, self.album, self.search) = (number, album, search)
        (self.made, self.until, self.used, self.hasEnded) = (made, until, used, hasEnded)
    }
}

/// What is shared.
public struct SharesAnswer: Codable, Hashable, Sendable {
    /// Where others reach the server; nil where nobody knows.
    public let address: String?
    /// Whether other machines reach it there.
    public let isPublic: Bool
    /// In the order in which they were made.
    public let shares: [ShareAnswer]

    package init(address: String?, isPublic: Bool, shares: [ShareAnswer]) {
        (self.address, self.isPublic, self.shares) = (address, isPublic, shares)
    }
}

/// A share that was just made. Its token is told once, and never again.
public struct ShareMadeAnswer: Codable, Hashable, Sendable {
    /// What is shared, and until when.
    public let share: ShareAnswer
    /// The address that leads to it.
    public let link: String
    /// Whether other machines reach it there.
    public let isPublic: Bool

    package init(share: ShareAnswer, link: String, isPublic: Bool) {
        (self.share, self.link, self.isPublic) = (share, link, isPublic)
    }
}

/// One of `album` and `search`.
package struct ShareRequest: Codable, Sendable {
    package let album, search: String?
    package let days: Int?

    package init(album: String? = nil, search: String? = nil, days: Int? = nil) {
        (self.album, self.search, self.days) = (album, search, days)
    }
}
