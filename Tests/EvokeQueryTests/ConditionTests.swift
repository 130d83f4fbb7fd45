import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

/// What the page shows as chips and filters, and the texts that it makes with them.
@Suite struct ConditionTests {
    private func read(_ text: String) throws -> ParsedQuery { try ParsedQuery(text, now: now) }

    /// Those that cannot be taken away by themselves are in brackets.
    @Test(arguments: [
        ("a dog", []), ("beach last summer", ["date:2025-06..2025-08"]),
        (#"album:"best of date:2019 list" a dog"#, [#"album:"best of date:2019 list""#]),
        (
            "is:favorite person:anna|ben people:2 text:gate day:12-24 length:>1m keyword:sea -in:Work",
            [
                "is:favourite", "person:anna|ben", "people:2", "text:gate", "day:12-24", "length:>=60.001s", "tag:sea",
                "-in:Work",
            ]
        ),
        (#""gate OR 12" dog"#, [#""gate OR 12""#]), ("in:a OR in:b", ["in:a|b"]),
        ("dog OR cat type:png sort:name", ["[type:png]", "sort:name"]),
        ("(in:a OR -tag:b) dog -crowd", ["(in:a OR -tag:b)"]), ("(dog in:a like:3) x", ["[in:a]", "[like:3]"]),
        ("beach last summer near:1,2~3km", ["date:2025-06..2025-08", "near:1,2~3km"]),
    ])
    func conditionsAreToldApart(text: String, expected: [String]) throws {
        let shown = try read(text).conditions.map { $0.isRemovable ? $0.text : "[\($0.text)]" }
        #expect(shown == expected)
    }

    @Test func aConditionSaysWhatItIs() throws {
        let conditions = try read("été -keyword:\"a \"\"b\"\"\"|c date:last summer").conditions
        #expect(conditions.map(\.field) == ["tag", "date"])
        #expect(conditions[0].values == ["a \"b\"", "c"] && conditions[0].isOpposite)
        #expect(conditions[1].values == ["2025-06..2025-08"] && conditions[1].words == nil)
        let understood = try read("dogs in May 2019 tag:x").conditions
        #expect(understood.map(\.words) == ["in May 2019", nil] && understood[0].field == "date")
    }

    @Test(arguments: [
        ("a date:2019 dog", 0, "a dog"), ("date:may type:raw 2019", 1, "date:2026-05 2019"),
        ("beach last summer with a dog", 0, "beach with a dog"), ("dog  sort:newest", 0, "dog"),
        ("tag:a dog OR cat", 0, nil), ("dog sort:name OR cat", 0, "dog OR cat"), ("dog", 0, nil),
    ])
    func oneIsTakenAway(text: String, number: Int, expected: String?) throws {
        #expect((try? read(text).text(without: [number])) == expected)
    }

    @Test(arguments: [
        (#"dog album:"best of date:2019 list" rating:5"#, "dog"),
        ("dog OR a cat type:png sort:name", "dog OR a cat sort:name"),
        ("(camera:a OR camera:b) -crowd a dog like:3", "-crowd a dog like:3"), ("beach last summer in:a", "beach"),
        ("(dog in:a) OR in:b", "dog"), ("in:a OR in:b", ""), ("-(dog in:a)", "-dog"),
        (#""y|(x)"|(x)""#, ""),
    ])
    func allAreTakenAway(text: String, expected: String) throws {
        #expect(try read(text).textWithoutConditions() == expected)
    }

    @Test(arguments: [
        ("a dog", "album", #"The "best" trip"#, nil, #"a dog album:"The ""best"" trip""#),
        ("beach last summer", "date", "2019", 0, "beach date:2019"),
        ("date:2018 dog", "date", "2019..", 0, "date:2019.. dog"),
        ("dog OR cat type:png sort:name", "shape", "portrait", nil, "(dog OR cat type:png) sort:name shape:portrait"),
        ("", "person", "Anna", nil, "person:Anna"), ("a date:2018 may", "date", "2019", 0, "a date:2019 may"),
        ("dog", "date", "tomorrowish", nil, nil), ("dog", "nothing", "x", nil, nil), ("dog", "tag", "", nil, nil),
        ("dog sort:name", "sort", "newest", 0, "dog sort:newest"),
    ])
    func oneIsPut(text: String, field: String, value: String, number: Int?, expected: String?) throws {
        #expect((try? read(text).text(putting: [value], of: field, inPlaceOf: number)) == expected)
    }

    @Test func oneIsLeftToTheWords() throws {
        let read = try read("beach in May 2019 or June 2020 without date:2021")
        let mixed = try self.read("in May 2019 or June 2020 tag:x beach last summer")
        #expect(try read.text(leavingToWords: 0) == "beach in May 2019 or June 2020 without date:2021")
        #expect(
            try mixed.text(leavingToWords: mixed.conditions.count - 1) == "date:2019-05|2020-06 tag:x beach last summer"
        )
    }

    @Test(arguments: 0..<4) func everyChangeIsReadAsItWasMeant(chunk: UInt64) throws {
        try Self.change(150, seed: TestSeed.value &* 41 &+ chunk)
    }

    /// Of queries over all fields: without a condition the rest is asked, what was put can be taken away again, and without
    /// all of them words are left.
    static func change(_ count: Int, seed: UInt64) throws {
        var random = RandomQueries(seed: seed)
        for round in 0..<count {
            let query = try SearchQuery(random.part(depth: 3), order: random.order)
            let read = try ParsedQuery("\(query)", now: now, isLiteral: true)
            let place: Comment = "round \(round), seed \(seed): \(read.text.debugDescription)"
            let conditions = read.conditions
            try #require(
                zip(conditions, conditions.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }, place
            )
            for (number, condition) in conditions.enumerated() where condition.isRemovable {
                let rest = try SearchQuery(read.text(without: [number]), now: now)
                let without = query.parts.filter { "\($0.besideOthers)" != condition.text }
                let order = condition.field == "sort" ? nil : query.order
                try #require(
                    rest == SearchQuery(.all(without), order: order) || without.count < query.parts.count - 1, place)
            }
            for field in QueryField.all where field.kind != .photo && !["sort", "fits"].contains(field.name) {
                let put = try ParsedQuery(
                    read.text(putting: [field.examples[0]], of: field.name), now: now, isLiteral: true)
                let number = try #require(put.conditions.lastIndex { $0.field == field.name && $0.isRemovable }, place)
                let text = try put.text(without: [number])
                try #require(try SearchQuery(text, now: now) == query, "\(place) \(put.text) \(text)")
            }
            let words = try SearchQuery(read.textWithoutConditions(), now: now)
            try #require(words.wanted?.hasConditions != true && words.order == query.order, place)
        }
    }
}

extension SearchQuery.Part {
    fileprivate var hasConditions: Bool {
        switch self {
        case .words, .like: false
        case .test, .place: true
        case .not(let part): part.hasConditions
        case .all(let parts), .any(let parts): parts.contains(where: \.hasConditions)
        }
    }
}
