/// What reads texts, by a number that a catalogue keeps of its fingerprint.
public struct TextReaderID: Hashable, Sendable {
    /// Another one for another fingerprint.
    public let value: Int64

    /// For catalogues, and for those who make it of a fingerprint.
    public init(_ value: Int64) {
        self.value = value
    }
}

/// The text of a picture, and what read it.
public struct ReadText: Hashable, Sendable {
    /// No lines where nothing is written, and where the picture cannot be read.
    public let text: PictureText
    /// What read it.
    public let reader: TextReaderID

    /// Made by whoever writes a catalogue.
    public init(_ text: PictureText, by reader: TextReaderID) {
        (self.text, self.reader) = (text, reader)
    }
}
