import EvokeValues
import EvokeVectorIndex

/// The last notification from a library.
struct HeardLibrary: Sendable {
    /// The state as of the last notification.
    var state: CatalogState
    /// Since when searches may be outdated; nil while they are current.
    var behindSince: ContinuousClock.Instant?
    /// Whether it came from a standby whose delay is unknown.
    var isOfStandby: Bool
}

/// Follows a library that sends notifications of writes.
extension LibraryHost {
    /// An upper bound for how far searches are behind the library's database: zero while they are current. It grows
    /// while the database is unreachable. Nil for a library in a folder, and until ``followOthers()`` has received a
    /// notification: each request then checks the library. Nil also if it is unknown (``followsStandby``).
    public var lag: Duration? {
        guard let heard, !heard.isOfStandby else { return nil }
        return heard.behindSince.map { .now - $0 } ?? .zero
    }

    /// Whether it follows a standby of the library's database, whose delay is unknown.
    public var followsStandby: Bool { heard?.isOfStandby ?? false }

    /// Whether it is further behind than allowed, or by an unknown time.
    public var lagsTooMuch: Bool {
        guard let mostLag else { return false }
        return followsStandby || lag.map { $0 > mostLag } ?? false
    }

    /// The current state of the library: as notified, or otherwise as read.
    func state() async throws -> CatalogState {
        let place = places.catalog
        guard let heard else { return try await place.state() }
        return (place as? any CatalogNotifying)?.placed(heard.state) ?? heard.state
    }

    func checkLag() throws(EvokeError) {
        guard lagsTooMuch, let mostLag else { return }
        let behind =
            lag.map { "this server is \($0.inSeconds) seconds behind the database" }
            ?? "this server follows a standby whose delay is unknown"
        throw EvokeError(
            .libraryUnavailable, doing: "search the library", subject: places.shownAddress,
            reason: "\(behind); at most \(mostLag.inSeconds) seconds are allowed",
            remedy: "Try again in a moment, or use another server.")
    }

    func hear(from place: any CatalogNotifying) async {
        // With a limit, a dead connection must be noticed before it is reached.
        let pause = mostLag.map { min(max($0 / 2, .seconds(1)), Self.longestSilence) } ?? Self.longestSilence
        await place.tell(lookingEvery: pause) { [self] in try await hear($0) }
        heard = nil
        await vectors.askAgain()
    }

    /// After how long without a notification the library is checked.
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
            .wrongUsage, doing: "limit the server's delay", subject: places.shownAddress,
            reason: "a library in a folder is always current", remedy: "Leave out the limit.")
    }
}

extension Duration {
    /// With one decimal.
    fileprivate var inSeconds: Double { (self / .milliseconds(100)).rounded() / 10 }
}
