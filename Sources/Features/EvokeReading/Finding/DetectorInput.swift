import EvokeValues

/// How a picture is put into the detector: one of a few shapes, since each is compiled anew.
struct DetectorInput: Hashable {
    /// Of the graph's input: multiples of 32.
    let shape: PixelSize
    /// From the picture to the input.
    let scale: Double

    /// 1280 × 960 pixels: signs in photos are found, and lines of 15 pixels in a picture of 1600.
    private static let pixels = 1_228_800.0
    /// Of small pictures.
    private static let fewPixels = 307_200.0
    private static let proportions = [1, 4.0 / 3, 1.5, 16.0 / 9, 2.4, 4, 8, 16]
    /// What is small becomes larger, but not by more: what is not there is not read.
    private static let mostEnlarged = 2.0

    init(_ picture: PixelSize) {
        let small = Self.best(of: Self.fewPixels, for: picture)
        self = small.scale >= Self.mostEnlarged ? small : Self.best(of: Self.pixels, for: picture)
    }

    /// 800 × 608 pixels: enough to see that there is no text.
    private static let pixelsOfAGlance = 480_000.0

    init(atAGlance picture: PixelSize) { self = Self.best(of: Self.pixelsOfAGlance, for: picture) }

    private static func best(of pixels: Double, for picture: PixelSize) -> DetectorInput {
        let shapes = proportions.flatMap { proportion in
            let (long, short) = (side((pixels * proportion).squareRoot()), side((pixels / proportion).squareRoot()))
            return [PixelSize(width: long, height: short), PixelSize(width: short, height: long)]
        }
        let inputs = shapes.map { shape in
            let fitting = min(
                Double(shape.width) / Double(picture.width), Double(shape.height) / Double(picture.height))
            return DetectorInput(shape: shape, scale: min(mostEnlarged, fitting))
        }
        // Cannot fail: there are proportions.
        return inputs.max { $0.scale < $1.scale }!
    }

    private static func side(_ length: Double) -> Int { 32 * Int(nearest: length / 32) }

    private init(shape: PixelSize, scale: Double) { (self.shape, self.scale) = (shape, scale) }

    /// The picture scaled, in its upper left corner, on grey: blue, green and red, each from -1 to 1.
    func numbers(of picture: Pixels) -> [Float] {
        let plane = shape.width * shape.height
        let scaled = PixelSize(
            width: min(shape.width, max(1, Int(nearest: Double(picture.size.width) * scale))),
            height: min(shape.height, max(1, Int(nearest: Double(picture.size.height) * scale))))
        let (columns, rows) = (
            Stretch(from: picture.size.width, to: scaled.width), Stretch(from: picture.size.height, to: scaled.height)
        )
        let width = 3 * picture.size.width
        return [Float](unsafeUninitializedCapacity: 3 * plane) { numbers, filled in
            numbers.initialize(repeating: 0)
            picture.bytes.withUnsafeBufferPointer { bytes in
                var line = [Float](repeating: 0, count: width)
                line.withUnsafeMutableBufferPointer { line in
                    for row in 0..<scaled.height {
                        line.update(repeating: 0)
                        for (source, weight) in rows.sources(of: row) {
                            let start = source * width
                            for place in 0..<width { line[place] += weight * Float(bytes[start + place]) }
                        }
                        for column in 0..<scaled.width {
                            var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
                            for (source, weight) in columns.sources(of: column) {
                                red += weight * line[3 * source]
                                green += weight * line[3 * source + 1]
                                blue += weight * line[3 * source + 2]
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

/// Which pixels one pixel of a scaled side is made of, and in which shares: those that it covers, or its two neighbours.
struct Stretch {
    private let places: [[(source: Int, weight: Float)]]

    init(from length: Int, to scaled: Int) {
        let step = Double(length) / Double(scaled)
        let reach = max(1, step)
        places = (0..<scaled).map { place in
            let middle = (Double(place) + 0.5) * step - 0.5
            let first = max(0, Int(nearest: (middle - reach).rounded(.up)))
            let last = min(length - 1, Int(nearest: (middle + reach).rounded(.down)))
            let shares = (first...max(first, last)).map { source in
                (source: min(source, length - 1), weight: Float(max(0, 1 - abs(Double(source) - middle) / reach)))
            }
            let sum = shares.reduce(0) { $0 + $1.weight }
            guard sum > 0 else { return [(source: min(first, length - 1), weight: 1)] }
            return shares.map { ($0.source, $0.weight / sum) }
        }
    }

    func sources(of place: Int) -> [(source: Int, weight: Float)] { places[place] }
}
