import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Pictures made smaller, and the squares and tiles that are cut out of them.
@Suite struct PyramidTests {
    @Test(arguments: [(1, 30_000), (30_000, 1), (193, 200), (640, 480), (192, 192)])
    func eachLevelIsHalfOfTheOneBefore(width: Int, height: Int) throws {
        let pyramid = Pyramid(try plain(width, height, [10, 20, 30]), downTo: 192)
        let last = try #require(pyramid.levels.last)
        #expect(max(last.width, last.height) <= 192)
        for (level, next) in zip(pyramid.levels, pyramid.levels.dropFirst()) {
            #expect(next.width == max(1, level.width / 2) && next.height == max(1, level.height / 2))
            #expect(next.bytes.prefix(3) == [10, 20, 30] && next.bytes.suffix(3) == [10, 20, 30])
        }
    }

    @Test func aSquareShowsWhatIsThereAndBlackBeyond() throws {
        let pyramid = Pyramid(try plain(400, 400, [255, 100, 0]), downTo: 192)
        for width in [40.0, 250, 800] {
            let square = Similarity(side: 100, middle: PlanePoint(200, 200), width: width, direction: PlanePoint(1, 1))
            let numbers = pyramid.square(square, side: 100)
            let middle = 3 * (50 * 100 + 50)
            #expect(numbers.count == 30_000 && numbers[middle...middle + 2] == [255, 100, 0])
            #expect((numbers[0] == 0) == (width == 800), "its corner lies beyond the picture")
        }
    }

    /// Stripes of single pixels become grey, and no pattern.
    @Test func whatIsMadeSmallerIsTheMean() throws {
        let bytes = (0..<512 * 512).flatMap { $0 % 2 == 0 ? [UInt8](repeating: 0, count: 3) : [255, 255, 255] }
        let pyramid = Pyramid(try Pixels(bytes, size: PixelSize(width: 512, height: 512)), downTo: 192)
        let square = Similarity(side: 64, middle: PlanePoint(256, 256), width: 448)
        #expect(pyramid.square(square, side: 64).allSatisfy { abs($0 - 128) < 2 })
    }

    @Test(arguments: [(192, 192), (100, 30), (193, 193), (1_000, 750), (1_100, 20)])
    func tilesCoverThePicture(width: Int, height: Int) {
        let corners = FaceTiles.corners(of: PixelSize(width: width, height: height), side: 192)
        #expect(Set(corners.map { [$0.column, $0.row] }).count == corners.count)
        for (length, starts) in [
            (width, Set(corners.map(\.column)).sorted()), (height, Set(corners.map(\.row)).sorted()),
        ] {
            #expect(starts.first == 0 && starts.last == max(0, length - 192))
            for (start, next) in zip(starts, starts.dropFirst()) { #expect(next - start <= 192 - FaceTiles.overlap) }
        }
    }

    @Test func aTileIsGrayBeyondThePicture() throws {
        let level = Pyramid(try plain(100, 50, [255, 0, 255]), downTo: 192).levels[0]
        var numbers = [Float](repeating: 0, count: FaceTile.count)
        let tile = FaceTile(level: level, column: 0, row: 0, scale: 1)
        numbers.withUnsafeMutableBufferPointer { tile.write(to: $0) }
        #expect(numbers[0...2] == [1, -1, 1] && numbers[3 * 100] == 0 && numbers[3 * 192 * 50] == 0)
        let placed = FaceTile(level: level, column: 3, row: 4, scale: 2).placed(
            Detection(
                middle: PlanePoint(1, 2), size: PlanePoint(9, 9), eyes: [PlanePoint(0, 0), PlanePoint(5, 0)], score: 1))
        #expect(
            placed.middle == PlanePoint(8, 12) && placed.size == PlanePoint(18, 18)
                && placed.eyes[1] == PlanePoint(16, 8))
    }

    @Test func whereNothingDiffersIsNoFace() throws {
        var bytes = (0..<400 * 200).flatMap { _ in [90, 100, 200] as [UInt8] }
        func tiles() throws -> [Int] {
            let pixels = try Pixels(bytes, size: PixelSize(width: 400, height: 200))
            return FaceTile.of(Pyramid(pixels, downTo: 192).levels[0], scale: 1).map(\.column)
        }
        #expect(try tiles().isEmpty)
        bytes[3 * (100 * 400 + 390)] = 105
        #expect(try tiles().isEmpty)
        bytes[3 * (100 * 400 + 390)] = 106
        #expect(Set(try tiles()) == [208])
    }

    private func plain(_ width: Int, _ height: Int, _ color: [UInt8]) throws -> Pixels {
        try Pixels(
            (0..<width * height).flatMap { _ in color }, size: PixelSize(width: width, height: height))
    }
}
