import EvokeCVips
import EvokeSystem
import EvokeValues

/// BMPs with so many pixels that ImageMagick would use a temporary file, which decoders are not allowed to write.
enum LargeBMP {
    /// Three quarters of ImageMagick's memory limit in Debian's configuration.
    private static let fewestPixels = 24_000_000

    /// The picture as ImageMagick decodes it, or would with enough memory; nil if it rejects the file.
    static func picture(of bytes: [UInt8], file: PhotoFile) throws(EvokeError) -> VipsPicture? {
        let plain = Plain(bytes)
        let isLarge = plain.map { $0.width * $0.height >= fewestPixels } ?? (bytes.count >= fewestPixels)
        if isLarge, let large = plain?.picture(of: bytes) { return large }
        if let picture = pictureByImageMagick(of: bytes) { return picture }
        guard !isLarge else {
            throw file.error(
                .tooLarge, "it is damaged, or has too many pixels for this kind of BMP", "Save it as PNG.")
        }
        return nil
    }

    static func pictureByImageMagick(of bytes: [UInt8]) -> VipsPicture? {
        var out: UnsafeMutablePointer<VipsImage>?
        let status = bytes.withUnsafeBytes { evoke_vips_open_bmp($0.baseAddress, $0.count, &out) }
        // The loader reads from these bytes whenever pixels are requested, so all are read now.
        guard status == 0, let out else { return nil }
        return VipsPicture(out).inMemory()
    }

    /// An uncompressed BMP, with three bytes per pixel or a palette.
    struct Plain {
        let width, height: Int
        private let isFromTheTop: Bool
        private let start, bits: Int
        private let palette: [UInt8]

        init?(_ bytes: [UInt8]) {
            func number(at offset: Int) -> Int {
                (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
            }
            guard bytes.count >= 54, bytes.starts(with: "BM".utf8), number(at: 14) >= 40, number(at: 30) == 0 else {
                return nil
            }
            let signedHeight = Int(Int32(truncatingIfNeeded: number(at: 22)))
            (width, height) = (number(at: 18), abs(signedHeight))
            isFromTheTop = signedHeight < 0
            (start, bits) = (number(at: 10), Int(bytes[28]) | Int(bytes[29]) << 8)
            guard 1...1_000_000 ~= width, 1...1_000_000 ~= height, [1, 4, 8, 24].contains(bits) else { return nil }
            let colors = number(at: 46) == 0 ? 1 << min(bits, 8) : number(at: 46)
            let table = 14 + number(at: 14)
            guard bits == 24 || colors <= 1 << bits && table + 4 * colors <= min(start, bytes.count) else {
                return nil
            }
            palette = bits == 24 ? [] : Array(bytes[table..<(table + 4 * colors)])
            guard start + stride * height <= bytes.count else { return nil }
        }

        /// Bytes per row, with padding.
        private var stride: Int { (width * bits + 31) / 32 * 4 }

        /// Nil if a pixel is outside the palette.
        func picture(of bytes: [UInt8]) -> VipsPicture? {
            let count = 3 * width * height
            guard let pixels = CMemory.allocate(count) else { return nil }
            let rgb = UnsafeMutableBufferPointer(start: pixels.assumingMemoryBound(to: UInt8.self), count: count)
            var place = 0
            for row in 0..<height {
                let line = start + stride * (isFromTheTop ? row : height - 1 - row)
                for column in 0..<width {
                    guard let (colors, color) = color(of: bytes, line, column) else {
                        CMemory.release(pixels)
                        return nil
                    }
                    for part in 0..<3 { rgb[place + part] = colors[color + 2 - part] }
                    place += 3
                }
            }
            return evoke_vips_of_pixels(pixels, count, Int32(width), Int32(height), 3, VIPS_FORMAT_UCHAR)
                .map { VipsPicture($0).applying(evoke_vips_mark_as_srgb) } ?? nil
        }

        /// The bytes that contain blue, green and red, and the offset in them.
        private func color(of bytes: [UInt8], _ line: Int, _ column: Int) -> ([UInt8], Int)? {
            if bits == 24 { return (bytes, line + 3 * column) }
            let (byte, bit) = (column * bits).quotientAndRemainder(dividingBy: 8)
            let color = 4 * (Int(bytes[line + byte]) >> (8 - bits - bit) & (1 << bits - 1))
            return color < palette.count ? (palette, color) : nil
        }
    }
}

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
        return Remains(picture: picture, rows: there, isTruncated: rows < header.height)
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
