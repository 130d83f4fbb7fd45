import Evoke

/// The limits of requests, which `docs/api.md` lists.
package enum Limits {
    package static let top = 1...1_000
    static let usualTop = 50
    static let suggestions = 1...50
    static let usualSuggestions = 8
    static let offset = 0...1_000_000
    static let textCharacters = 2_000
    static let likes = 16
    /// Clusters and dots in one response.
    static let clusters = 1_000
    static let dots = 5_000
    /// Two corners, each number with all its digits.
    static let boxCharacters = 120
    static let trashed = 1...1_000
    static let movedFaces = 1...1_000
    static let marked = 1...10_000
    /// Higher numbers do not occur. Sets of photos take space up to their highest number.
    static let photoNumbers = 1...(1 << 26)
    /// Per photo.
    static let faceNumbers = 1...10_000
    static let names = 100
    /// How many ZIPs can wait to be downloaded.
    static let archivesWaiting = 16
    static let archivesAtOnce = 4
    static let suggestedFaces = 24
    static let askedPeople = 12
    static let labels = LabelSet.mostDefaults
    static let labelCharacters = LabelSet.longestDefault
    static let usualLabels = 5
    static let embeddingWidth = 16_384
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
