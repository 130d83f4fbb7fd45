import EvokeValues

/// How a picture or a part of it is fed to the text detector.
struct DetectorInput: Hashable {
    /// The shape of the graph's input, in multiples of 32.
    let shape: PixelSize
    /// From the picture to the input.
    let scale: Double
    /// The part of the picture that is seen.
    let part: Part

    /// 1280 × 960 pixels: enough for signs in photos, and for lines 15 pixels high in a picture of 1600.
    private static let pixels = 1_228_800.0
    /// For small pictures.
    private static let fewPixels = 307_200.0
    private static let proportions = [1, 4.0 / 3, 1.5, 16.0 / 9, 2.4, 4, 8, 16]
    /// Small pictures are enlarged, but by no more than this: missing detail cannot be read.
    private static let mostEnlarged = 2.0
    /// The sides of parts are rounded up to multiples of this, because each new shape takes time to compile.
    private static let step = 160

    init(_ picture: PixelSize) {
        let small = Self.best(of: Self.fewPixels, for: picture)
        self = small.scale >= Self.mostEnlarged ? small : Self.best(of: Self.pixels, for: picture)
    }

    /// 800 × 608 pixels: enough to see that there is no text.
    private static let pixelsOfAGlance = 480_000.0

    init(atAGlance picture: PixelSize) { self = Self.best(of: Self.pixelsOfAGlance, for: picture) }

    /// A part of a picture with as much of its surroundings as fits, at the scale at which the whole picture would be
    /// seen.
    init(_ part: Part, of picture: PixelSize) {
        let whole = DetectorInput(picture)
        let scale = whole.scale
        func side(_ range: Range<Int>, atMost most: Int) -> Int {
            let length = Int(nearest: (Double(range.count) * scale).rounded(.up))
            return min(most, max(1, (length + Self.step - 1) / Self.step) * Self.step)
        }
        func grown(_ range: Range<Int>, to side: Int, in length: Int) -> Range<Int> {
            let wanted = min(length, max(range.count, Int(nearest: (Double(side) / scale).rounded(.down))))
            let first = min(max(0, range.lowerBound - (wanted - range.count) / 2), length - wanted)
            return first..<first + wanted
        }
        shape = PixelSize(
            width: side(part.columns, atMost: whole.shape.width), height: side(part.rows, atMost: whole.shape.height))
        self.scale = scale
        self.part = Part(
            columns: grown(part.columns, to: shape.width, in: picture.width),
            rows: grown(part.rows, to: shape.height, in: picture.height))
    }

    private static func best(of pixels: Double, for picture: PixelSize) -> DetectorInput {
        let shapes = proportions.flatMap { proportion in
            let (long, short) = (side((pixels * proportion).squareRoot()), side((pixels / proportion).squareRoot()))
            return [PixelSize(width: long, height: short), PixelSize(width: short, height: long)]
        }
        let inputs = shapes.map { shape in
            let fitting = min(
                Double(shape.width) / Double(picture.width), Double(shape.height) / Double(picture.height))
            return DetectorInput(shape: shape, scale: min(mostEnlarged, fitting), part: Part(picture))
        }
        // Cannot fail: the list of proportions is not empty.
        return inputs.max { $0.scale < $1.scale }!
    }

    private static func side(_ length: Double) -> Int { 32 * Int(nearest: length / 32) }

    private init(shape: PixelSize, scale: Double, part: Part) {
        (self.shape, self.scale, self.part) = (shape, scale, part)
    }

    /// The position in the picture of a line found in the input.
    func place(of line: Rectangle) -> Rectangle {
        line.scaled(by: 1 / scale).moved(across: Double(part.columns.lowerBound), down: Double(part.rows.lowerBound))
    }

    /// Whether a line may continue beyond the part.
    func cuts(_ line: Rectangle, in picture: PixelSize) -> Bool {
        line.corners.contains { corner in
            corner.x < Double(part.columns.lowerBound) && part.columns.lowerBound > 0
                || corner.x > Double(part.columns.upperBound) && part.columns.upperBound < picture.width
                || corner.y < Double(part.rows.lowerBound) && part.rows.lowerBound > 0
                || corner.y > Double(part.rows.upperBound) && part.rows.upperBound < picture.height
        }
    }

