import EvokeModels

/// How sharp a face is in a picture.
enum Sharpness {
    /// Independent of the recognizer, so that the same face has the same sharpness for all of them.
    private static let (alignment, side) = (FaceAlignment.dlib, 150)
    private static let steepest = 0.5

    static func of(_ points: FacePoints, in pyramid: Pyramid) -> Double {
        of(FaceChip(points, of: pyramid, alignment, side: side))
    }

    /// The steepness of the face's edges relative to its contrast, where 1 is that of the sharpest portraits: blurring
    /// and enlarging flatten edges. Only the face itself counts, not its surroundings.
    private static func of(_ chip: FaceChip) -> Double {
        let inside = side / 6..<side * 5 / 6
        func grey(_ column: Int, _ row: Int) -> Double {
            let start = 3 * (row * side + column)
            let (red, green, blue) = (chip.numbers[start], chip.numbers[start + 1], chip.numbers[start + 2])
            return 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
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
        return min(1, (steps / count / variance).squareRoot() / steepest)
    }
}
