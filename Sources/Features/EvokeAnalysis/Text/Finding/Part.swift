import EvokeValues

/// A rectangle of whole pixels.
struct Part: Hashable {
    let columns, rows: Range<Int>

    init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

    /// All of a picture.
    init(_ size: PixelSize) { self.init(0, 0, size) }

    init(_ column: Int, _ row: Int, _ size: PixelSize) {
        self.init(columns: column..<column + size.width, rows: row..<row + size.height)
    }

    /// Those of a size, side by side, that lie in a picture altogether; where it is too small for one, it lies in it.
    static func grid(of size: PixelSize, in picture: PixelSize) -> [Part] {
        let (wide, high) = (max(1, picture.width / size.width), max(1, picture.height / size.height))
        let left = max(0, picture.width - wide * size.width) / 2
        let top = max(0, picture.height - high * size.height) / 2
        return (0..<high).flatMap { row in
            (0..<wide).map { Part(left + $0 * size.width, top + row * size.height, size) }
        }
    }

    /// The same part where the picture is so many times as large, rounded to what covers it.
    func scaled(by factor: Double, in picture: PixelSize) -> Part {
        func scaled(_ range: Range<Int>, _ length: Int) -> Range<Int> {
            let first = Int(nearest: (Double(range.lowerBound) * factor).rounded(.down))
            let end = Int(nearest: (Double(range.upperBound) * factor).rounded(.up))
            return (first..<max(first, end)).clamped(to: 0..<length)
        }
        return Part(columns: scaled(columns, picture.width), rows: scaled(rows, picture.height))
    }

    /// How much neighbours differ, from 0 to 255 in the mean: what is full of small letters is among the busiest.
    func contrast(in picture: Pixels) -> Double {
        // The green of each, and what hard edges have more than letters counts no further.
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
