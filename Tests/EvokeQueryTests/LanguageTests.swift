import EvokePorts
import EvokeQuery
import EvokeValues
import Testing

@Suite struct LanguageTests {
    @Test func theIssuesExample() throws {
        let text =
            "anna's dog at the beach -crowd date:2019..2021 place:italy|spain rating:>=4 camera:x100 in:Holidays/ sort:newest"
        let query = try SearchQuery(text, now: now)
        #expect(query.description == text.replacing("Holidays/", with: "Holidays"))
        #expect(
            query.parts.map(\.description) == [
                "anna's dog at the beach", "-crowd", "date:2019..2021", "place:italy|spain", "rating:>=4",
                "camera:x100",
                "in:Holidays",
            ])
        #expect(query.parts[0] == .words("anna's dog at the beach") && query.parts[1] == .not(.words("crowd")))
        #expect(query.parts[3] == .any([.place(PlaceName("italy")), .place(PlaceName("spain"))]))
    }

    @Test(arguments: [
        ("", ""), (" \t\n ", ""), ("a  b", "a b"), ("a b OR c d", "a b OR c d"), ("(a OR b) c", "a|b c"),
        ("(a OR b c) d", "(a OR b c) d"),
        ("((a))", "a"), ("a|b", "a|b"), ("a OR b", "a|b"), ("-(a)", "-(a)"), ("-(7)", "-(7)"), ("-(猫)", "-猫"),
        ("-(aa)", "-aa"), ("-(a b)", "-(a b)"), ("-(-aa)", "aa"),
        ("-(a OR b c)", "-(a OR b c)"), ("-camera:a|b", "-camera:a|b"), ("camera:a OR camera:b", "camera:a|b"),
        ("camera:a OR lens:b", "camera:a OR lens:b"), ("x (camera:a OR camera:b)", "x camera:a|b"),
        ("(a OR (b OR c d))", "a OR b OR c d"), ("a (b c) d", "a b c d"), ("\"birthday lena\"", "\"birthday lena\""),
        ("“birthday lena”", "\"birthday lena\""), ("\"a\"|b", "\"a\"|b"), ("-\"a b\"", "-\"a b\""),
        ("a (b)OR(c)", "a b OR c"), ("(a)b", "a b"), ("fish or chips", "fish or chips"), ("dog - cat", "dog - cat"),
        ("a（b）", "a（b）"), ("（a OR b c）", "a OR b c"), ("-(-)", "-(-)"), ("a OR -", "a OR -"),
    ]) func canonicalForm(text: String, expected: String) throws {
        let query = try SearchQuery(text, now: now)
        #expect(try query.description == expected && SearchQuery(query.description, now: now) == query)
    }

    @Test(arguments: [
        "10:30", "at 10:30 sharp", "https://example.org/a?b=c:d", "note: buy milk",
        "smile :",
        ":smile:", "16:9", "x100:3", "注意：买牛奶", "12\" vinyl", "5'4\"", "don't", "a-b", "rock 'n' roll", "C: drive",
        "f(x)", "*", "50%", "#tag", "é", "e\u{301}", "שלום עולם", "東京タワー", "👩‍👩‍👧 family", "a\u{200F}b", "and AND or",
        "-", "–", "dog's", "note:", "2019-05-02", "http://a.b/(c)",
    ]) func theseAreWords(text: String) throws {
        #expect(try SearchQuery(text, now: now).wanted == .words(text) && canonical(text) == text)
    }

    @Test(arguments: [
        ("Ein »Fuji«-Apfel", "Ein Fuji-Apfel"), ("Ein »Granny Smith«-Apfel", "Ein Granny Smith-Apfel"),
        ("»a\t b«c", "a bc"), ("「ちきゅう」ぼくたちが すんでいる", "ちきゅうぼくたちが すんでいる"),
        ("りんご(Sierra Beauty)", "りんご Sierra Beauty"), ("ペカン（くるみの なかま）", "ペカン くるみの なかま"),
        ("a(b OR c d)", "a (b OR c d)"), ("a(b)(c d)", "a(b) c d"),
        ("“moitié”. tu prends", "\"moitié\" tu prends"), ("c'est “hay”, place:rome", "c'est \"hay\" place:rome"),
        ("「ミンス パイ」。 あまい", "\"ミンス パイ\" あまい"), ("(\"a\"…) \"b\"!", "\"a\" \"b\""),
    ]) func sentencesMayHaveSignsOfTheirOwn(text: String, expected: String) throws {
        let query = try SearchQuery(text, now: now)
        #expect(try query.description == expected && SearchQuery(query.description, now: now) == query)
    }

    @Test func signsOfOtherKeyboards() throws {
        #expect(try canonical("ｒ camera：x100｜x200") == "ｒ camera:x100|x200")
        #expect(try canonical("－crowd （a OR b c）") == "-crowd (a OR b c)")
        #expect(try canonical("dog\u{00A0}cat\u{3000}bird\r\nfish") == "dog cat bird fish")
        for quoted in ["“a b”", "„a b“", "„a b”", "”a b”", "«a b»", "»a b«", "「a b」", "『a b』", "＂a b＂", "„a b\""] {
            #expect(try SearchQuery(quoted, now: now).wanted == .test(.text("a b")))
        }
    }

    @Test func marksThatJoinAreNoSignsOfTheirOwn() throws {
        #expect(try SearchQuery("camera:\u{301}x", now: now).wanted == .test(.camera("\u{301}x")))
        #expect(try SearchQuery("\"\u{301}a b\"", now: now).wanted == .test(.text("\u{301}a b")))
        #expect(try canonical("-aa \u{301}b") == "-aa \u{301}b")
    }

    @Test func whatCannotBeWrittenIsNoQuery() throws {
        let wrong: [SearchQuery.Part] = [
            .words("date:2019"), .words("a OR b"), .words("-a"), .words("a|b"), .words("\"a\""), .words(""),
            .words("(a"), .test(.camera("")), .test(.text(" ")), .any([]), .not(.all([])), .test(.rating(3...9)),
            .test(.taken(5..<5)), .test(.taken(Int64.min..<Int64.max)), .test(.folder([])), .test(.folder(["a/b"])),
            .test(.fileEnding([])), .test(.fileEnding(["jpg"])), .test(.pixels(0.5...0.7)),
            .place(PlaceName("a~b", meters: 5)), .like(.file(DiskPath("12"))), .like(.file(DiskPath(bytes: [0xFF]))),
            .test(.pixels(-Double.infinity...Double.infinity)), .words(String(repeating: "a", count: 5_000)),
        ]
        for part in wrong {
            #expect(throws: EvokeError.self, "\(part)") { try SearchQuery(part) }
        }
        var deep = SearchQuery.Part.words("a")
        for _ in 0..<1_000 { deep = .not(.all([deep, .words("b")])) }
        #expect(throws: EvokeError.self) { try SearchQuery(deep) }
    }

    @Test func valuesAreTidied() throws {
        let query = try SearchQuery(
            .all([.words("big"), .all([.words(" dog "), .any([.not(.not(.test(.camera("x"))))])]), .all([])]),
            order: .name)
        #expect(query.wanted == .all([.words("big dog"), .test(.camera("x"))]))
        #expect(query.description == "big dog camera:x sort:name")
        let peak = try #require(Coordinates(latitude: 45.8, longitude: 6.9, altitude: 4_800))
        #expect(try SearchQuery(.test(.near(peak, meters: 500))) == SearchQuery("near:45.8,6.9~500m", now: now))
        #expect(try SearchQuery(nil) == SearchQuery("", now: now) && SearchQuery(.all([])) == SearchQuery(nil))
    }
}
