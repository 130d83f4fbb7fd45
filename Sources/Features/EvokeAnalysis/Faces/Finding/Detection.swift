import EvokeSystem
import EvokeValues

/// A face found by the detector.
struct Detection: Hashable {
    let middle: PlanePoint
    /// Width and height, from the brows to the chin.
    let size: PlanePoint
    /// In an upright picture, the left one first.
    let eyes: [PlanePoint]
    /// From 0 to 1.
    let score: Double

    var side: Double { max(size.x, size.y) }
    var area: Double { size.x * size.y }

    func moved(by way: PlanePoint) -> Detection { mapped(1) { $0 + way } }
    func scaled(by factor: Double) -> Detection { mapped(factor) { $0 * factor } }
    func placed(by similarity: Similarity) -> Detection { mapped(similarity.scale) { similarity($0) } }

    private func mapped(_ scale: Double, _ map: (PlanePoint) -> PlanePoint) -> Detection {
        Detection(middle: map(middle), size: size * scale, eyes: eyes.map(map), score: score)
    }
}

extension Detection {
    /// The most overlap of two faces, as a share of their union.
    private static let mostShared = 0.3
    /// The most of a smaller face that may be inside a larger one: a hand in front of a face is not a face.
    private static let mostInside = 0.6

    func isSame(as other: Detection) -> Bool {
        let (shared, both) = overlap(with: other)
        return shared > Self.mostShared * both || shared > Self.mostInside * min(area, other.area)
    }

    private func overlap(with other: Detection) -> (shared: Double, both: Double) {
        let low = pointwiseMax(middle - size / 2, other.middle - other.size / 2)
        let high = pointwiseMin(middle + size / 2, other.middle + other.size / 2)
        let ways = pointwiseMax(high - low, .zero)
        let shared = ways.x * ways.y
        return (shared, area + other.area - shared)
    }

    /// Of detections of the same face, keeps the best.
    static func joined(_ detections: [Detection]) -> [Detection] {
        var faces: [Detection] = []
        for detection in detections.sorted(by: { $0.score > $1.score })
        where !faces.contains(where: { $0.isSame(as: detection) }) {
            faces.append(detection)
        }
        return faces
    }

    /// Averages detections of the same face in one tile, weighted by score, with the highest score: the detector finds
    /// each face at several positions.
    static func averaged(_ detections: [Detection]) -> [Detection] {
        var rest = detections.sorted { $0.score > $1.score }
        var faces: [Detection] = []
        while let best = rest.first {
            let same = rest.filter { other in
                let (shared, both) = best.overlap(with: other)
                return other == best || shared > mostShared * both
            }
            rest.removeAll { same.contains($0) }
            let sum = same.reduce(0) { $0 + $1.score }
            func mean(_ point: (Detection) -> PlanePoint) -> PlanePoint {
                same.reduce(PlanePoint.zero) { $0 + point($1) * $1.score } / sum
            }
            faces.append(
                Detection(
                    middle: mean(\.middle), size: mean(\.size),
                    eyes: best.eyes.indices.map { eye in mean { $0.eyes[eye] } }, score: best.score))
        }
        return faces
    }
}

/// The output of the full-range detector: a score for each of 48 × 48 positions, and a box with points around it.
enum DetectorAnswer {
    static let side = 192
    private static let places = 48
    /// Center, size, two eyes, nose, mouth, two ears: x, then y, in pixels.
    private static let width = 16

    /// The shapes for that many squares, end to end.
    static func shapes(of squares: Int) -> [[Int]] {
        [width, 1].map { [1, squares * places * places, $0] }
    }

    /// The detections in one of several squares.
    static func detections(
        _ numbers: [Float], scores: [Float], of square: Int = 0, least: Double
    ) -> [Detection] {
        let first = square * places * places
        // At most positions, only the score is examined.
        let leastLogit = Float(Mathematics.log(least / (1 - least)))
        return (0..<places * places).compactMap { place in
            guard scores[first + place] >= leastLogit else { return nil }
            let score = sigmoid(scores[first + place])
            let step = Double(side / places)
            let anchor = (PlanePoint(Double(place % places), Double(place / places)) + 0.5) * step
            func point(_ number: Int) -> PlanePoint {
                let start = width * (first + place) + 2 * number
                return PlanePoint(Double(numbers[start]), Double(numbers[start + 1]))
            }
            let detection = Detection(
                middle: point(0) + anchor, size: point(1), eyes: [point(2) + anchor, point(3) + anchor], score: score)
            let isSound =
                detection.size.min() > 1 && ([detection.middle] + detection.eyes).allSatisfy { $0.length.isFinite }
            return isSound && detection.eyes[0] != detection.eyes[1] ? detection : nil
        }
    }
}

/// A score from 0 to 1; 0 for NaN.
func sigmoid(_ score: Float) -> Double { score.isNaN ? 0 : 1 / (1 + Double(Mathematics.exp(-score))) }

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
        return (0..<3).allSatisfy { color in
            let places = stride(from: color, to: 3 * min(Self.side, level.width - column), by: 3)
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
