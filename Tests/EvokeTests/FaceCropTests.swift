import EvokePorts
import EvokeValues
import Testing

@testable import Evoke

/// A face is shown in the middle of a square that lies in its photo.
@Suite struct FaceCropTests {
    private let size = PixelSize(width: 4_000, height: 3_000)

    @Test func aFaceIsInTheMiddleWhereTheresRoom() {
        let crop = FaceCrop(of: Face.Box(x: 1_000, y: 1_000, width: 200, height: 240), in: size)
        #expect(crop.square == Face.Box(x: 884, y: 904, width: 432, height: 432))
        #expect((2_300_000...2_400_000).contains(crop.pixels), "so that the square has 192 a side")
    }

    @Test func squaresLieInThePhoto() {
        for box in [
            Face.Box(x: 0, y: 0, width: 100, height: 100), Face.Box(x: 3_950, y: 2_950, width: 50, height: 50),
            Face.Box(x: 0, y: 0, width: 4_000, height: 3_000), Face.Box(x: 3_999, y: 0, width: 1, height: 1),
        ] {
            let square = FaceCrop(of: box, in: size).square
            #expect(square.width == square.height && square.width >= 1)
            #expect(
                square.x >= 0 && square.y >= 0 && square.x + square.width <= 4_000 && square.y + square.height <= 3_000)
        }
    }

    @Test func pixelsAreThoseOfTheSquare() throws {
        // Each pixel says where it is. The picture has half the pixels a side.
        let (width, height) = (40, 30)
        let places = (0..<height).flatMap { row in (0..<width).map { (row, $0) } }
        let bytes = places.flatMap { row, column -> [UInt8] in [UInt8(column), UInt8(row), 7] }
        let picture = try Pixels(bytes, size: PixelSize(width: width, height: height))
        let crop = FaceCrop(of: Face.Box(x: 20, y: 20, width: 10, height: 10), in: PixelSize(width: 80, height: 60))
        #expect(crop.square == Face.Box(x: 16, y: 16, width: 18, height: 18))
        let cut = try #require(crop.cut(from: picture))
        #expect(cut.size == PixelSize(width: 9, height: 9) && Array(cut.bytes.prefix(3)) == [8, 8, 7])
        #expect(Array(cut.bytes.suffix(3)) == [16, 16, 7])
        let tiny = try Pixels([1, 2, 3], size: PixelSize(width: 1, height: 1))
        #expect(crop.cut(from: tiny)?.bytes == [1, 2, 3])
        #expect(crop.cut(from: try Pixels([1, 2, 3, 4], size: PixelSize(width: 1, height: 1))) == nil)
    }
}
