/// The layout in a JPEG 2000 header.
///
/// For some layouts, libvips copies fewer pixels from OpenJPEG than it then reads, or allocates less memory than
/// OpenJPEG fills: adjacent memory would show up in the picture.
enum JPEG2000 {
    /// Returns bytes from an offset on, fewer at the end of the file.
    typealias Reading = (_ offset: Int, _ count: Int) -> [UInt8]

    private static let startOfCodestream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
    private static let mostBoxes = 1_000

    /// Whether libvips can decode it safely. Also true for other formats, and for files truncated before the relevant
    /// part.
    static func isPlain(_ read: Reading) -> Bool {
        if read(0, 4) == startOfCodestream { return Frame(read(4, Frame.longest))?.isPlain ?? true }
        var place = 0
        for _ in 0..<mostBoxes {
            guard let box = Box(at: place, read) else { return true }
            switch box.type {
            case "jp2c":
                return Frame(read(box.content + 4, Frame.longest))?.isPlain ?? true
            // Its child boxes come next. A palette means more color channels than the file has components, wherever it
            // is.
            case "jp2h": place = box.content
            case "pclr": return false
            default: place = box.end
            }
        }
        return false
    }

    private struct Box {
        let type: String
        let content, end: Int

        /// Nil at the end of the file.
        init?(at place: Int, _ read: Reading) {
            let head = read(place, 16)
            guard head.count >= 8 else { return nil }
            type = String(decoding: head[4..<8], as: UTF8.self)
            var length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
            var header = 8
            if length == 1 {
                // OpenJPEG rejects lengths of more than 32 bits.
                guard head.count == 16, head[8..<12].allSatisfy({ $0 == 0 }) else { return nil }
                length = head[12..<16].reduce(0) { $0 << 8 | Int($1) }
                header = 16
            }
            content = place + header
            end = length == 0 ? .max : place + length
            guard end >= content else { return nil }
        }
    }

    /// The sizes at the beginning of a codestream.
    private struct Frame {
        private struct Step {
            let across, down: Int
        }

        static let mostComponents = 16_384
        static let longest = 38 + 3 * mostComponents

        private let size, offset, tile, tileOffset: [Int]
        private let steps: [Step]

        /// - Parameter bytes: those after the marker.
        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 38 else { return nil }
            let numbers = (0..<8).map { place in
                bytes[(4 + 4 * place)..<(8 + 4 * place)].reduce(0) { $0 << 8 | Int($1) }
            }
            (size, offset) = (Array(numbers[0..<2]), Array(numbers[2..<4]))
            (tile, tileOffset) = (Array(numbers[4..<6]), Array(numbers[6..<8]))
            let count = Int(bytes[36]) << 8 | Int(bytes[37])
            guard (1...Self.mostComponents).contains(count), bytes.count >= 38 + 3 * count else { return nil }
            steps = (0..<count).map {
                Step(across: Int(bytes[39 + 3 * $0]), down: Int(bytes[40 + 3 * $0]))
            }
        }

        /// Whether the first component is not subsampled, and no sample of the others spans two tiles.
        var isPlain: Bool {
            guard (offset + tileOffset).allSatisfy({ $0 == 0 }), steps[0].across == 1, steps[0].down == 1 else {
                return false
            }
            return steps.allSatisfy {
                (tile[0] >= size[0] || $0.across > 0 && tile[0] % $0.across == 0)
                    && (tile[1] >= size[1] || $0.down > 0 && tile[1] % $0.down == 0)
            }
        }
    }
}
