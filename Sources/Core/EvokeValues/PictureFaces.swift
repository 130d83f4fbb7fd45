/// The faces that were found in a picture.
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
    /// Where a face is, from the brows to the chin, in pixels of the upright picture. It lies in the picture altogether.
    public struct Box: Hashable, Sendable {
        /// Of its left edge, from the left.
        public let x: Int
        /// Of its upper edge, from the top.
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

        /// What both cover, as a share of what either covers: 1 for the same box, 0 for two that do not meet.
        package func overlap(_ other: Box) -> Double {
            let width = min(x + self.width, other.x + other.width) - max(x, other.x)
            let height = min(y + self.height, other.y + other.height) - max(y, other.y)
            guard width > 0, height > 0 else { return 0 }
            let both = Double(width) * Double(height)
            return both / (area + other.area - both)
        }

        /// Of what two places of one face share, at least.
        static let leastOverlap = 0.3

        /// Whether both are places of one face.
        package func isOfSameFace(as other: Box) -> Bool { overlap(other) >= Self.leastOverlap }

        private var area: Double { Double(width) * Double(height) }
    }

    /// Where it is.
    public let box: Box
    /// How sure it is that this is a face, from 0 to 1.
    public let confidence: Double
    /// How much detail of it the picture shows, from 0 to 1: less where it is small, blurred or out of focus.
    public let sharpness: Double
    /// How far it is turned to a side, from 0, where it looks at the camera, to 1, where it is seen from the side.
    public let turn: Double
    /// What tells it from others.
    public let vector: FaceVector

    package init(_ box: Box, confidence: Double, sharpness: Double, turn: Double, vector: FaceVector) {
        self.box = box
        self.confidence = confidence
        self.sharpness = sharpness
        self.turn = turn
        self.vector = vector
    }
}

/// What tells a face from others. Faces of one person are near each other.
public struct FaceVector: Hashable, Sendable {
    /// As the recogniser gives them. They are of no fixed length.
    public let numbers: [Float]
    /// Of what made it. Only vectors of one fingerprint can be compared.
    public let fingerprint: String

    /// Nil where one of them is no number, or where there are none.
    public init?(_ numbers: [Float], fingerprint: String) {
        guard !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else { return nil }
        self.numbers = numbers
        self.fingerprint = fingerprint
    }

    /// How far two faces are from each other; 0 for the same picture of the same face.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for vectors of different fingerprints: between those it would be a
    /// number that means nothing.
    public func distance(to other: FaceVector) throws(EvokeError) -> Double {
        guard fingerprint == other.fingerprint, numbers.count == other.numbers.count else {
            throw EvokeError(
                .wrongUsage, doing: "compare two faces", subject: "",
                reason: "their vectors were made by different recognisers", remedy: "Find both faces anew.")
        }
        return zip(numbers, other.numbers).reduce(0.0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }.squareRoot()
    }
}
