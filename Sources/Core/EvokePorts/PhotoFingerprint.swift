public import EvokeValues

/// A perceptual fingerprint: a whole photo in a few bytes, square whatever its shape, to be compared with others.
public struct PhotoFingerprint: Hashable, Sendable {
    /// The pixels per side.
    public static let side = 64
    /// The larger pixels per side that have a tint.
    public static let tintSide = 8
    private static let lights = side * side
    private static let tints = tintSide * tintSide

    /// The lightness of each pixel, row by row.
    public let light: [UInt8]
    /// How much bluer than gray each larger pixel is, row by row, and then how much redder.
    public let tint: [Int8]
    /// How much adjacent pixels of the thumbnail differ, in hundredths of a level; tells shots of one
    /// moment apart.
    public let sharpness: UInt16

    /// Nil if the counts are wrong.
    public init?(light: [UInt8], tint: [Int8], sharpness: UInt16) {
        guard light.count == Self.lights, tint.count == 2 * Self.tints else { return nil }
        (self.light, self.tint, self.sharpness) = (light, tint, sharpness)
    }

    /// Whether it has any color.
    package var isColored: Bool { tint.contains { abs(Int($0)) > 6 } }

    /// As catalogs store it.
    package var bytes: [UInt8] {
        light + tint.map { UInt8(bitPattern: $0) } + [UInt8(truncatingIfNeeded: sharpness), UInt8(sharpness >> 8)]
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.lights + 2 * Self.tints + 2 else { return nil }
        self.init(
            light: Array(bytes[..<Self.lights]),
            tint: bytes[Self.lights..<(bytes.count - 2)].map { Int8(bitPattern: $0) },
            sharpness: UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8)
    }
}

/// Quickly tells which fingerprints may be of the same picture: 64 sign bits of low frequencies for the whole photo and
/// for a few parts of it.
public struct FingerprintSignature: Hashable, Sendable {
    /// One number for each part, the whole photo first.
    public let signs: SIMD8<UInt64>
    /// The sign bits that a small change is most likely to flip.
    public let weak: SIMD8<UInt64>

    /// For code that stores it.
    public init(signs: SIMD8<UInt64>, weak: SIMD8<UInt64>) {
        (self.signs, self.weak) = (signs, weak)
    }

    /// As catalogs store it: each number little-endian.
    package var bytes: [UInt8] {
        [signs, weak].flatMap { numbers in
            numbers.indices.flatMap { place in (0..<8).map { UInt8(truncatingIfNeeded: numbers[place] >> (8 * $0)) } }
        }
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 128 else { return nil }
        var (numbers, place) = ([SIMD8<UInt64>](repeating: .zero, count: 2), 0)
        for byte in bytes {
            numbers[place / 64][place / 8 % 8] |= UInt64(byte) << (8 * (place % 8))
            place += 1
        }
        self.init(signs: numbers[0], weak: numbers[1])
    }
}

/// What a catalog stores to find duplicates of a photo.
public struct StoredFingerprint: Hashable, Sendable {
    /// What it is compared by.
    public let fingerprint: PhotoFingerprint
    /// Quickly tells which others it may resemble.
    public let signature: FingerprintSignature

    /// For code that stores it.
    public init(_ fingerprint: PhotoFingerprint, _ signature: FingerprintSignature) {
        (self.fingerprint, self.signature) = (fingerprint, signature)
    }
}

/// What changed about the perceptual fingerprints in a library since an earlier state.
public struct FingerprintChanges: Sendable {
    /// The current state.
    public let stamp: VectorStamp
    /// The photos with a fingerprint and changes that matter to others, each with whether it was compared. Nil if the
    /// earlier state is not remembered.
    public let traces: [(trace: PhotoTrace, isCompared: Bool)]?

    /// Made by catalogs.
    public init(stamp: VectorStamp, traces: [(trace: PhotoTrace, isCompared: Bool)]?) {
        (self.stamp, self.traces) = (stamp, traces)
    }
}

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

extension Analysis<StoredFingerprint> {
    /// What duplicates are found by.
    public static var fingerprint: Analysis {
        Analysis(
            table: "fingerprints", maker: nil,
            columns: { [.bytes($0.signature.bytes), .bytes($0.fingerprint.bytes)] },
            result: { row in
                guard let signature = row.columns[0].bytes.flatMap({ FingerprintSignature(bytes: $0) }),
                    let fingerprint = row.columns[1].bytes.flatMap({ PhotoFingerprint(bytes: $0) })
                else { return nil }
                return StoredFingerprint(fingerprint, signature)
            })
    }
}
