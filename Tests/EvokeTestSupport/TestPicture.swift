public import EvokeValues

/// Pictures made on the spot: fields of different colours, others for each number, so that no two look alike.
public enum TestPicture {
    private static let (columns, rows) = (6, 4)

    public static func png(_ number: Int, width: Int = 48, height: Int = 32) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let colors = (0..<columns * rows).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
        return png(colors, width: width, height: height)
    }

    /// One colour all over: red, green, blue.
    public static func png(color: [UInt8], width: Int = 48, height: Int = 32) -> [UInt8] {
        png(Array(repeating: color, count: columns * rows), width: width, height: height)
    }

    /// One colour beside white.
    public static func png(besideWhite color: [UInt8], width: Int, height: Int) -> [UInt8] {
        let line = (0..<columns).map { 2 * $0 < columns ? color : [255, 255, 255] }
        return png((0..<rows).flatMap { _ in line }, width: width, height: height)
    }

    private static func png(_ colors: [[UInt8]], width: Int, height: Int) -> [UInt8] {
        let lines = (0..<rows).map { row in
            var line: [UInt8] = [0]
            for x in 0..<width { line += colors[columns * row + columns * x / width] }
            return line
        }
        let pixels = (0..<height).flatMap { lines[rows * $0 / height] }
        return signature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
            + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
    }

    /// An `.xmp` file that gives a picture its title.
    package static func sidecar(title: String) -> [UInt8] {
        let words = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>\
            <rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return Array(words.utf8)
    }

    /// A header that promises many pixels, with data for none of them.
    public static func pngBomb(width: Int, height: Int) -> [UInt8] {
        signature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
            + chunk("IDAT", stored([UInt8](repeating: 0, count: 1_000))) + chunk("IEND", [])
    }

    /// A white TIFF of many pixels in few bytes.
    public static func largeTIFF(width: Int, height: Int) -> [UInt8] {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        // PackBits: runs of up to 128 equal bytes.
        let whole = [UInt8](repeating: 0, count: width / 128).flatMap { _ in [0x81, 0xFF] as [UInt8] }
        let rest: [UInt8] = width % 128 > 0 ? [UInt8(truncatingIfNeeded: 257 - width % 128), 0xFF] : []
        let row = whole + rest
        let strip = (0..<height).flatMap { _ in row }
        let entries: [(tag: UInt16, value: Int)] = [
            (256, width), (257, height), (258, 8), (259, 32_773), (262, 1), (273, 8), (277, 1), (278, height),
            (279, strip.count),
        ]
        return Array("II*\0".utf8) + little(UInt32(8 + strip.count)) + strip + little(UInt16(entries.count))
            + entries.flatMap { little($0.tag) + little(UInt16(4)) + little(UInt32(1)) + little(UInt32($0.value)) }
            + little(UInt32(0))
    }

    /// Pixels as they are: red, green and blue, row by row.
    public static func tiff(_ pixels: [UInt8], size: PixelSize) -> [UInt8] {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        let bits = 8 + pixels.count
        let entries: [(tag: UInt16, type: UInt16, count: Int, value: Int)] = [
            (256, 4, 1, size.width), (257, 4, 1, size.height), (258, 3, 3, bits), (259, 4, 1, 1), (262, 4, 1, 2),
            (273, 4, 1, 8), (277, 4, 1, 3), (278, 4, 1, size.height), (279, 4, 1, pixels.count),
        ]
        return Array("II*\0".utf8) + little(UInt32(bits + 6)) + pixels + [8, 0, 8, 0, 8, 0]
            + little(UInt16(entries.count))
            + entries.flatMap { little($0.tag) + little($0.type) + little(UInt32($0.count)) + little(UInt32($0.value)) }
            + little(UInt32(0))
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func bigEndian(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return bigEndian(content.count) + body + bigEndian(Int(~sum))
    }

    /// zlib's format without any compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            for value in [count, ~count] { packed += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            packed += block
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return packed + bigEndian(Int(b << 16 | a))
    }
}
