/// The points of a face: where its eyes and nose are.
struct FacePoints: Hashable {
    static let side = 192
    /// What the graph gives: 468 points, each across, down and towards the viewer, in pixels of its square.
    static let shapes = [[1, 1, 1, 3 * 468], [1, 1, 1, 1]]
    /// So much of the picture is looked at, by the face's own side.
    static let surroundings = 1.5

    /// The corners of the eye on the right of an upright picture, from the outer one, those of the other eye, and the base
    /// of the nose.
    let five: [Point]
    /// How far it is turned to a side: the sine of that angle.
    let turn: Double
    /// That there is a face at all, from 0 to 1.
    let likelihood: Double

    /// - Parameter similarity: where the square lies in the picture.
    init(_ numbers: [Float], score: Float, _ similarity: Similarity) {
        five = Self.places.map { similarity(Point(Double(numbers[3 * $0]), Double(numbers[3 * $0 + 1]))) }
        turn = Self.turn(numbers)
        likelihood = sigmoid(score)
    }

    /// Of the five among the 468.
    private static let places = [263, 362, 33, 133, 2]

    /// Of the line between the outer corners of the eyes, which is level in a face that looks at the camera.
    private static func turn(_ numbers: [Float]) -> Double {
        let (right, left) = (3 * places[0], 3 * places[2])
        let across = Point(Double(numbers[right] - numbers[left]), Double(numbers[right + 1] - numbers[left + 1]))
        let depth = Double(numbers[right + 2] - numbers[left + 2])
        let sine = abs(depth) / ((across * across).sum() + depth * depth).squareRoot()
        return sine.isFinite ? min(sine, 1) : 1
    }

    var isSound: Bool { five.allSatisfy { $0.length.isFinite } && five[0] != five[2] }
}
