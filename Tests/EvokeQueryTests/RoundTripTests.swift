import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

/// Queries made of random values: their text reads as the same, and so does its text.
@Suite struct RoundTripTests {
    /// The long rounds are those of `QueryFuzzTests`.
    @Test func aTextReadsAsWhatWasWritten() throws {
        try Self.write(300, seed: TestSeed.value)
        try QueryFuzzTests.type(150, seed: TestSeed.value)
        #expect(try SuggestionTests.readSuggestions(of: 40, seed: TestSeed.value) > 0)
    }

    static func write(_ count: Int, seed: UInt64) throws {
        var random = RandomQueries(seed: seed)
        for round in 0..<count {
            let part = random.part(depth: 3)
            let place: Comment = "round \(round), seed \(seed)"
            let query = try SearchQuery(part, order: random.order, showsAll: Bool.random(using: &random.numbers))
            let text = query.description
            let again = try SearchQuery(text, now: now)
            try #require(again == query && again.description == text, place)
        }
    }
}

struct RandomQueries {
    var numbers: SeededGenerator

    init(seed: UInt64) {
        numbers = SeededGenerator(seed: seed)
    }

    var order: PhotoOrder? {
        mutating get { Bool.random(using: &numbers) ? PhotoOrder.allCases.randomElement(using: &numbers) : nil }
    }

    mutating func part(depth: Int) -> SearchQuery.Part {
        guard depth > 0, below(3) > 0 else { return leaf() }
        switch below(4) {
        case 0:
            return .not(part(depth: depth - 1))
        case 1: return .any((0...below(3)).map { _ in part(depth: depth - 1) })
        default: return .all((0...below(3)).map { _ in part(depth: depth - 1) })
        }
    }

    private mutating func leaf() -> SearchQuery.Part {
        switch below(30) {
        case 0...4: return .words((0...below(3)).map { _ in pick(Self.plainWords) }.joined(separator: " "))
        case 5: return .test(.text(text()))
        case 6: return .test(.camera(text()))
        case 7: return .test(.lens(text()))
        case 8: return .test(.title(text()))
        case 9: return .test(.keyword(text()))
        case 10: return .test(.fileName(text()))
        case 11:
            return .test(
                .folder((0...below(3)).map { _ in text().unicodeScalars.map { $0 == "/" ? "x" : String($0) }.joined() })
            )
        case 12: return .test(.fileEnding(pick(PhotoFormat.allCases).endings))
        case 13: return .test(.fileEnding([pick(PhotoFormat.raw.endings)]))
        case 14:
            let low = below(7) - 1
            return .test(.rating(low...Int.random(in: low...5, using: &numbers)))
        case 15: return .test(.pixels(pixels()))
        case 16: return .test(.shape(pick(PhotoShape.allCases)))
        case 25: return .test(pick([.favorite, .hidden]))
        case 17: return .test(.near(coordinates(), meters: pick([1, 12.5, 500, 1_609.344, 10_000, 2_000_000])))
        case 18:
            return .place(
                PlaceName(
                    pick(["rome", "New York", "京都", "São Paulo", "a|b (c)", "\"x\""]),
                    meters: pick([nil, 10_000, 0.5, 1_500])))
        case 19:
            return .like(Bool.random(using: &numbers) ? .number(PhotoID(Int64(below(9_999)))) : .file(DiskPath(text())))
        case 20: return .test(.color(pick(PhotoColor.allCases)))
        case 21:
            return .test(
                .person(pick(["anna", "Anna Smith", "josé|x (y)", "京都", "#11", "❤", "-", "OR", "\"", "date:x"])))
        case 22:
            let low = below(5)
            return .test(.faces(low...pick([low, low + 2, 1_000])))
        case 23: return .test(.onDay(month: 1 + below(12), day: 1 + below(28)))
        case 26: return .test(.box(box()))
        case 27:
            let low = pick([0, 1, 999, 60_000, 90_500, 3_600_000])
            return .test(.length(low...pick([low, 7_200_000, 2_147_483_647])))
        case 28: return .test(.album(text()))
        case 29: return .test(.pictureText(pick(["gate 12", "exit", "東京"])))
        default: return .test(.taken(time()))
        }
    }

    private static let plainWords = [
        "dog", "anna's", "10:30", "-", "note:", "été", "東京", "שלום", "👩‍👩‍👧", "f(x)", "12\"", "a-b", "or", "AND",
        "e\u{301}", "注意：買",
        "https://a.b/c:d", "#x", "2019", "may", "*",
    ]
    private static let pieces = [
        "a", "B", "é", " ", "\"", "|", "(", ")", ":", "-", "\\", "'", "“", "”", "«", "»", "：", "（", "｜", "OR", "date:",
        "\t", "\n",
        "\u{301}", "\u{200F}", "ש", "京", "👩‍👩‍👧", "..", ">=", "~", "*", "/", "12", "\u{0}", "＂", "ａ", "\r\n",
    ]

    /// Neither blank nor a number.
    mutating func text() -> String {
        (0..<below(5)).map { _ in pick(Self.pieces) }.joined() + "x" + pick(Self.pieces)
    }

    private mutating func pixels() -> ClosedRange<Double> {
        let low = Double(below(200_000_000))
        switch below(3) {
        case 0: return low...Double.infinity
        case 1: return -Double.infinity...low
        default: return low...(low + Double(below(10_000_000)))
        }
    }

    private mutating func coordinates() -> Coordinates {
        Coordinates(
            latitude: Double.random(in: -90...90, using: &numbers),
            longitude: Double.random(in: -180...180, using: &numbers))!
    }

    private mutating func box() -> CoordinateBox {
        let corners = [coordinates(), coordinates()].sorted { $0.latitude < $1.latitude }
        return CoordinateBox(
            south: corners[0].latitude, west: corners[0].longitude, north: corners[1].latitude,
            east: corners[1].longitude)!
    }

    private mutating func time() -> Range<Int64> {
        var ends: [Int64] = []
        for _ in 0..<2 {
            let precision = below(4)
            let time = CivilTime(
                year: 1 + below(9_999), month: precision > 0 ? 1 + below(12) : 1,
                day: precision > 1 ? 1 + below(28) : 1,
                hour: precision > 2 ? below(24) : 0, second: precision > 2 ? below(60) : 0)!
            ends.append(time.seconds)
        }
        switch below(8) {
        case 0: ends[0] = TakenDate.times.lowerBound
        case 1: ends[0] = TakenDate.times.upperBound + 1
        default: break
        }
        return ends.min()!..<max(ends.max()!, ends.min()! + 1)
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }
    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
