/// What the caller may do.
package struct AccessAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["role": .choice(["owner", "visitor"])]

    /// `owner` for full access, `visitor` for access to a share.
    package let role: String
    /// What a visitor sees: the name of the album, or of the saved search.
    package let title: String?
    /// When the share ends, in ISO 8601 and UTC.
    package let until: String?
    /// True if the visitor is the owner, viewing their own share; otherwise nil.
    package let isOwner: Bool?

    package init(role: String, title: String? = nil, until: String? = nil, isOwner: Bool? = nil) {
        (self.role, self.title, self.until, self.isOwner) = (role, title, until, isOwner)
    }
}

/// A part of the library that others may see until a date.
public struct ShareAnswer: Codable, Hashable, Sendable {
    /// Its number, which is never reused in this library.
    public let number: Int
    /// Exactly one of them: the name of an album, or of a saved search.
    public let album, search: String?
    /// When it was made and when it ends, in ISO 8601 and UTC.
    public let made, until: String
    /// When somebody last looked at it, rounded to the hour; nil if nobody has.
    package let used: String?
    /// Whether it has expired.
    package let hasEnded: Bool

    package init(
        number: Int, album: String?, search: String?, made: String, until: String, used: String?, hasEnded: Bool
    ) {
        (self.number, self.album, self.search) = (number, album, search)
        (self.made, self.until, self.used, self.hasEnded) = (made, until, used, hasEnded)
    }
}

/// The shares of a library.
public struct SharesAnswer: Codable, Hashable, Sendable {
    /// The server's address for others; nil if unknown.
    package let address: String?
    /// Whether other machines can reach it there.
    package let isPublic: Bool
    /// In order of creation.
    public let shares: [ShareAnswer]

    package init(address: String?, isPublic: Bool, shares: [ShareAnswer]) {
        (self.address, self.isPublic, self.shares) = (address, isPublic, shares)
    }
}

/// A new share. Its token is returned only once.
public struct ShareMadeAnswer: Codable, Hashable, Sendable {
    /// The share.
    public let share: ShareAnswer
    /// Its link.
    public let link: String
    /// Whether other machines can reach it there.
    package let isPublic: Bool

    package init(share: ShareAnswer, link: String, isPublic: Bool) {
        (self.share, self.link, self.isPublic) = (share, link, isPublic)
    }
}

/// One of `album` and `search`.
package struct ShareRequest: Codable, Sendable, Described {
    package static let kinds: [String: Schema] = [
        "album": .text(most: Mark.longestName, least: 1), "search": .name, "days": .integer(Limits.shareDays),
    ]

    package var album, search: String?
    package var days: Int?
}