    /// The part, scaled, in the upper left corner of a gray input: blue, green, and red, each from -1 to 1.
    func numbers(of picture: Pixels) -> [Float] {
        let plane = shape.width * shape.height
        let scaled = PixelSize(
            width: min(shape.width, max(1, Int(nearest: Double(part.columns.count) * scale))),
            height: min(shape.height, max(1, Int(nearest: Double(part.rows.count) * scale))))
        let columns = Stretch(from: part.columns.count, to: scaled.width)
        let rows = Stretch(from: part.rows.count, to: scaled.height)
        let width = 3 * part.columns.count
        let start = 3 * part.columns.lowerBound
        return [Float](unsafeUninitializedCapacity: 3 * plane) { numbers, filled in
            numbers.initialize(repeating: 0)
            picture.bytes.withUnsafeBufferPointer { bytes in
                var line = [Float](repeating: 0, count: width)
                line.withUnsafeMutableBufferPointer { line in
                    for row in 0..<scaled.height {
                        line.update(repeating: 0)
                        for tap in 0..<rows.taps {
                            let weight = rows.weights[row * rows.taps + tap]
                            guard weight > 0 else { continue }
                            let above = (part.rows.lowerBound + rows.firsts[row] + tap) * 3 * picture.size.width
                            let source = UnsafeBufferPointer(rebasing: bytes[above + start..<above + start + width])
                            for place in 0..<width { line[place] += weight * Float(source[place]) }
                        }
                        for column in 0..<scaled.width {
                            var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
                            var source = 3 * columns.firsts[column]
                            for tap in column * columns.taps..<(column + 1) * columns.taps {
                                let weight = columns.weights[tap]
                                red += weight * line[source]
                                green += weight * line[source + 1]
                                blue += weight * line[source + 2]
                                source += 3
                            }
                            let place = row * shape.width + column
                            numbers[place] = blue / 127.5 - 1
                            numbers[plane + place] = green / 127.5 - 1
                            numbers[2 * plane + place] = red / 127.5 - 1
                        }
                    }
                }
            }
            filled = 3 * plane
        }
    }
}

/// The source pixels and weights of each pixel when scaling a side: all that it covers, or its two neighbors.
struct Stretch {
    /// The number of consecutive source pixels per pixel; some weights are 0.
    let taps: Int
    /// The first source pixel for each.
    let firsts: [Int]
    /// The weights, end to end.
    let weights: [Float]

    init(from length: Int, to scaled: Int) {
        let step = Double(length) / Double(scaled)
        let reach = max(1, step)
        let taps = min(length, Int(nearest: (2 * reach).rounded(.up)) + 1)
        var (firsts, weights): ([Int], [Float]) = ([], [])
        for place in 0..<scaled {
            let middle = (Double(place) + 0.5) * step - 0.5
            let first = min(max(0, Int(nearest: (middle - reach).rounded(.up))), length - taps)
            let shares = (first..<first + taps).map { Float(max(0, 1 - abs(Double($0) - middle) / reach)) }
            let sum = shares.reduce(0, +)
            firsts.append(first)
            weights += shares.map { $0 / sum }
        }
        (self.taps, self.firsts, self.weights) = (taps, firsts, weights)
    }
}

/// The detector's input: blue, green, and red, each from -1 to 1, on gray.
struct Planes {
    let size: PixelSize
    private(set) var numbers: [Float]

    init(_ size: PixelSize) {
        self.size = size
        numbers = [Float](repeating: 0, count: 3 * size.width * size.height)
    }

    /// Copies a part of a picture without scaling.
    ///
    /// - Parameters:
    ///   - part: what is outside the picture stays gray.
    ///   - place: the position of its upper left corner; all of it must fit.
    mutating func put(_ part: Part, of picture: Pixels, at place: (column: Int, row: Int) = (0, 0)) {
        let rows = part.rows.clamped(to: 0..<picture.size.height)
        let columns = part.columns.clamped(to: 0..<picture.size.width)
        let plane = size.width * size.height
        numbers.withUnsafeMutableBufferPointer { numbers in
            picture.bytes.withUnsafeBufferPointer { bytes in
                for row in rows {
                    var target = (place.row + row - part.rows.lowerBound) * size.width + place.column
                    var source = 3 * (row * picture.size.width + columns.lowerBound)
                    for _ in columns {
                        for channel in 0..<3 {
                            numbers[(2 - channel) * plane + target] = Float(bytes[source + channel]) / 127.5 - 1
                        }
                        target += 1
                        source += 3
                    }
                }
            }
        }
    }
}

/// The four parts of a picture with the most contrast, at full size and side by side.
struct FineInput {
    /// If a picture was reduced by less than this, its letters could still be seen.
    private static let leastReduction = 1.3
    private static let partsOfASide = 2

    let planes: Planes

