import EvokeValues

/// What the detector takes of a picture: blue, green and red, each from -1 to 1, on grey.
struct Planes {
    let size: PixelSize
    private(set) var numbers: [Float]

    init(_ size: PixelSize) {
        self.size = size
        numbers = [Float](repeating: 0, count: 3 * size.width * size.height)
    }

    /// Puts a part of a picture into it as it is.
    ///
    /// - Parameters:
    ///   - part: what lies beyond the picture stays grey.
    ///   - place: where its upper left corner comes to lie, so that all of it has room.
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
