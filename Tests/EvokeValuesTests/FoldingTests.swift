import EvokePorts
import EvokeValues
import Testing

@Suite struct FoldingTests {
    @Test(
        arguments: [
            ("Müller", "MU\u{308}LLER"), ("muller", "Müller"), ("Straße", "STRASSE"), ("Ёлка", "елка"),
            ("ΣΊΣΥΦΟΣ", "σισυφος"),
            ("İzmir", "izmir"), ("ﬁn", "FIN"), ("IMG_4711.JPG", "img_4711.jpg"), ("קָפֶה", "קפה"),
            ("가", "\u{1100}\u{1161}"),
        ] as [(String, String)]) func theSameButForCaseAndAccents(one: String, other: String)
    {
        #expect(Array(one.folded.utf8) == Array(other.folded.utf8))
        #expect(Array(one.folded.folded.utf8) == Array(one.folded.utf8))
    }

    @Test(arguments: [("か", "が"), ("กา", "ก่า"), ("कि", "क"), ("a", "b"), ("ä", "ae")])
    func otherLetters(one: String, other: String) {
        #expect(one.folded != other.folded)
    }

    @Test func whatMayHaveBeenTheTime() throws {
        for (precision, year, month, day, next) in [
            (.year, 2019, 1, 1, CivilTime(year: 2020, month: 1, day: 1)),
            (.month, 2019, 12, 1, CivilTime(year: 2020, month: 1, day: 1)),
            (.month, 2020, 2, 1, CivilTime(year: 2020, month: 3, day: 1)),
            (.day, 2020, 2, 29, CivilTime(year: 2020, month: 3, day: 1)),
            (.second, 2020, 2, 29, CivilTime(year: 2020, month: 2, day: 29, second: 1)),
        ] as [(TakenDate.Precision, Int, Int, Int, CivilTime?)] {
            let first = try #require(CivilTime(year: year, month: month, day: day)).seconds
            let date = TakenDate(localSeconds: first, precision: precision, source: .xmp)
            #expect(date.span == first..<(try #require(next).seconds))
        }
        let last = TakenDate(localSeconds: .max, precision: .year, source: .xmp)
        #expect(last.span.count == 1)
    }

    @Test(
        arguments: [
            (4_000, 3_000, [.landscape]), (3_000, 4_000, [.portrait]), (100, 100, [.square]),
            (100, 98, [.landscape, .square]), (100, 97, [.landscape]), (98, 100, [.portrait, .square]),
            (200, 100, [.landscape, .panorama]), (199, 100, [.landscape]), (0, 0, []), (-1, 2, []),
            (.max, .max, [.square]),
        ] as [(Int, Int, Set<PhotoShape>)]) func whichWayAPictureIsLonger(
            width: Int, height: Int, shapes: Set<PhotoShape>
        )
    {
        #expect(Set(PhotoShape.allCases.filter { $0.fits(PixelSize(width: width, height: height)) }) == shapes)
    }
}
