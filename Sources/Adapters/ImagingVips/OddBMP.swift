import EvokeCVips
import EvokeValues

/// BMPs that ImageMagick rejects because of irrelevant header fields or a missing end.
enum OddBMP {
    static func remains(of bytes: [UInt8], file: PhotoFile) throws(EvokeError) -> Remains? {
        guard let header = Header(bytes) else { return nil }
        try file.checkSize(header.width, header.height)
        let rows = header.rows(of: bytes.count)
        let there = header.isFromTheTop ? 0..<rows : (header.height - rows)..<header.height
        try file.checkThatEnough(rows, of: header.height)
        var mended = bytes
        if let all = header.bytes, all > bytes.count { mended += [UInt8](repeating: 0, count: all - bytes.count) }
        mended.replaceSubrange(2..<6, with: (0..<4).map { UInt8(truncatingIfNeeded: mended.count >> (8 * $0)) })
        mended.replaceSubrange(26..<28, with: [1, 0])
        guard let picture = try LargeBMP.picture(of: mended, file: file), picture.height == header.height else {
            return nil
        }
        return Remains(picture: picture, rows: there, isCut: rows < header.height)
    }

    private struct Header {
        let width, height: Int
        let isFromTheTop: Bool
        private let start, bits: Int
        private let isPacked: Bool

        /// Nil for the oldest kind, which has other fields, and for invalid headers.
        init?(_ bytes: [UInt8]) {
            func number(at offset: Int, _ count: Int) -> UInt32 {
                (0..<count).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
            }
            guard bytes.count >= 54, number(at: 14, 4) >= 40 else { return nil }
            let height = Int32(bitPattern: number(at: 22, 4))
            width = Int(Int32(bitPattern: number(at: 18, 4)).magnitude)
            self.height = Int(height.magnitude)
            isFromTheTop = height < 0
            start = Int(number(at: 10, 4))
            bits = Int(number(at: 28, 2))
            isPacked = ![0, 3, 6].contains(number(at: 30, 4))
            guard width > 0, height != 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else { return nil }
        }

        /// Bytes per row, with padding.
        private var stride: Int { (width * bits + 31) / 32 * 4 }

        /// The file's size; nil if rows vary in length.
        var bytes: Int? { isPacked ? nil : start + stride * height }

        /// The rows in a file of that length. Missing padding of the last row does not matter.
        func rows(of length: Int) -> Int {
            guard !isPacked else { return height }
            return min(height, max(0, length - start + stride - (width * bits + 7) / 8) / stride)
        }
    }
}
