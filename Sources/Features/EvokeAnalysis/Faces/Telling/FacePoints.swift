import EvokeModels

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
