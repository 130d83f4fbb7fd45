import EvokeValues
import EvokeVectorIndex

/// What a library has told of itself.
struct HeardLibrary: Sendable {
    /// As it was heard of last.
    var state: CatalogState
    /// Since when it may be another than what is searched; nil while nothing is missing.
    var behindSince: ContinuousClock.Instant?
    /// Whether a standby told it, and nobody knows how far that is behind.
    var isOfStandby: Bool
}

/// Following a library that tells when somebody writes to it.
extension LibraryHost {
    /// How far what is searched is behind the library's database, at the most: zero while nothing is missing. It grows
    /// while the database is away. Nil for a library in a folder, and until ``followOthers()`` has heard of it: each
    /// request then looks at the library. Nil also where it cannot be told (``followsStandby``).
    public var lag: Duration? {
        guard let heard, !heard.isOfStandby else { return nil }
        return heard.behindSince.map { .now - $0 } ?? .zero
    }

    /// Whether it follows a standby of the library's database: how far that is behind, it cannot tell.
    public var followsStandby: Bool { heard?.isOfStandby ?? false }

    /// Whether it is further behind than it may be, or nobody can tell.
    public var lagsTooMuch: Bool {
        guard let mostLag else { return false }
        return followsStandby || lag.map { $0 > mostLag } ?? false
    }

    /// What the library is now: as it was heard of, or else as it looks.
    func state() async throws -> CatalogState {
        let place = places.catalog
        guard let heard else { return try await place.state() }
        return (place as? any CatalogNotifying)?.placed(heard.state) ?? heard.state
    }

    func checkLag() throws(EvokeError) {
        guard lagsTooMuch, let mostLag else { return }
        let behind =
            lag.map { "this server is \($0.inSeconds) seconds behind the database" }
            ?? "this server follows a standby, which does not tell how many seconds it is behind the database"
        throw EvokeError(
            .libraryUnavailable, doing: "search the library", subject: places.shownAddress,
            reason: "\(behind), and more than \(mostLag.inSeconds) are too many",
            remedy: "Ask again in a moment, or ask another server.")
    }

    func hear(from place: any CatalogNotifying) async {
        // With a limit, a connection that has died without a word has to be noticed before it.
        let pause = mostLag.map { min(max($0 / 2, .seconds(1)), Self.longestSilence) } ?? Self.longestSilence
        await place.tell(lookingEvery: pause) { [self] in try await hear($0) }
        heard = nil
        await vectors.askAgain()
    }

    /// How long nothing may be heard before the library is looked at.
    private static let longestSilence = Duration.seconds(30)

    private func hear(_ news: CatalogHeard) async throws {
        switch news {
        case .state(let state, let since, let isOfStandby):
            let before = heard
            heard = HeardLibrary(state: state, behindSince: since, isOfStandby: isOfStandby)
            try await follow()
            try await current().takeIn()
            if let before, before.state != state, running == nil { self.news.changed() }
        case .nothingMore: heard?.behindSince = nil
        case .lost(let since): heard?.behindSince = since
        }
    }
}

extension EvokeError {
    static func folderHasNoLag(_ places: LibraryConfiguration) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "limit how far the server is behind", subject: places.shownAddress,
            reason: "a library in a folder is looked at for each answer", remedy: "Leave the limit out.")
    }
}

extension Duration {
    /// With one digit behind the point.
    fileprivate var inSeconds: Double { (self / .milliseconds(100)).rounded() / 10 }
}
