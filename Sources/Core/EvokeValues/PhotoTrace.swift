/// What duplicates of a photo are found by. It is small, since all photos' traces are in memory at once.
public struct PhotoTrace: Sendable {
    /// Its number in the library.
    public let photo: PhotoID
    /// The file's content; nil if unknown.
    public let content: ContentDigest?
    /// Nil if the photo was never decoded.
    public let size: PixelSize?
    /// The size of its file.
    public let bytes: Int64
    /// Whether cameras write its format.
    public let isOfCamera: Bool
    /// When it was taken according to the camera's clock, in seconds since 1970 in local time.
    public let shot: Int64?
    /// The model of the camera; nil if unknown.
    public let camera: String?
    /// Nil if the photo has no fingerprint yet.
    public let signature: FingerprintSignature?

    /// For catalogs.
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
