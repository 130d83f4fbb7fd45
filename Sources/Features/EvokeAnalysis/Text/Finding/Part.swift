import EvokeValues

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
