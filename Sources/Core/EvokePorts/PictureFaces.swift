public import EvokeValues

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

/// A compact form of faces for catalogs.
extension FoundFaces {
    private static let thousand = 1_000.0

    /// Nil if there is no face.
    package var bytes: [UInt8]? {
        guard let first = faces.faces.first else { return nil }
        var bytes = PackedBytes()
        bytes.add(faces.size.width)
        bytes.add(faces.size.height)
        bytes.add(first.vector.numbers.count)
        for face in faces.faces {
            let box = face.box
            for number in [box.x, box.y, box.width, box.height] { bytes.add(number) }
            bytes.add(Int(nearest: Self.thousand * face.confidence))
            bytes.add(Int(nearest: Self.thousand * face.sharpness))
            bytes.add(Int(nearest: Self.thousand * face.turn))
            bytes.add(face.vector.numbers.map { Float16($0) })
        }
        return bytes.bytes
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Sequence<UInt8>, by finder: FaceFinderID) {
        var rest = UnpackedBytes(bytes)
        guard let width = rest.number(), let height = rest.number(), let count = rest.number() else { return nil }
        var faces: [Face] = []
        while !rest.rest.isEmpty {
            guard let numbers = rest.numbers(7), let halfFloats = rest.halfFloats(count),
                let vector = FaceVector(halfFloats.map { Float($0) }, fingerprint: finder.fingerprint)
            else { return nil }
            faces.append(
                Face(
                    Face.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
                    confidence: Double(numbers[4]) / Self.thousand, sharpness: Double(numbers[5]) / Self.thousand,
                    turn: Double(numbers[6]) / Self.thousand, vector: vector))
        }
        self.init(PictureFaces(faces, in: PixelSize(width: width, height: height)), by: finder)
    }
}

/// The distances between faces that matter for one recognizer.
public struct FaceDistances: Hashable, Sendable, Codable {
    /// Two groups are merged up to this root mean square over all pairs between them.
    public let group: Double
    /// Two single faces count as the same person up to this.
    public let pair: Double
    /// Beyond this, the owner is not asked.
    public let doubt: Double

    /// Nothing is checked.
    public init(group: Double, pair: Double, doubt: Double) {
        (self.group, self.pair, self.doubt) = (group, pair, doubt)
    }

    /// For dlib's network, chosen on half of a set of people and measured on the rest
    /// (`docs/decisions/0038-people.md`).
    package static let dlib = FaceDistances(group: 0.54, pair: 0.57, doubt: 0.65)

    /// Whether they are positive, finite and in ascending order.
    package var areSound: Bool { 0 < group && group <= pair && pair <= doubt && doubt.isFinite }
}

/// As catalogs store them.
extension FaceDistances {
    package var text: String { "\(group) \(pair) \(doubt)" }

    /// Nil if it is not a valid text.
    package init?(text: String) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 3 else { return nil }
        self.init(group: numbers[0], pair: numbers[1], doubt: numbers[2])
        guard areSound else { return nil }
    }
}

extension Analysis<FoundFaces> {
    /// The faces in photos, whatever found them.
    public static var faces: Analysis { faces(by: nil) }

    /// The faces that this finder found.
    public static func faces(by finder: FaceFinderID) -> Analysis { faces(by: .number(finder.value)) }

    private static func faces(by maker: AnalysisMaker?) -> Analysis {
        Analysis(
            table: "faces", maker: maker,
            columns: { [.integer(Int64($0.faces.faces.count)), $0.bytes.map { .bytes($0) } ?? .null] },
            result: { row in
                let finder = FaceFinderID(row.maker)
                guard row.columns[1] != .null else { return FoundFaces(PictureFaces([], in: row.size), by: finder) }
                return row.columns[1].bytes.flatMap { FoundFaces(bytes: $0, by: finder) }
            })
    }
}
