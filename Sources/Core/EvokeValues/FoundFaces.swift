/// What finds faces and tells them apart, by a number that a catalogue keeps.
public struct FaceFinderID: Hashable, Sendable {
    /// Another one for another fingerprint.
    public let value: Int64

    /// For catalogues.
    public init(_ value: Int64) { self.value = value }

    /// Nil for what is no fingerprint of a ``FaceVector``.
    package init?(fingerprint: String) {
        guard fingerprint.utf8.count == Self.digits, let bits = UInt64(fingerprint, radix: 16) else { return nil }
        value = Int64(bitPattern: bits)
    }

    /// That of the vectors that it makes: so many digits of base 16.
    package var fingerprint: String {
        let digits = String(UInt64(bitPattern: value), radix: 16)
        return String(repeating: "0", count: Self.digits - digits.count) + digits
    }

    package static let digits = 16
}

/// The faces of a picture, and what found them.
public struct FoundFaces: Hashable, Sendable {
    /// None where there is nobody, and where the picture cannot be read.
    public let faces: PictureFaces
    /// What found them.
    public let finder: FaceFinderID

    /// Made by whoever writes a catalogue.
    public init(_ faces: PictureFaces, by finder: FaceFinderID) {
        (self.faces, self.finder) = (faces, finder)
    }
}

/// The faces in a photo of a library.
public struct PhotoFaces: Hashable, Sendable {
    /// The photo that they are in.
    public let photo: PhotoID
    /// What it holds.
    public let content: ContentDigest
    /// When it was taken; nil where nobody knows.
    public let taken: TakenDate?
    /// What was found in it.
    public let found: FoundFaces

    /// Made by whoever writes a catalogue.
    public init(photo: PhotoID, content: ContentDigest, taken: TakenDate?, found: FoundFaces) {
        (self.photo, self.content, self.taken, self.found) = (photo, content, taken, found)
    }
}
