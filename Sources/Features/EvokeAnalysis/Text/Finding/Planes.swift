import EvokeValues

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
