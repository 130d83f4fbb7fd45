/// CRC-32, the checksum of files in a ZIP. Processes eight bytes at once, each with its own table.
struct Checksum: Sendable {
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { (byte: UInt32) in
            (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        for place in 256..<(8 * 256) {
            let before = tables[place - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    private var rest = UInt32.max

    var value: UInt32 { ~rest }

    mutating func add(_ bytes: [UInt8]) {
        rest = bytes.withUnsafeBytes { bytes in
            Self.tables.withUnsafeBufferPointer { tables in
                var (rest, place) = (rest, 0)
                while place + 8 <= bytes.count {
                    let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                    let mixed = next ^ UInt64(rest)
                    rest = 0
                    for byte in 0..<8 {
                        rest ^= tables[(7 - byte) * 256 + Int(mixed >> UInt64(8 * byte) & 0xFF)]
                    }
                    place += 8
                }
                for byte in bytes[place...] { rest = rest >> 8 ^ tables[Int((rest ^ UInt32(byte)) & 0xFF)] }
                return rest
            }
        }
    }
}
