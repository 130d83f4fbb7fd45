import EvokeValues

/// The squares that the detector sees of a picture that is larger, row by row. They overlap, so that what is no larger than
/// that is seen whole in one of them.
enum FaceTiles {
    /// Larger faces are seen whole at half the size.
    static let overlap = 32

    /// The upper left corners. The last squares end where the picture does, or reach beyond a small one.
    static func corners(of size: PixelSize, side: Int) -> [(column: Int, row: Int)] {
        starts(size.height, side).flatMap { row in starts(size.width, side).map { ($0, row) } }
    }

    private static func starts(_ length: Int, _ side: Int) -> [Int] {
        guard length > side else { return [0] }
        let step = side - overlap
        let count = (length - side + step - 1) / step
        return (0...count).map { $0 * (length - side) / count }
    }
}

extension Pyramid.Level {
    var size: PixelSize { PixelSize(width: width, height: height) }

    /// A square of it as the detector takes it: red, green and blue, pixel by pixel, from -1 to 1; grey beyond the edge.
    func tile(column: Int, row: Int, side: Int) -> [Float] {
        var numbers = [Float](repeating: 0, count: 3 * side * side)
        let count = 3 * min(side, width - column)
        bytes.withUnsafeBufferPointer { bytes in
            numbers.withUnsafeMutableBufferPointer { numbers in
                for line in 0..<min(side, height - row) {
                    let (source, target) = (3 * ((row + line) * width + column), 3 * line * side)
                    for place in 0..<count { numbers[target + place] = Float(bytes[source + place]) / 127.5 - 1 }
                }
            }
        }
        return numbers
    }
}
