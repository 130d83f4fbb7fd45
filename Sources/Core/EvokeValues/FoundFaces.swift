/// Identifies a face finder by a number that a catalog stores.
public struct FaceFinderID: Hashable, Sendable {
    /// Different for each fingerprint.
    public let value: Int64

    /// For catalogs.
    public init(_ value: Int64) { self.value = value }

    /// Nil if it is not a fingerprint of a ``FaceVector``.
    package init?(fingerprint: String) {
        guard fingerprint.utf8.count == Self.digits, let bits = UInt64(fingerprint, radix: 16) else { return nil }
        value = Int64(bitPattern: bits)
    }

    /// The fingerprint of its vectors, in hexadecimal.
    package var fingerprint: String {
        let digits = String(UInt64(bitPattern: value), radix: 16)
        return String(repeating: "0", count: Self.digits - digits.count) + digits
    }

    package static let digits = 16
}

/// The faces in a picture, and what found them.
public struct FoundFaces: Hashable, Sendable {
    /// Empty if there are none, or if the picture cannot be read.
    public let faces: PictureFaces
    /// What found them.
    public let finder: FaceFinderID

    /// Made by catalogs.
    public init(_ faces: PictureFaces, by finder: FaceFinderID) {
        (self.faces, self.finder) = (faces, finder)
    }
}

/// The faces in a photo of a library.
public struct PhotoFaces: Hashable, Sendable {
    /// The photo that they are in.
    public let photo: PhotoID
    /// The photo's content.
    public let content: ContentDigest
    /// When it was taken; nil if unknown.
    public let taken: TakenDate?
    /// What was found in it.
    public let found: FoundFaces

    /// Made by catalogs.
    public init(photo: PhotoID, content: ContentDigest, taken: TakenDate?, found: FoundFaces) {
        (self.photo, self.content, self.taken, self.found) = (photo, content, taken, found)
    }
}
