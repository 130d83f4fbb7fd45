import EvokeModels

/// How sharp a picture shows a face.
enum Sharpness {
    /// What it is told by, whatever tells faces apart: the same face is as sharp for each recogniser.
    private static let (alignment, side) = (FaceAlignment.dlib, 150)
    private static let steepest = 0.5

    static func of(_ points: FacePoints, in pyramid: Pyramid) -> Double {
        of(FaceChip(points, of: pyramid, alignment, side: side))
    }

    /// How steep the face's edges are for its contrast, where 1 is as steep as in the sharpest portraits: blurring, and
    /// enlarging what is small, makes edges flat. Only the face itself counts, without what is around it.
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
