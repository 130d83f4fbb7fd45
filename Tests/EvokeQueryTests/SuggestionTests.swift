import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct SuggestionTests {
    private let known = KnownValues(
        [
            .camera: [
                PhotoValue("Nikon D750", count: 9), PhotoValue("X100V", count: 7), PhotoValue("X100", count: 2),
            ],
            .lens: [PhotoValue("50.0 mm f/1.8", count: 4)],
            .keyword: [
                PhotoValue("black and white", count: 5), PhotoValue("Café", count: 4), PhotoValue("dog", count: 3),
            ],
            .folder: [
                PhotoValue("Pictures/2019/Italy", count: 30), PhotoValue("Pictures/2020/Italy", count: 12),
                PhotoValue("Pictures/2020/Work in Berlin", count: 3),
            ],
            .fileEnding: [
                PhotoValue("jpg", count: 20), PhotoValue("heic", count: 6), PhotoValue("jpeg", count: 3),
                PhotoValue("nef", count: 2),
            ],
            .rating: [PhotoValue("5", count: 4), PhotoValue("-1", count: 2), PhotoValue("3", count: 1)],
            .shape: [PhotoValue("landscape", count: 25)],
            .color: [PhotoValue("red", count: 8), PhotoValue("pink", count: 9)],
            .time: [PhotoValue("2019", count: 30), PhotoValue("2020", count: 15), PhotoValue("2019-05", count: 11)],
        ], people: ["Anna Smith", "Ben", "Žofie"]
    ) { text in
        [("Lisbon", 6), ("San Francisco", 4)].filter { $0.0.folded.hasPrefix(text.folded) }.map {
            KnownValues.Place($0.0, label: nil, count: $0.1)
        }
    }

    private func suggestions(_ text: String, top: Int = 8) throws -> [QuerySuggestion] {
        try QueryTyping(text)?.suggestions(of: known, now: now, top: top) ?? []
    }

    private func queries(_ text: String) throws -> [String] { try suggestions(text).map(\.query) }

    @Test(
        arguments: [
            ("cam", ["camera:"]), ("dog -cam", ["dog -camera:"]), ("SH", ["shape:"]),
            ("camera:", [#"camera:"Nikon D750""#, "camera:X100V", "camera:X100"]), ("camera:x100v", ["camera:X100V"]),
            (#"camera:"nik"#, [#"camera:"Nikon D750""#]), ("camera:„nik", ["camera:„Nikon D750”"]),
            (#"camera:"X100V""#, []), ("camera:d7", [#"camera:"Nikon D750""#]), ("camera：x100v", ["camera：X100V"]),
            ("type:heic|r", ["type:heic|raw"]), ("-type:ne", ["-type:nef"]), ("(dog -type:j", ["(dog -type:jpeg"]),
            ("tag:cafe", ["tag:Café"]), ("tag:bl", [#"tag:"black and white""#]), ("rating:re", ["rating:rejected"]),
            ("rating:", ["rating:5", "rating:rejected", "rating:3"]), ("in:it", ["in:Italy"]),
            ("in:2020/", ["in:2020/Italy", #"in:"2020/Work in Berlin""#]), ("color:ro", ["color:rosa", "color:rot"]),
            ("shape:l", ["shape:landscape"]), ("date:2019", ["date:2019-05"]),
            ("date:2018..201", ["date:2018..2019", "date:2018..2019-05"]), ("date:2020..2019-", []),
            ("place:lis", ["place:Lisbon"]), ("near:san fi", ["near:san file:", "near:san fits:"]),
            (#"near:"san f"#, [#"near:"San Francisco""#]),
            ("sort:n", ["sort:newest", "sort:name"]), ("sort:name sort:o", []), ("lens:18", []),
            ("beach last su", ["beach last summer"]), ("-last sum", []), ("-yest", [#"-date:yesterday"#]),
            ("dog in san fr", [#"dog in place:"San Francisco""#]), ("lisb", ["place:Lisbon"]),
            ("file:I", ["file:IMG_4711", "file:IMG_*.jpg"]), ("like:4", []), ("dog|ca", []), (#""birthday le"#, []),
            ("a ) cam", []), ("dog ratting:5 cam", []), ("dog OR cam", ["dog OR camera:"]),
            ("type:jpg", ["type:jpeg"]), ("type:hif", ["type:heic"]), ("type:jpx", []),
            ("may", ["may 2019"]), ("dog mai", ["dog Mai 2019"]), ("май", ["май 2019"]),
            ("ma", []), ("june", []), ("-may", [#"-date:"may 2019""#]), ("date:mai", [#"date:"Mai 2019""#]),
            ("พฤษ", ["พฤษภาคม 2019"]), ("work", [#"in:"Work in Berlin""#]), ("gest", ["gestern"]),
            ("hie", ["date:hier"]),
        ] as [(String, [String])])
    func completes(text: String, expected: [String]) throws {
        #expect(try queries(text) == expected, "\(text)")
    }

    @Test func saysWhatAndHowMany() throws {
        func suggestion(
            _ kind: QuerySuggestion.Kind, _ text: String, _ value: String? = nil, label: String? = nil,
            count: Int? = nil
        ) -> QuerySuggestion {
            QuerySuggestion(kind: kind, text: text, value: value, label: label, query: "tag:dog " + text, count: count)
        }
        #expect(
            try suggestions("tag:dog d").prefix(4) == [
                suggestion(.field, "date:", label: QueryField.date.summary),
                suggestion(.field, "day:", label: QueryField.day.summary),
                suggestion(.value, #"camera:"Nikon D750""#, "Nikon D750", count: 9),
                suggestion(.value, "tag:dog", "dog", count: 3),
            ])
        #expect(try queries("-last").contains(#"-date:"last summer""#), "a minus is of one piece")
        let summer = try #require(try suggestions("last su").first)
        #expect(summer.kind == .date && summer.label?.hasPrefix("date:") == true && summer.count == nil)
        #expect(try suggestions("pl").map(\.kind) == [.field] && suggestions("place:l").map(\.kind) == [.place])
        #expect(try suggestions("", top: 3).map(\.text) == ["date:", "place:", "near:"])
    }

    /// X100 is in X100V, too; and nobody has counted what is before a year, or near a place.
    @Test(
        arguments: [
            ("camera:x1", [7, 9]), ("in:ita", [42]), ("type:jp", [23]), ("date:..201", [nil, nil]), ("near:lis", [nil]),
        ] as [(String, [Int?])]) func countsWhatItSuggests(text: String, counts: [Int?]) throws
    {
        #expect(try suggestions(text).map(\.count) == counts)
    }

    /// In every language: as a value, and where it stands as plain words.
    @Test func allMonthsAreUnderstood() throws {
        #expect(MonthPhrases.names.count == 9 * 12)
        for name in MonthPhrases.names {
            let query = try SearchQuery("date:" + QuerySyntax.quoted("\(name.text) 2019"), now: now)
            let month = try SearchQuery("date:2019-\(name.month < 10 ? "0" : "")\(name.month)", now: now)
            #expect(query == month, "\(name.text)")
        }
    }

    @Test func allWordsForDatesAreUnderstood() throws {
        for phrase in DatePhrases.all {
            let query = try SearchQuery("date:" + QuerySyntax.quoted(phrase.text), now: now)
            guard case .test(.taken)? = query.wanted else {
                Issue.record("\(phrase.text): \(query)")
                continue
            }
            let typed = String(phrase.text.dropLast())
            let found = try suggestions("dog " + typed, top: 50).first { $0.query.hasSuffix(phrase.text) }
            if let found {
                let read = try ParsedQuery(found.query, now: now)
                #expect(read.query.parts.contains(try #require(query.wanted)), "\(found.query): \(read.query)")
            }
        }
    }

    /// Whatever is typed, what is suggested can be read, and begins with what stands before.
    /// How many there were.
    static func readSuggestions(of queries: Int, seed: UInt64) throws -> Int {
        var random = RandomQueries(seed: seed)
        var count = 0
        for round in 0..<queries {
            let query = try SearchQuery(random.part(depth: 2)).description + random.typed()
            let scalars = Array(query.unicodeScalars)
            let text = QuerySyntax.string(scalars.prefix(Int.random(in: 0...scalars.count, using: &random.numbers)))
            guard let typing = QueryTyping(text) else { continue }
            for suggestion in try typing.suggestions(of: random.known, now: now, top: 20) {
                let field = QueryField.named(String(suggestion.text.dropLast()))
                let value = suggestion.kind == .field ? QuerySyntax.whole(try #require(field).examples[0]) : ""
                let whole = suggestion.query + value + String(repeating: ")", count: typing.open)
                let kept = typing.scalars.prefix(typing.words.first ?? typing.start)
                let isRead = (try? SearchQuery(whole, now: now)) != nil
                try #require(
                    isRead && suggestion.query.unicodeScalars.starts(with: kept),
                    "round \(round), seed \(seed): \(whole)")
                count += 1
            }
        }
        return count
    }
}

extension RandomQueries {
    /// Something that is begun.
    fileprivate mutating func typed() -> String {
        let signs = ["", " ", " -", " (", " -(", "|", " OR ", #" ""#].randomElement(using: &numbers)!
        let field = (QueryField.all.map { $0.name + ":" } + ["", "", "", ""]).randomElement(using: &numbers)!
        return signs + field + ["", "x", #""x"#, "a", "20", ">=", "last s", "„"].randomElement(using: &numbers)!
    }

    /// A library with values of any letters.
    fileprivate var known: KnownValues {
        mutating get {
            var values: [PhotoTrait: [PhotoValue]] = [:]
            for trait in PhotoTrait.allCases {
                values[trait] = (0..<5).map { PhotoValue(text(), count: $0 + 1) }
            }
            let places = (0..<5).map { KnownValues.Place(text(), label: nil, count: $0 + 1) }
            return KnownValues(values, people: (0..<5).map { _ in text() }) { _ in places }
        }
    }
}
