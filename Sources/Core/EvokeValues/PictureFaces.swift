/// The faces found in a picture.
public struct PictureFaces: Hashable, Sendable {
    /// The largest first.
    public let faces: [Face]
    /// Of the upright picture; boxes are in its pixels.
    public let size: PixelSize

    package init(_ faces: [Face], in size: PixelSize) {
        self.faces = faces
        self.size = size
    }
}

/// A face in a picture.
public struct Face: Hashable, Sendable {
    /// Where a face is, from the brows to the chin, in pixels of the upright picture. It is entirely inside the
    /// picture.
    public struct Box: Hashable, Sendable {
        /// The left edge, from the left.
        public let x: Int
        /// The upper edge, from the top.
        public let y: Int
        /// At least 1.
        public let width: Int
        /// At least 1.
        public let height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        /// The intersection over the union: 1 for equal boxes, 0 for disjoint ones.
        package func overlap(_ other: Box) -> Double {
            let width = min(x + self.width, other.x + other.width) - max(x, other.x)
            let height = min(y + self.height, other.y + other.height) - max(y, other.y)
            guard width > 0, height > 0 else { return 0 }
            let both = Double(width) * Double(height)
            return both / (area + other.area - both)
        }

        /// The least overlap of two boxes of the same face.
        static let leastOverlap = 0.3

        /// Whether both are boxes of the same face.
        package func isOfSameFace(as other: Box) -> Bool { overlap(other) >= Self.leastOverlap }

        private var area: Double { Double(width) * Double(height) }
    }

    /// Where it is.
    public let box: Box
    /// How certain it is that this is a face, from 0 to 1.
    public let confidence: Double
    /// How much detail the picture shows, from 0 to 1: less if the face is small, blurred or out of focus.
    public let sharpness: Double
    /// How far the face is turned to a side, from 0, facing the camera, to 1, in profile.
    public let turn: Double
    /// Identifies the face.
    public let vector: FaceVector

    package init(_ box: Box, confidence: Double, sharpness: Double, turn: Double, vector: FaceVector) {
        self.box = box
        self.confidence = confidence
        self.sharpness = sharpness
        self.turn = turn
        self.vector = vector
    }
}

/// Identifies a face. Faces of one person are near each other.
public struct FaceVector: Hashable, Sendable {
    /// As the recognizer returns them, not normalized.
    public let numbers: [Float]
    /// Of the recognizer. Only vectors with the same fingerprint can be compared.
    public let fingerprint: String

    /// Nil if one of them is not a number, or if there are none.
    public init?(_ numbers: [Float], fingerprint: String) {
        guard !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else { return nil }
        self.numbers = numbers
        self.fingerprint = fingerprint
    }

    /// The distance between two faces; 0 for the same picture of the same face.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for vectors of different fingerprints, whose distance means
    /// nothing.
    public func distance(to other: FaceVector) throws(EvokeError) -> Double {
        guard fingerprint == other.fingerprint, numbers.count == other.numbers.count else {
            throw EvokeError(
                .wrongUsage, doing: "compare two faces", subject: "",
                reason: "their vectors come from different recognizers", remedy: "Detect both faces again.")
        }
        return zip(numbers, other.numbers).reduce(0.0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }.squareRoot()
    }
}
