package import EvokeValues

/// A photo that Immich has, with what was said of it there.
package struct ImmichPhoto: Sendable {
    /// As Immich's server sees it, which is in a container as a rule.
    package let path: FilePath
    /// As it was called where it came from.
    package let name: String
    /// In bytes; nil where that was not noted.
    package let size: Int64?
    /// The SHA-1 of what it holds. Of photos in external libraries it is one of their path.
    package let checksum: [UInt8]

    package var isFavourite = false
    /// Whether a code is needed to see it there.
    package var isLocked = false
    /// From 1 to 5, or -1 for a photo that is rejected.
    package var rating: Int?
    package var description: String?
    package var tags: [String] = []
    package var albums: [String] = []
    package var faces: [ImmichFace] = []

    /// Whether something was said of it that can be taken over.
    var isMarked: Bool {
        isFavourite || isLocked || rating != nil || description != nil || !tags.isEmpty || !albums.isEmpty
            || !faces.isEmpty
    }
}

/// A face with a name.
package struct ImmichFace: Sendable {
    package let name: String
    /// Its edges in shares of the upright picture, from 0 to 1.
    let left, top, right, bottom: Double

    /// In a picture of this size; nil where nothing of it lies there.
    package func box(in size: PixelSize) -> Face.Box? {
        let (x, y) = (Int(nearest: left * Double(size.width)), Int(nearest: top * Double(size.height)))
        let width = Int(nearest: right * Double(size.width)) - x
        let height = Int(nearest: bottom * Double(size.height)) - y
        return width > 0 && height > 0 ? Face.Box(x: x, y: y, width: width, height: height) : nil
    }
}
