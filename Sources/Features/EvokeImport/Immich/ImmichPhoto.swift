package import EvokeValues

/// A photo in Immich, with the information added there.
package struct ImmichPhoto: Sendable {
    /// As Immich's server sees it, usually inside a container.
    package let path: FilePath
    /// Its original name.
    package let name: String
    /// In bytes; nil if not recorded.
    package let size: Int64?
    /// The SHA-1 of its content; for photos in external libraries, of their path.
    package let checksum: [UInt8]

    package var isFavourite = false
    /// Whether a PIN is needed to see it there.
    package var isLocked = false
    /// From 1 to 5, or -1 for a rejected photo.
    package var rating: Int?
    package var description: String?
    package var tags: [String] = []
    package var albums: [String] = []
    package var faces: [ImmichFace] = []

    /// Whether it has information that can be imported.
    var isMarked: Bool {
        isFavourite || isLocked || rating != nil || description != nil || !tags.isEmpty || !albums.isEmpty
            || !faces.isEmpty
    }
}

/// A named face.
package struct ImmichFace: Sendable {
    package let name: String
    /// Its edges as fractions of the upright picture, from 0 to 1.
    let left, top, right, bottom: Double

    /// In a picture of this size; nil if it is outside.
    package func box(in size: PixelSize) -> Face.Box? {
        let (x, y) = (Int(nearest: left * Double(size.width)), Int(nearest: top * Double(size.height)))
        let width = Int(nearest: right * Double(size.width)) - x
        let height = Int(nearest: bottom * Double(size.height)) - y
        return width > 0 && height > 0 ? Face.Box(x: x, y: y, width: width, height: height) : nil
    }
}
