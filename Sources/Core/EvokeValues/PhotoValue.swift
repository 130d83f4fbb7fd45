/// A property of photos whose values in a library can be listed.
public enum PhotoTrait: Hashable, Sendable, CaseIterable {
    /// The years and months in which they were taken, as `2019` and `2019-05`. A photo dated only to the year counts
    /// for the year.
    case time
    /// Camera names, with their makers.
    case camera
    /// Lens names.
    case lens
    /// The folders of photos: the outermost remembered folder's name and the names below it, as in
    /// `Pictures/2019/Italy`. Photos in subfolders do not count.
    case folder
    /// File extensions in lower case: `jpg`.
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
    /// Its most common spelling, if case and accents differ.
    public let text: String
    /// How many of the photos that can be shown have it.
    public let count: Int
    /// The text as `String.folded`.
    package let folded: String

    /// Made by catalogs.
    public init(_ text: String, count: Int) {
        self.init(text, folded: text.folded, count: count)
    }

    package init(_ text: String, folded: String, count: Int) {
        (self.text, self.folded, self.count) = (text, folded, count)
    }
}

extension [PhotoValue] {
    /// The most frequent first; ties in the order of their texts.
    package func mostFrequentFirst() -> [PhotoValue] {
        sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }
    }
}
