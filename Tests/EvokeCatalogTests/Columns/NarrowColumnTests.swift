import EvokePorts
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeCatalog

/// Columns in little memory say what they were told, whatever came before and in whatever order.
@Suite struct NarrowColumnTests {
    @Test func numbersStayWhenLargerOnesCome() {
        var column = NumberColumn(count: 3)
        var told = [0, 0, 0]
        for (place, number) in [(0, 255), (1, 256), (2, 65_535), (0, 65_536), (1, Int(Int32.max)), (2, 7)] {
            column[place] = number
            told[place] = number
            #expect((0..<3).map { column[$0] } == told)
        }
        column.append(9)
        column.grow(to: 6)
        column.trim()
        #expect(column.count == 6 && (0..<6).map { column[$0] } == told + [9, 0, 0])
    }

    /// Few and many photos with texts, in order and late, texts that go and come, and all put in order again.
    @Test(arguments: [1, 2, 40])
    func textsAreThoseThatWereSetLast(oneOf share: Int) {
        var random = SeededGenerator(seed: UInt64(share))
        let count = 1_000
        var column = TextColumn(photos: count)
        var told = [String?](repeating: nil, count: count)
        func set(_ text: String?, _ photo: Int) {
            column.set(text, of: photo)
            told[photo] = text
        }
        func text() -> String { "t\(Int.random(in: 0..<30, using: &random))" }
        func check() {
            for part in ["t", "t1", "t29", "", "x"] {
                let wanted = told.indices.filter { told[$0].map { part.isEmpty || $0.contains(part) } ?? false }
                #expect(column.photos(with: part) == PhotoSet(wanted.map { PhotoID(Int64($0)) }), "\(part)")
            }
            let ending = told.indices.filter { told[$0]?.hasSuffix("7") ?? false }
            #expect(column.photos(like: WildcardPattern("*7")!) == PhotoSet(ending.map { PhotoID(Int64($0)) }))
            for photo in told.indices {
                #expect(column[photo].map { String(decoding: $0, as: UTF8.self) } == told[photo])
            }
        }
        for photo in 0..<count where Int.random(in: 0..<share, using: &random) == 0 { set(text(), photo) }
        column.trim()
        check()
        for change in 1...300 {
            set(Int.random(in: 0..<4, using: &random) == 0 ? nil : text(), Int.random(in: 0..<count, using: &random))
            if change % 50 == 0 { check() }
        }
        column.grow(to: count + 1)
        told.append(nil)
        set("t7", count)
        check()
    }

    @Test func listsAreThoseThatWereSetLast() {
        var random = SeededGenerator(seed: 3)
        let count = 500
        var (column, told) = (ListColumn(photos: count), [[Int32]](repeating: [], count: count))
        for change in 0..<3 * count {
            let photo = change < count ? change : Int.random(in: 0..<count, using: &random)
            let count = Int.random(in: 0...3, using: &random)
            let list = (0..<count).map { _ in Int32.random(in: 1..<300, using: &random) }
            column.set(list, of: photo)
            told[photo] = list
        }
        #expect(told.indices.allSatisfy { column.list(of: $0) == told[$0] })
        for number in [1, 2, 299] as [Int32] {
            var which = [Bool](repeating: false, count: 300)
            which[Int(number)] = true
            let wanted = PhotoSet(told.indices.filter { told[$0].contains(number) }.map { PhotoID(Int64($0)) })
            #expect(column.photos(with: which) == wanted)
        }
        let all = PhotoSet((0..<count).map { PhotoID(Int64($0)) })
        let counts = column.counts(among: all, Array(0..<300)).own
        #expect(counts[5] == told.count { $0.contains(5) })
    }

    /// Beside the great circle in the C library's functions, near and far, at the poles and across the 180th meridian.
    @Test func circlesAreRound() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let (latitude, longitude) = (
                Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
            )
            let reach = [0.001, 1, 180].randomElement(using: &random)!
            let (north, east) = (
                min(90, max(-90, latitude + Double.random(in: -reach...reach, using: &random))),
                longitude + Double.random(in: -reach...reach, using: &random)
            )
            let middle = try #require(Coordinates(latitude: latitude, longitude: longitude))
            let place = try #require(
                Coordinates(latitude: north, longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east))
            let metres = Self.metres(middle, place)
            let point = MapPoint(place)
            #expect(MapCircle(middle, metres: metres * 1.000_001 + 0.1).contains(point))
            #expect(!MapCircle(middle, metres: metres * 0.999_999 - 0.1).contains(point))
        }
    }

    private static func metres(_ place: Coordinates, _ other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let north = sin(radians(other.latitude - place.latitude) / 2)
        let east = sin(radians(other.longitude - place.longitude) / 2)
        let square = north * north + cos(radians(place.latitude)) * cos(radians(other.latitude)) * east * east
        return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
    }

    @Test func nowhereIsInNoCircle() throws {
        let middle = try #require(Coordinates(latitude: -89.9, longitude: -179.9))
        #expect(!MapCircle(middle, metres: 40_000_000).contains(.none))
        #expect(!MapCircle(middle, metres: -1).contains(MapPoint(middle)))
        #expect(!MapCircle(middle, metres: .nan).contains(MapPoint(middle)))
    }
}
