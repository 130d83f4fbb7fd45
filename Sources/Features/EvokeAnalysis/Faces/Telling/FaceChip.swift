import EvokeModels

/// A face as recognizers were trained on: rotated, scaled, and cropped so that eyes and nose are always in the same
/// position.
struct FaceChip {
    /// Of the square.
    let side: Int
    /// Red, green, and blue, interleaved, from 0 to 255.
    let numbers: [Float]

    init(_ points: FacePoints, of pyramid: Pyramid, _ alignment: FaceAlignment, side: Int) {
        let places = alignment.places.map { $0 * Double(side) }
        self.side = side
        numbers = pyramid.square(Similarity(from: places, to: points.places(for: alignment)), side: side)
    }
}

typealias FaceAlignment = GraphDescription.Face.Alignment

extension FaceAlignment {
    /// The points of the 468 that align a face; several points are averaged. The left eye in an upright picture is the
    /// one whose outer corner is 33.
    var points: [[Int]] {
        switch self {
        case .dlib: [[263], [362], [33], [133], [2]]
        case .arcface: [[33, 133], [263, 362], [1], [61], [291]]
        }
    }

    /// Where these are placed in the square, from 0 to 1.
    var places: [PlanePoint] {
        switch self {
        case .dlib: Self.dlibs.map { ($0 + Self.padding) / (1 + 2 * Self.padding) }
        case .arcface: Self.arcfaces.map { ($0 + 0.5) / 112 }
        }
    }

    /// In a face from 0 to 1: dlib's mean over many faces.
    private static let dlibs: [PlanePoint] = [
        PlanePoint(0.8595674595992, 0.2134981538014), PlanePoint(0.6460604764104, 0.2289674387677),
        PlanePoint(0.1205750620789, 0.2137274526848), PlanePoint(0.3340850613712, 0.2290642403242),
        PlanePoint(0.4901123135679, 0.6277975316475),
    ]
    /// Around that face, relative to its side.
    private static let padding = 0.25

    /// The pixels of a square of 112, relative to their centers, that ArcFace and OpenCV's SFace were trained with.
    private static let arcfaces: [PlanePoint] = [
        PlanePoint(38.2946, 51.6963), PlanePoint(73.5318, 51.5014), PlanePoint(56.0252, 71.7366),
        PlanePoint(41.5493, 92.3655), PlanePoint(70.7299, 92.2041),
    ]
}

/// The points of a face: the positions of its eyes, nose, and mouth.
struct FacePoints: Hashable {
    static let side = 192
    /// The graph's output: 468 points, each with x, y, and depth toward the viewer, in pixels of its square.
    static let shapes = [[1, 1, 1, 3 * 468], [1, 1, 1, 1]]
    /// How much of the picture the graph sees, relative to the face's side.
    static let surroundings = 1.5

    /// The points that align the face, for each kind of alignment in its order.
    private let places: [FaceAlignment: [PlanePoint]]
    /// The sine of the angle by which it is turned to the side.
    let turn: Double
    /// The likelihood that there is a face at all, from 0 to 1.
    let likelihood: Double

    /// - Parameter similarity: where the square is in the picture.
    init(_ numbers: [Float], score: Float, _ similarity: Similarity) {
        func mean(_ points: [Int]) -> PlanePoint {
            let sum = points.reduce(PlanePoint.zero) {
                $0 + PlanePoint(Double(numbers[3 * $1]), Double(numbers[3 * $1 + 1]))
            }
            return similarity(sum / Double(points.count))
        }
        places = Dictionary(
            FaceAlignment.allCases.map { ($0, $0.points.map(mean)) }, uniquingKeysWith: { first, _ in first })
        turn = Self.turn(numbers)
        likelihood = sigmoid(score)
    }

    func places(for alignment: FaceAlignment) -> [PlanePoint] { places[alignment] ?? [] }

    /// The outer corners of the eyes.
    private static let (rightEye, leftEye) = (263, 33)

    /// From the depths of the outer corners of the eyes, which are equal if the face looks at the camera.
    private static func turn(_ numbers: [Float]) -> Double {
        let (right, left) = (3 * rightEye, 3 * leftEye)
        let across = PlanePoint(Double(numbers[right] - numbers[left]), Double(numbers[right + 1] - numbers[left + 1]))
        let depth = Double(numbers[right + 2] - numbers[left + 2])
        let sine = abs(depth) / ((across * across).sum() + depth * depth).squareRoot()
        return sine.isFinite ? min(sine, 1) : 1
    }

    /// Whether the points can align a face.
    var isSound: Bool {
        places.values.allSatisfy { points in
            points.allSatisfy(\.length.isFinite) && points.contains { $0 != points[0] }
        }
    }
}

/// How sharp a face is in a picture.
enum Sharpness {
    /// Independent of the recognizer, so that the same face has the same sharpness for all of them.
    private static let (alignment, side) = (FaceAlignment.dlib, 150)
    private static let steepest = 0.5

    /// The steepness of the face's edges relative to its contrast, where 1 is that of the sharpest portraits: blurring
    /// and enlarging flatten edges. Only the face itself counts, not its surroundings.
    static func of(_ points: FacePoints, in pyramid: Pyramid) -> Double {
        let chip = FaceChip(points, of: pyramid, alignment, side: side)
        let inside = side / 6..<side * 5 / 6
        func gray(_ column: Int, _ row: Int) -> Double {
            let start = 3 * (row * side + column)
            let (red, green, blue) = (chip.numbers[start], chip.numbers[start + 1], chip.numbers[start + 2])
            return 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
        }
        var (sum, squares, steps, count) = (0.0, 0.0, 0.0, 0.0)
        for row in inside {
            for column in inside {
                let own = gray(column, row)
                let (across, down) = (gray(column + 1, row) - own, gray(column, row + 1) - own)
                sum += own
                squares += own * own
                steps += across * across + down * down
                count += 1
            }
        }
        let variance = squares / count - sum / count * sum / count
        guard variance > 1 else { return 0 }
        return min(1, (steps / count / variance).squareRoot() / steepest)
    }
}
