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
