/// Four pixels of one colour, as a BMP file.
func bitmap(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    let row = [blue, green, red, blue, green, red, 0, 0]
    return Array("BM".utf8) + little(70) + little(0) + little(54)
        + little(40) + little(2) + little(2) + [1, 0, 24, 0] + little(0) + little(16)
        + [UInt8](repeating: 0, count: 16)
        + row + row
}
