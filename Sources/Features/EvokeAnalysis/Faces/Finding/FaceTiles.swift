import EvokeValues

/// The squares that the detector sees of a picture that is larger, row by row. They overlap, so that what is no larger than
/// that is seen whole in one of them.
enum FaceTiles {
    /// Larger faces are seen whole at half the size.
    static let overlap = 24

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

/// One of these squares.
struct FaceTile {
    static let side = DetectorAnswer.side
    /// Where each colour differs by less, there is no face.
    private static let leastContrast = 16
    /// So many numbers has one.
    static let count = 3 * side * side

    let level: Pyramid.Level
    let column, row: Int
    /// How many pixels of the picture are one of the level.
    let scale: Double

    /// All of a level in which there may be a face.
    static func of(_ level: Pyramid.Level, scale: Double) -> [FaceTile] {
        FaceTiles.corners(of: PixelSize(width: level.width, height: level.height), side: side)
            .map { FaceTile(level: level, column: $0, row: $1, scale: scale) }.filter { !$0.isPlain }
    }

    /// From its own pixels to those of the picture.
    func placed(_ detection: Detection) -> Detection {
        detection.moved(by: PlanePoint(Double(column), Double(row))).scaled(by: scale)
    }

    /// As the detector takes it: red, green and blue, pixel by pixel, from -1 to 1; grey beyond the picture's edge.
    ///
    /// - Parameter target: for `count` numbers.
    func write(to target: UnsafeMutableBufferPointer<Float>) {
        if min(level.width - column, level.height - row) < Self.side { target.initialize(repeating: 0) }
        forEachRow { line, bytes in
            let start = 3 * line * Self.side
            for (place, byte) in bytes.enumerated() { target[start + place] = Float(byte) * (1 / 127.5) - 1 }
        }
    }

    private var isPlain: Bool {
        var least = [UInt8](repeating: .max, count: 3 * Self.side)
        var most = [UInt8](repeating: .min, count: 3 * Self.side)
        forEachRow { _, bytes in
            for (place, byte) in bytes.enumerated() {
                least[place] = min(least[place], byte)
                most[place] = max(most[place], byte)
            }
        }
        return (0..<3).allSatisfy { colour in
            let places = stride(from: colour, to: 3 * min(Self.side, level.width - column), by: 3)
            let (low, high) = (places.map { least[$0] }.min() ?? 0, places.map { most[$0] }.max() ?? 0)
            return Int(high) - Int(low) < Self.leastContrast
        }
    }

    private func forEachRow(_ body: (_ line: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Void) {
        let count = 3 * min(Self.side, level.width - column)
        level.bytes.withUnsafeBufferPointer { bytes in
            for line in 0..<min(Self.side, level.height - row) {
                let start = 3 * ((row + line) * level.width + column)
                body(line, UnsafeBufferPointer(rebasing: bytes[start..<start + count]))
            }
        }
    }
}
