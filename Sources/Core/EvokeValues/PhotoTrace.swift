/// What copies of a photo are looked for by. It is small, since there is one of each photo in memory at once.
public struct PhotoTrace: Sendable {
    /// Its number in the library.
    public let photo: PhotoID
    /// What its file holds; nil where that is not known.
    public let content: ContentDigest?
    /// Nil where the photo was never decoded.
    public let size: PixelSize?
    /// How long its file is.
    public let bytes: Int64
    /// Whether cameras write its format.
    public let isOfCamera: Bool
    /// When the camera's clock says that it was taken, in seconds since 1970 of local time.
    public let shot: Int64?
    /// The model of the camera; nil where nobody says which.
    public let camera: String?
    /// Nil where nobody has looked at the photo yet.
    public let signature: FingerprintSignature?

    /// For catalogues.
    public init(
        _ photo: PhotoID, content: ContentDigest?, size: PixelSize?, bytes: Int64, isOfCamera: Bool, taken: TakenDate?,
        camera: String?, signature: FingerprintSignature?
    ) {
        self.photo = photo
        self.content = content
        self.size = size
        self.bytes = bytes
        self.isOfCamera = isOfCamera
        self.shot = taken.flatMap { $0.isOfShot ? $0.localSeconds : nil }
        self.camera = camera
        self.signature = signature
    }
}

extension TakenDate {
    /// Whether the camera's clock says so, to the second.
    package var isOfShot: Bool { precision == .second && (source == .exifOriginal || source == .exifDigitized) }
}

extension PhotoFormat {
    /// Whether cameras write it.
    package var isOfCamera: Bool { [.jpeg, .heic, .raw].contains(self) }
}
