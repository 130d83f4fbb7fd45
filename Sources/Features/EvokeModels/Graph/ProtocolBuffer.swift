/// How ONNX files encode integers and length-delimited fields.
enum ProtocolBuffer {
    static func number(_ field: Int, _ value: Int) -> [UInt8] { number(UInt64(field) << 3) + number(UInt64(value)) }

    static func bytes(_ field: Int, _ bytes: [UInt8]) -> [UInt8] { head(field, count: bytes.count) + bytes }

    static func text(_ field: Int, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

    /// The header of a field of `count` bytes.
    static func head(_ field: Int, count: Int) -> [UInt8] { number(UInt64(field) << 3 | 2) + number(UInt64(count)) }

    private static func number(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
