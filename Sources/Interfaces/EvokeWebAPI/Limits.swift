import EvokeClient

/// The limits of a server.
extension Limits {
    /// Clusters and dots in one response.
    static let clusters = 1_000
    static let dots = 5_000
    /// How many ZIPs can wait to be downloaded.
    static let archivesWaiting = 16
    static let archivesAtOnce = 4
    static let suggestedFaces = 24
    static let askedPeople = 12
    package static let jsonBytes = 1_000_000
    package static let formBytes = 64_000_000
    package static let uploadsAtOnce = 256_000_000
    static let formParts = 16
    static let picturePixels = 100_000_000
    /// Without any progress.
    package static let work = Duration.seconds(60)
    /// For clients that receive keep-alives.
    static let workWithSignBits = Duration.seconds(600)
    static let eventStreams = 64
}
