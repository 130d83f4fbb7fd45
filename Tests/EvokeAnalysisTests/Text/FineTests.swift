import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Small letters: where a picture is looked at in its own size, and how that goes together with what is seen from afar.
@Suite struct FineTests {
    @Test(arguments: [(2_000, 1_500), (3_328, 2_496), (1_280, 960), (1_281, 961), (400, 8), (30_000, 270)])
    func tilesTakeOverEachPixelOnce(width: Int, height: Int) throws {
        let (picture, size) = (PixelSize(width: width, height: height), PixelSize(width: 1_280, height: 960))
        let tiles = Tiles(of: picture, each: size).tiles
        #expect(tiles.reduce(0) { $0 + $1.kept.columns.count * $1.kept.rows.count } == width * height)
        for (index, tile) in tiles.enumerated() {
            try #require(tile.seen.columns.count == 1_280 && tile.seen.rows.count == 960)
            // With what is around it, but for the picture's edge.
            for (kept, seen, length) in [
                (tile.kept.columns, tile.seen.columns, width), (tile.kept.rows, tile.seen.rows, height),
            ] {
                let start = seen.lowerBound == 0 ? 0 : seen.lowerBound + 64
                #expect(kept.lowerBound == start && [length, seen.upperBound - 64].contains(kept.upperBound))
                #expect(kept.upperBound <= seen.upperBound)
            }
            for other in tiles[(index + 1)...] {
                #expect(
                    !tile.kept.columns.overlaps(other.kept.columns) || !tile.kept.rows.overlaps(other.kept.rows))
            }
        }
    }

    @Test func aMapOfTilesIsThatOfTheWhole() {
        let (size, side) = (PixelSize(width: 300, height: 200), PixelSize(width: 192, height: 160))
        func likelihood(_ column: Int, _ row: Int) -> Float { Float(row * 300 + column) }
        var taken = TextMap(size)
        for tile in Tiles(of: size, each: side).tiles {
            let seen = tile.seen.rows.flatMap { row in tile.seen.columns.map { likelihood($0, row) } }
            taken.take(tile.kept, of: TextMap(width: 192, height: 160, likelihoods: seen), at: tile.seen)
        }
        #expect(taken.likelihoods == (0..<200).flatMap { row in (0..<300).map { likelihood($0, row) } })
    }

    @Test func theBusiestPartsAreSeenInFullSize() throws {
        let (width, height) = (1_600, 1_200)
        // Stripes of one pixel in one part, broad ones in another, and the rest plain.
        var bytes = [UInt8](repeating: 128, count: 3 * width * height)
        for row in 0..<300 {
            for column in 0..<400 {
                for (left, wide) in [(1_200, 1), (400, 20)] where column / wide % 2 == 0 {
                    for channel in 0..<3 { bytes[3 * (row * width + left + column) + channel] = 255 }
                }
            }
        }
        let picture = try Pixels(bytes, size: PixelSize(width: width, height: height))
        let shape = PixelSize(width: 800, height: 608)
        let planes = try #require(FineInput(picture, shape: shape, scale: 0.5)).planes
        #expect(planes.size == shape)
        // The finest first.
        let start: ArraySlice<Float> = planes.numbers[80_000..<80_008]
        #expect(start.first == 1 && Set(start).count == 2 && planes.numbers[80_000] != planes.numbers[80_001])
        #expect(FineInput(picture, shape: shape, scale: 0.8) == nil)
    }

    @Test func severalSmallLinesAreSmallText() {
        func map(_ heights: [Int]) -> TextMap {
            var map = TextMap(PixelSize(width: 800, height: 608))
            let line = TextMap(width: 1, height: 1, likelihoods: [0.9])
            for (number, height) in heights.enumerated() {
                for row in 0..<height {
                    for column in 100..<400 {
                        let pixel = Part(columns: column..<column + 1, rows: 90 * number + row..<90 * number + row + 1)
                        map.take(pixel, of: line, at: pixel)
                    }
                }
            }
            return map
        }
        let heights = [[6, 7, 8, 9], [6, 7, 8], [6, 7, 8, 60], []]
        #expect(heights.map { map($0).hasSmallText } == [true, false, false, false])
    }

    @Test func smallLinesTakeThePlaceOfWhatTheyLookedLikeFromAfar() {
        let block = line(200, 100, 300, 90)
        let lines = [line(200, 70, 290, 24), line(200, 100, 290, 24), line(200, 130, 290, 24)]
        #expect(Set(FineLines.joined([block], lines)) == Set(lines))
        // A heading of which the tiles see strokes, and a line that both see.
        let heading = line(500, 500, 800, 200)
        let strokes = [line(300, 500, 20, 90), line(600, 520, 30, 80)]
        #expect(FineLines.joined([heading, block], strokes + [line(201, 101, 298, 88)]) == [heading, block])
        #expect(FineLines.joined([], lines).count == 3)
        #expect(FineLines.joined([line(260, 101, 40, 26)], lines).count == 3, "a part of one")
        #expect(FineLines.joined([block], []) == [block])
    }

    /// Words of 50 pixels with gaps of 14 between them.
    @Test(arguments: [false, true]) func longLinesAreCutBetweenWords(stands: Bool) throws {
        let (width, height) = stands ? (40, 1_000) : (1_000, 40)
        let bytes = (0..<width * height).flatMap { place -> [UInt8] in
            let (column, row) = stands ? (place / width, place % width) : (place % width, place / width)
            let isInk = column % 64 < 50 && (12..<28).contains(row) && (column + row) % 3 > 0
            return [UInt8](repeating: isInk ? 10 : 250, count: 3)
        }
        let picture = try Pixels(bytes, size: PixelSize(width: width, height: height))
        let whole = stands ? line(20, 500, 20, 1_000) : line(500, 20, 1_000, 20)
        let pieces = LongLines.cut(whole, in: picture)
        #expect(pieces.count == 2)
        let ends = pieces.flatMap(\.corners).map { stands ? $0.y : $0.x }.filter { (1.0..<999).contains($0) }
        #expect(ends.count == 4 && Set(ends).count == 1, "\(ends)")
        #expect(ends.allSatisfy { (50.0..<64).contains($0.truncatingRemainder(dividingBy: 64)) }, "\(ends)")
        #expect(LongLines.cut(line(500, 20, 700, 20), in: picture) == [line(500, 20, 700, 20)])
    }

    private func line(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
        Rectangle(middle: PlanePoint(x, y), along: PlanePoint(1, 0), width: width, height: height)
    }
}
