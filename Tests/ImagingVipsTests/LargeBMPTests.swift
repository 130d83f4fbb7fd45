import EvokeTestSupport
import Testing

@testable import ImagingVips

/// What is read of large BMPs without ImageMagick is what it reads of small ones.
@Suite struct LargeBMPTests {
    @Test(arguments: [1, 4, 8, 24], [false, true])
    func readsWhatImageMagickReads(bits: Int, isFromTheTop: Bool) throws {
        try Vips.start()
        for width in [1, 7, 8, 33] {
            let bytes = Self.bmp(width: width, height: 5, bits: bits, isFromTheTop: isFromTheTop)
            let own = try #require(LargeBMP.Plain(bytes)?.picture(of: bytes))
            let theirs = try #require(LargeBMP.pictureByImageMagick(of: bytes))
            #expect(try Self.pixels(of: own) == Self.pixels(of: theirs), "\(bits) bits, \(width) wide")
        }
    }

    @Test func leavesTheRestToImageMagick() {
        let whole = Self.bmp(width: 8, height: 8, bits: 8, isFromTheTop: false)
        #expect(LargeBMP.Plain(whole) != nil)
        #expect(LargeBMP.Plain(Array(whole.dropLast())) == nil, "its last row is cut")
        for (place, value) in [(14, 12), (28, 16), (28, 32), (30, 1), (0, 0), (47, 9), (18, 0), (21, 0x80)] {
            var other = whole
            other[place] = UInt8(value)
            #expect(LargeBMP.Plain(other) == nil, "byte \(place)")
        }
        // A pixel that the palette has no colour for.
        var short = whole
        short[46] = 1
        #expect(LargeBMP.Plain(short)?.picture(of: short) == nil)
    }

    private static func pixels(of picture: VipsPicture) throws -> [UInt8] {
        let rgb = try #require(picture.inRGB())
        var bytes: [UInt8] = []
        let isWhole = rgb.forEachRow(in: 0..<rgb.height, columns: 0..<rgb.width) { row in
            for column in 0..<rgb.width { bytes += (0..<3).map { row[rgb.bands * column + $0] } }
        }
        #expect(isWhole)
        return bytes
    }

    private static func bmp(width: Int, height: Int, bits: Int, isFromTheTop: Bool) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(width + bits))
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let palette =
            bits == 24 ? [] : (0..<(4 << bits)).map { $0 % 4 == 3 ? 0 : UInt8.random(in: 0...255, using: &random) }
        let stride = (width * bits + 31) / 32 * 4
        let start = 54 + palette.count
        var file = Array("BM".utf8) + bytes(start + stride * height, 4) + bytes(0, 4) + bytes(start, 4)
        file +=
            bytes(40, 4) + bytes(width, 4) + bytes(isFromTheTop ? -height : height, 4) + bytes(1, 2) + bytes(bits, 2)
        file += bytes(0, 24) + palette
        return file + (0..<(stride * height)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
