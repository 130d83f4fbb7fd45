import EvokeTestSupport

/// Four pixels of one colour, as a BMP file.
func bitmap(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    let row = [blue, green, red, blue, green, red, 0, 0]
    return Array("BM".utf8) + little(70) + little(0) + little(54)
        + little(40) + little(2) + little(2) + [1, 0, 24, 0] + little(0) + little(16)
        + [UInt8](repeating: 0, count: 16)
        + row + row
}

extension TestPicture {
    /// Pixels without anything to see: of one colour, noise or stripes.
    static func plain(_ kind: Int, pixels: Int) -> [UInt8] {
        var numbers = SeededGenerator(seed: 5)
        return (0..<3 * pixels).map { place in
            switch kind % 3 {
            case 0: [200, 150, 130][place % 3]
            case 1: UInt8(truncatingIfNeeded: numbers.next() >> 20)
            default: place / 27 % 2 == 0 ? 0 : 255
            }
        }
    }
}
