import EvokePorts
import EvokeValues

/// The limits of requests, which `docs/api.md` lists.
package enum Limits {
    package static let top = 1...1_000
    package static let usualTop = 50
    package static let suggestions = 1...50
    package static let usualSuggestions = 8
    package static let offset = 0...1_000_000
    package static let textCharacters = 2_000
    /// Of people and of saved searches.
    package static let nameCharacters = 100
    package static let likes = 16
    /// Two corners, each number with all its digits.
    package static let boxCharacters = 120
    package static let usualZoom = 4
    package static let trashed = 1...1_000
    package static let movedFaces = 1...1_000
    package static let marked = 1...10_000
    /// Higher numbers do not occur. Sets of photos take space up to their highest number.
    package static let photoNumbers = 1...(1 << 26)
    /// Per photo.
    package static let faceNumbers = 1...10_000
    package static let names = 100
    package static let labels = 1_000
    package static let labelCharacters = 200
    package static let usualLabels = 5
    package static let embeddingWidth = 16_384
    /// How many days a share can last.
    package static let shareDays = 1...3_650
    package static let thumbnails = [Thumbnail.side, Thumbnail.largeSide, 1_600]
}
