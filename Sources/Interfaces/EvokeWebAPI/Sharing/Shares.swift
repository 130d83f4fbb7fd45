package import Evoke
import EvokeClient
import EvokeDigests
import EvokeSystem
package import EvokeValues

/// The shares of a library: a file in its folder, which has only digests of the tokens.
///
/// It is read for each request of a visitor, so a share can be ended at once, even on a running server.
package struct Shares: Sendable {
    static let fileName = "shares.json"
    /// Per library.
    package static let most = 100
    /// How long a share lasts by default.
    package static let usualDays = 30

    private struct Kept: Codable {
        /// The next number; numbers are not reused.
        var next = 1
        var shares: [Share] = []
    }

    private let folder: DiskPath
    private var file: DiskPath { folder.appending(Self.fileName) }

    package init(ofLibrary folder: DiskPath) {
        self.folder = folder
    }

    /// In order of creation, including those that have expired since the last change.
    ///
    /// Throws `EvokeError` for a file that others can read, and for one that Evoke did not write.
    package func all() throws(EvokeError) -> [Share] { try kept().shares }

    /// Shares a part of the library. The token is not stored: if it is lost, the part has to be shared again.
    ///
    /// Throws `EvokeError` of the kind `tooLarge` if there are too many others.
    package func add(
        _ part: LibraryPart, until: Int64, now: Int64 = Self.now
    ) throws(EvokeError) -> (share: Share, token: Token) {
        let token = Token.newOfShare()
        let share = try change { kept throws(EvokeError) in
            kept.shares.removeAll { $0.hasEnded(at: now) }
            guard kept.shares.count < Self.most else {
                throw EvokeError(
                    .tooLarge, doing: "share", subject: DiskPath(part.name).display,
                    reason: "\(Self.most) albums and searches are shared already", remedy: "End one of them first.")
            }
            let share = Share(kept.next, of: part, made: now, until: until, digest: SHA256.of(token.text))
            kept.next += 1
            kept.shares.append(share)
            return share
        }
        return (share, token)
    }

    /// Ends a share at once; false if there is none of that number.
    package func end(_ number: Int) throws(EvokeError) -> Bool {
        try change { kept in
            let count = kept.shares.count
            kept.shares.removeAll { $0.number == number }
            return kept.shares.count < count
        }
    }

    /// The share of a token; nil if there is none or it has expired. Comparing takes constant time.
    func share(with token: String, now: Int64 = Self.now) throws(EvokeError) -> Share? {
        let digest = SHA256.of(token)
        var found: Share?
        for share in try all() where Token(share.digest).equals(digest) { found = share }
        return found.flatMap { $0.hasEnded(at: now) ? nil : $0 }
    }

    /// Records that a visitor looked at it. Failing to do so does no harm.
    func recordUse(of share: Share, now: Int64 = Self.now) {
        guard share.isUseNews(at: now), FileSystem.canWrite(folder) else { return }
        // A failure does no harm, as documented.
        try? change { kept in
            guard let place = kept.shares.firstIndex(where: { $0.number == share.number }) else { return }
            kept.shares[place].recordUse(at: now)
        }
    }

    private func kept() throws(EvokeError) -> Kept {
        guard !FileSystem.isMissing(file) else { return Kept() }
        guard FileSystem.status(of: file)?.isOpenToOthers != true else {
            throw failure(.notAllowed, "others can read it", "Run 'chmod 600' on it.")
        }
        let bytes = try FileSystem.read(file)
        guard let kept = try? JSONText.value(Kept.self, of: bytes) else {
            throw failure(.damaged, "Evoke did not write it", "Delete it, which ends all shares, and share again.")
        }
        return kept
    }

    /// One change at a time, across processes.
    private func change<Result>(_ body: (inout Kept) throws(EvokeError) -> Result) throws(EvokeError) -> Result {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        var kept = try kept()
        let result = try body(&kept)
        guard let bytes = try? JSONText.bytes(of: kept) else {
            throw failure(.unsupported, "it has a name that cannot be saved", "Give the album another name.")
        }
        // Readable only by its owner from the start.
        try FileSystem.replace(file, with: bytes)
        return result
    }

    private func lock() throws(EvokeError) -> FileLock {
        do {
            return try FileLock(file: folder.appending("shares.lock"), waiting: true)
        } catch {
            throw .system(error.code, doing: "change the shares in", subject: folder)
        }
    }

    private func failure(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "read the shares in", subject: file.display, reason: reason, remedy: remedy)
    }

    package static var now: Int64 { SystemClock.now / 1_000_000_000 }
}

extension LibraryPart {
    package var name: String {
        switch self {
        case .album(let name), .search(let name): name
        }
    }
}

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
