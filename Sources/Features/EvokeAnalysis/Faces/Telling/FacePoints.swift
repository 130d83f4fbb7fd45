import EvokeModels

/// The points of a face: where its eyes, nose and mouth are.
struct FacePoints: Hashable {
    static let side = 192
    /// What the graph gives: 468 points, each across, down and towards the viewer, in pixels of its square.
    static let shapes = [[1, 1, 1, 3 * 468], [1, 1, 1, 1]]
    /// So much of the picture is looked at, by the face's own side.
    static let surroundings = 1.5

    /// Those by which faces are laid into a square: of each alignment, in its order.
    private let places: [FaceAlignment: [PlanePoint]]
    /// How far it is turned to a side: the sine of that angle.
    let turn: Double
    /// That there is a face at all, from 0 to 1.
    let likelihood: Double

    /// - Parameter similarity: where the square lies in the picture.
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

    /// Between the outer corners of the eyes.
    private static let (rightEye, leftEye) = (263, 33)

    /// Of the line between the outer corners of the eyes, which is level in a face that looks at the camera.
    private static func turn(_ numbers: [Float]) -> Double {
        let (right, left) = (3 * rightEye, 3 * leftEye)
        let across = PlanePoint(Double(numbers[right] - numbers[left]), Double(numbers[right + 1] - numbers[left + 1]))
        let depth = Double(numbers[right + 2] - numbers[left + 2])
        let sine = abs(depth) / ((across * across).sum() + depth * depth).squareRoot()
        return sine.isFinite ? min(sine, 1) : 1
    }

    /// Whether a face can be laid level by them.
    var isSound: Bool {
        places.values.allSatisfy { points in
            points.allSatisfy(\.length.isFinite) && points.contains { $0 != points[0] }
        }
    }
}
