/// Identifies a text reader by a number that a catalog stores for its fingerprint.
public struct TextReaderID: Hashable, Sendable {
    /// Different for each fingerprint.
    public let value: Int64

    /// For catalogs, and for code that derives it from a fingerprint.
    public init(_ value: Int64) {
        self.value = value
    }
}

/// The text of a picture, and what read it.
public struct ReadText: Hashable, Sendable {
    /// No lines if there is no text, or if the picture cannot be read.
    public let text: PictureText
    /// What read it.
    public let reader: TextReaderID

    /// Made by catalogs.
    public init(_ text: PictureText, by reader: TextReaderID) {
        (self.text, self.reader) = (text, reader)
    }
}
