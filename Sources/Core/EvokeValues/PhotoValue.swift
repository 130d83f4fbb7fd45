/// What photos have, and of which all values that a library has can be listed.
public enum PhotoTrait: Hashable, Sendable, CaseIterable {
    /// The years and the months in which they were taken, as `2019` and `2019-05`. A photo of which the year alone is known
    /// counts for the year.
    case time
    /// Names of cameras, with their makers.
    case camera
    /// Names of lenses.
    case lens
    /// The folders that photos lie in: the name of the outermost remembered folder and the names below it, as
    /// `Pictures/2019/Italy`. Photos in the folders below one do not count for it.
    case folder
    /// The endings of their files, in small letters: `jpg`.
    case fileEnding
    /// Stars, from `-1` for rejected photos to `5`.
    case rating
    /// Keywords, and the owner's tags.
    case keyword
    /// The owner's albums.
    case album
    /// As in ``PhotoShape``.
    case shape
    /// As in ``PhotoColor``.
    case color
}

/// A value that photos of a library have.
public struct PhotoValue: Hashable, Sendable {
    /// As it is written; where case and accents differ, the way in which most photos have it.
    public let text: String
    /// How many photos that can be shown have it.
    public let count: Int
    /// As `String.folded` has the text.
    package let folded: String

    /// Made by catalogues.
    public init(_ text: String, count: Int) {
        self.init(text, folded: text.folded, count: count)
    }

    package init(_ text: String, folded: String, count: Int) {
        (self.text, self.folded, self.count) = (text, folded, count)
    }
}

extension [PhotoValue] {
    /// The most frequent first, and of those that are as frequent, in the order of their texts.
    package func mostFrequentFirst() -> [PhotoValue] {
        sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }
    }
}