    /// Nil if it would show no more than the reduced picture.
    init?(_ picture: Pixels, shape: PixelSize, scale: Double) {
        guard scale * Self.leastReduction < 1 else { return nil }
        let side = PixelSize(width: shape.width / Self.partsOfASide, height: shape.height / Self.partsOfASide)
        let parts = Part.grid(of: side, in: picture.size).map { (part: $0, contrast: $0.contrast(in: picture)) }
        var planes = Planes(shape)
        for (place, part) in parts.sorted(by: { $0.contrast > $1.contrast }).prefix(4).enumerated() {
            let (row, column) = place.quotientAndRemainder(dividingBy: Self.partsOfASide)
            planes.put(part.part, of: picture, at: (column * side.width, row * side.height))
        }
        self.planes = planes
    }
}

/// Splits a large picture into tiles of equal size for the detector. Tiles overlap, so that every pixel is seen with
/// its surroundings.
struct Tiles {
    struct Tile: Hashable {
        /// The area that is fed to the detector.
        let seen: Part
        /// The area whose results are used; every pixel of the picture belongs to exactly one tile's.
        let kept: Part
    }

    /// Half of it is discarded on each side; it exceeds the height of small letters.
    static let overlap = 128

    let tiles: [Tile]

    init(of picture: PixelSize, each size: PixelSize) {
        let rows = Self.cuts(picture.height, size.height)
        let columns = Self.cuts(picture.width, size.width)
        tiles = rows.flatMap { row in
            columns.map { column in
                Tile(
                    seen: Part(columns: column.seen, rows: row.seen),
                    kept: Part(columns: column.kept, rows: row.kept))
            }
        }
    }

    /// The last one may extend beyond the end.
    private static func cuts(_ length: Int, _ size: Int) -> [(seen: Range<Int>, kept: Range<Int>)] {
        let step = size - overlap
        let count = max(1, (max(0, length - overlap) + step - 1) / step)
        return (0..<count).map { number in
            let start = number * step
            let kept =
                (number == 0 ? 0 : start + overlap / 2)..<(number == count - 1 ? length : start + size - overlap / 2)
            return (start..<start + size, kept)
        }
    }
}

/// A rectangle of whole pixels.
struct Part: Hashable {
    let columns, rows: Range<Int>

    init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

    /// The whole picture.
    init(_ size: PixelSize) { self.init(0, 0, size) }

    init(_ column: Int, _ row: Int, _ size: PixelSize) {
        self.init(columns: column..<column + size.width, rows: row..<row + size.height)
    }

    /// Adjacent parts of that size inside the picture; if the picture is smaller than that, one part inside it.
    static func grid(of size: PixelSize, in picture: PixelSize) -> [Part] {
        let (wide, high) = (max(1, picture.width / size.width), max(1, picture.height / size.height))
        let left = max(0, picture.width - wide * size.width) / 2
        let top = max(0, picture.height - high * size.height) / 2
        return (0..<high).flatMap { row in
            (0..<wide).map { Part(left + $0 * size.width, top + row * size.height, size) }
        }
    }

    /// The same part of a picture scaled by `factor`, rounded outward.
    func scaled(by factor: Double, in picture: PixelSize) -> Part {
        func scaled(_ range: Range<Int>, _ length: Int) -> Range<Int> {
            let first = Int(nearest: (Double(range.lowerBound) * factor).rounded(.down))
            let end = Int(nearest: (Double(range.upperBound) * factor).rounded(.up))
            return (first..<max(first, end)).clamped(to: 0..<length)
        }
        return Part(columns: scaled(columns, picture.width), rows: scaled(rows, picture.height))
    }

    /// The mean difference between adjacent pixels, from 0 to 255, which is high for small letters.
    func contrast(in picture: Pixels) -> Double {
        // Uses green, and caps differences at hard edges, which letters don't reach.
        let most: Int = 64
        let columns = columns.clamped(to: 0..<picture.size.width - 1)
        let rows = rows.clamped(to: 0..<picture.size.height - 1)
        let line = 3 * picture.size.width
        let sum = picture.bytes.withUnsafeBufferPointer { bytes in
            rows.reduce(0) { sum, row in
                let start = row * line + 1
                return columns.reduce(sum) { sum, column in
                    let place = start + 3 * column
                    let own = Int(bytes[place])
                    return sum + min(most, abs(own - Int(bytes[place + 3])) + abs(own - Int(bytes[place + line])))
                }
            }
        }
        return Double(sum) / Double(max(1, columns.count * rows.count))
    }
}
