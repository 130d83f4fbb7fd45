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
        let isLarge = plain.map { $0.header.width * $0.header.height >= fewestPixels } ?? (bytes.count >= fewestPixels)
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
        let header: BMPHeader
        private let palette: [UInt8]

        init?(_ bytes: [UInt8]) {
            guard bytes.starts(with: "BM".utf8), let header = BMPHeader(bytes), header.packing == 0,
                1...1_000_000 ~= header.width, 1...1_000_000 ~= header.height, [1, 4, 8, 24].contains(header.bits)
            else { return nil }
            let (bits, end) = (header.bits, header.table + 4 * header.colors)
            guard bits == 24 || header.colors <= 1 << bits && end <= min(header.start, bytes.count),
                header.start + header.stride * header.height <= bytes.count
            else { return nil }
            self.header = header
            palette = bits == 24 ? [] : Array(bytes[header.table..<end])
        }

        /// Nil if a pixel is outside the palette.
        func picture(of bytes: [UInt8]) -> VipsPicture? {
            let (width, height) = (header.width, header.height)
            let count = 3 * width * height
            guard let pixels = CMemory.allocate(count) else { return nil }
            let rgb = UnsafeMutableBufferPointer(start: pixels.assumingMemoryBound(to: UInt8.self), count: count)
            var place = 0
            for row in 0..<height {
                let line = header.start + header.stride * (header.isFromTheTop ? row : height - 1 - row)
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
            let bits = header.bits
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
        guard let header = BMPHeader(bytes), [1, 2, 4, 8, 16, 24, 32].contains(header.bits) else { return nil }
        try file.checkSize(abs(header.width), header.height)
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
}

/// A header of all but the oldest kind, which has other fields.
struct BMPHeader {
    /// Negative in odd files.
    let width: Int
    let height: Int
    let isFromTheTop: Bool
    /// The positions of the pixels and of the palette.
    let start, table: Int
    let bits, packing, colors: Int

    init?(_ bytes: [UInt8]) {
        func number(at offset: Int, _ count: Int = 4) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        func side(at offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(at: offset))) }
        guard bytes.count >= 54, number(at: 14) >= 40 else { return nil }
        (width, height, isFromTheTop) = (side(at: 18), abs(side(at: 22)), side(at: 22) < 0)
        (start, table, bits) = (number(at: 10), 14 + number(at: 14), number(at: 28, 2))
        packing = number(at: 30)
        colors = number(at: 46) == 0 ? 1 << min(bits, 8) : number(at: 46)
        guard width != 0, height != 0 else { return nil }
    }

    /// Bytes per row, with padding.
    var stride: Int { (abs(width) * bits + 31) / 32 * 4 }

    private var isPacked: Bool { ![0, 3, 6].contains(packing) }

    /// The file's size; nil if rows vary in length.
    var bytes: Int? { isPacked ? nil : start + stride * height }

    /// The rows in a file of that length. Missing padding of the last row does not matter.
    func rows(of length: Int) -> Int {
        guard !isPacked else { return height }
        return min(height, max(0, length - start + stride - (abs(width) * bits + 7) / 8) / stride)
    }
}
