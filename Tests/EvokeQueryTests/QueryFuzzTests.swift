import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

/// Whatever is typed is a query or an error that says where, and a query's text reads as the same.
@Suite struct QueryFuzzTests {
    private static let pieces = [
        "date:", "2019", "..", ">=", "near:", "rome~10km", "43.3,5.4", "rating:", "size:", "12mp", "type:", "raw", "-",
        "(", ")",
        "|", " OR ", "OR", " ", "\"", "“", "”", "„", "«", "»", "「", "：", "（", "）", "｜", "－", "\t", "\n", "\u{301}",
        "\u{200F}",
        "שלום", "東京", "👩‍👩‍👧", "🇩🇪", "a", "dog", ":", "/", "sort:", "newest", "fits:all", "like:", "in:", "last summer",
        "2019年5月",
        "\u{0}", "\u{FFFD}", "title:", "\r", "monday", "'", "e", "1e", "0x", "nan", "∞", "٣", "²",
    ]

    @Test(arguments: 0..<8) func nothingCrashes(chunk: UInt64) throws {
        try Self.type(600, seed: TestSeed.value &* 37 &+ chunk)
    }

    /// Twenty thousand, on as many cores as there are.
    @Test(arguments: 0..<20) func aTextReadsAsWhatWasWritten(chunk: UInt64) throws {
        try RoundTripTests.write(1_000, seed: TestSeed.value &* 31 &+ chunk)
    }

    @Test(arguments: 0..<8) func everySuggestionCanBeRead(chunk: UInt64) throws {
        let count = try SuggestionTests.readSuggestions(of: 250, seed: TestSeed.value &* 31 &+ chunk)
        #expect(count > 100)
    }

    static func type(_ count: Int, seed: UInt64) throws {
        var random = RandomQueries(seed: seed)
        for round in 0..<count {
            let text: String
            switch round % 3 {
            case 0:
                text = (0..<Int.random(in: 0..<12, using: &random.numbers)).map { _ in
                    pieces.randomElement(using: &random.numbers)!
                }.joined()
            case 1:
                let bytes = (0..<Int.random(in: 0..<40, using: &random.numbers)).map { _ in
                    UInt8.random(in: 0...255, using: &random.numbers)
                }
                text = String(decoding: bytes, as: UTF8.self)
            default:
                var bytes = Array(random.part(depth: 3).description.utf8)
                for _ in 0..<Int.random(in: 1...3, using: &random.numbers) where !bytes.isEmpty {
                    let place = Int.random(in: 0..<bytes.count, using: &random.numbers)
                    switch Int.random(in: 0..<3, using: &random.numbers) {
                    case 0: bytes[place] = Array("\"|():-. ~<>=OR".utf8).randomElement(using: &random.numbers)!
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                    }
                }
                text = String(decoding: bytes, as: UTF8.self)
            }
            try look(at: text, "round \(round), seed \(seed): \(text.debugDescription)")
        }
    }

    private static func look(at text: String, _ comment: Comment) throws {
        if let problem = problem(text) {
            try #require((1...text.count).contains(problem.column), comment)
            try #require(!problem.reason.isEmpty && !problem.advice.isEmpty, comment)
        } else {
            let query = try SearchQuery(text, now: now)
            try #require(try SearchQuery(query.description, now: now) == query, comment)
            _ = try? query.alternatives { .test(.text($0.name)) }
            let read = try ParsedQuery(text, now: now)
            try #require(read.understood.allSatisfy { $0.words == text[$0.range] }, comment)
            try #require(try SearchQuery("\(read.query)", now: now) == read.query, comment)
            try change(read, comment)
        }
    }

    /// Whatever can be read can be changed, and is read again.
    private static func change(_ read: ParsedQuery, _ comment: Comment) throws {
        for (number, condition) in read.conditions.enumerated() where condition.isRemovable {
            _ = try ParsedQuery(read.text(without: [number]), now: now)
            _ = try ParsedQuery(read.text(leavingToWords: number), now: now, isLiteral: true)
            _ = try ParsedQuery(read.text(putting: ["a \"b\""], of: "tag", inPlaceOf: number), now: now)
        }
        _ = try ParsedQuery(read.textWithoutConditions(), now: now)
        let put = try ParsedQuery(read.text(putting: ["x", "OR"], of: "album"), now: now, isLiteral: true)
        try #require(put.conditions.contains { $0.field == "album" && $0.values == ["x", "OR"] }, comment)
    }
}
