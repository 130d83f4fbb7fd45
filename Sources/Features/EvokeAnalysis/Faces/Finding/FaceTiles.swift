import EvokeValues

/// The squares of a larger picture that the detector sees, row by row. They overlap, so that anything up to that size
/// is completely inside one of them.
enum FaceTiles {
    /// Larger faces are completely visible at half the size.
    static let overlap = 24

    /// The upper left corners. The last squares end at the picture's edge, or extend beyond a small picture.
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

struct FaceTile {
    static let side = DetectorAnswer.side
    /// If every color channel varies less than this, there is no face.
    private static let leastContrast = 16
    /// The number of values in a tile.
    static let count = 3 * side * side

    let level: Pyramid.Level
    let column, row: Int
    /// The number of the picture's pixels per pixel of the level.
    let scale: Double

    /// All tiles of a level that may have a face.
    static func of(_ level: Pyramid.Level, scale: Double) -> [FaceTile] {
        FaceTiles.corners(of: PixelSize(width: level.width, height: level.height), side: side)
            .map { FaceTile(level: level, column: $0, row: $1, scale: scale) }.filter { !$0.isPlain }
    }

    /// Converts from the tile's pixels to the picture's.
    func placed(_ detection: Detection) -> Detection {
        detection.moved(by: PlanePoint(Double(column), Double(row))).scaled(by: scale)
    }

    /// The detector's input: red, green, and blue, interleaved, from -1 to 1; gray outside the picture.
    ///
    /// - Parameter target: room for `count` values.
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
