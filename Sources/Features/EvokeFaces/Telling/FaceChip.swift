import EvokeValues

/// A face as the recogniser was trained on them: turned, scaled and cut out so that eyes and nose are where they always are.
struct FaceChip {
    static let side = 150
    /// Around the face, by its own side.
    private static let padding = 0.25
    /// Of the five points, in a face from 0 to 1: dlib's mean over many faces.
    private static let mean: [Point] = [
        Point(0.8595674595992, 0.2134981538014), Point(0.6460604764104, 0.2289674387677),
        Point(0.1205750620789, 0.2137274526848), Point(0.3340850613712, 0.2290642403242),
        Point(0.4901123135679, 0.6277975316475),
    ]

    /// Red, green and blue, pixel by pixel, from 0 to 255.
    let numbers: [Float]

    init(_ points: FacePoints, of pyramid: Pyramid) {
        let places = Self.mean.map { ($0 + Self.padding) / (1 + 2 * Self.padding) * Double(Self.side) }
        numbers = pyramid.square(Similarity(from: places, to: points.five), side: Self.side)
    }

    /// As the recogniser takes them: three planes.
    var planes: [Float] {
        let count = Self.side * Self.side
        return (0..<3).flatMap { channel in (0..<count).map { numbers[3 * $0 + channel] } }
    }

    /// How steep its edges are for its contrast, where 1 is as steep as in the sharpest portraits: blurring, and enlarging what is small,
    /// makes edges flat. Only the face itself counts, without what is around it.
    var sharpness: Double {
        let inside = Self.side / 6..<Self.side * 5 / 6
        func grey(_ column: Int, _ row: Int) -> Double {
            let start = 3 * (row * Self.side + column)
            return 0.299 * Double(numbers[start]) + 0.587 * Double(numbers[start + 1]) + 0.114
                * Double(numbers[start + 2])
        }
        var (sum, squares, steps, count) = (0.0, 0.0, 0.0, 0.0)
        for row in inside {
            for column in inside {
                let own = grey(column, row)
                let (across, down) = (grey(column + 1, row) - own, grey(column, row + 1) - own)
                sum += own
                squares += own * own
                steps += across * across + down * down
                count += 1
            }
        }
        let variance = squares / count - sum / count * sum / count
        guard variance > 1 else { return 0 }
        return min(1, (steps / count / variance).squareRoot() / Self.steepest)
    }

    private static let steepest = 0.5
}
