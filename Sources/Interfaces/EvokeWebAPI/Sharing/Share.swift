package import Evoke
import EvokeClient
import EvokeValues

/// A part of a library that others may see until a date. Anyone with its token is a visitor.
package struct Share: Codable, Hashable, Sendable {
    package let number: Int
    /// Exactly one of them: the name of an album, or of a saved search.
    private let album, search: String?
    /// In seconds since 1970; `used` is rounded to the hour.
    package let made, until: Int64
    package private(set) var used: Int64?
    /// The SHA-256 of its token.
    let digest: String

    init(_ number: Int, of part: LibraryPart, made: Int64, until: Int64, digest: String) {
        self.number = number
        switch part {
        case .album(let name): (album, search) = (name, nil)
        case .search(let name): (album, search) = (nil, name)
        }
        (self.made, self.until, self.digest) = (made, until, digest)
    }

    package var part: LibraryPart { album.map(LibraryPart.album) ?? .search(search ?? "") }

    package var name: String { album ?? search ?? "" }

    package func hasEnded(at now: Int64) -> Bool { until <= now }

    /// Whether to record it: a page of photos is a hundred requests.
    func isUseNews(at now: Int64) -> Bool { (used ?? 0) / Self.hour < now / Self.hour }

    mutating func recordUse(at now: Int64) { used = now / Self.hour * Self.hour }

    private static let hour: Int64 = 3_600
}

extension ShareAnswer {
    package init(_ share: Share, now: Int64) {
        let isAlbum = share.part == .album(share.name)
        self.init(
            number: share.number, album: isAlbum ? share.name : nil, search: isAlbum ? nil : share.name,
            made: Self.text(share.made), until: Self.text(share.until), used: share.used.map(Self.text),
            hasEnded: share.hasEnded(at: now))
    }

    /// In ISO 8601 and UTC.
    static func text(_ seconds: Int64) -> String { CivilTime(seconds: seconds).text + "Z" }
}
