import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct ProblemTests {
    @Test(
        arguments: [
            ("beach dat:2019", 7, "dat:2019", "no field 'dat'", "Did you mean 'date:'?"),
            ("Camra:x", 1, "Camra:x", "no field 'Camra'", "'camera:'"),
            ("frobnicate:x", 1, "frobnicate:x", "no field 'frobnicate'", "quotes"),
            ("a dog|tga:x", 7, "tga:x", "no field 'tga'", "'tag:'"), ("été:x", 1, "été:x", "no field", "quotes"),
            ("date:2021..2019", 6, "2021..2019", "ends before it begins", "date:2019..2021"),
            ("date:2019-02-30", 6, "2019-02-30", "no such day", "calendar"),
            ("date:2019-13", 6, "2019-13", "no such", ""),
            ("date:2019-05-02T25:00", 6, "2019-05-02T25:00", "no such time", ""),
            ("date:soon", 6, "soon", "not a date", "date:2019"), ("date:..", 6, "..", "no end", "date:2019..2021"),
            ("date:30/02/2019", 6, "30/02/2019", "not a date", ""),
            ("date:\"30 february 2019\"", 6, "30 february 2019", "not a date", ""),
            ("dog date:", 5, "date:", "has no value", "date:2019"),
            ("title: x", 1, "title:", "has no value", "title:wedding"),
            ("title:\"\"", 1, "title:\"\"", "has no value", ""), ("camera:a||b", 1, "camera:a|", "has no value", ""),
            ("rating:7", 8, "7", "not a rating", "0 to 5"), ("rating:5..2", 8, "5..2", "ends before", ""),
            ("rating:good", 8, "good", "not a rating", "rejected"), ("rating:>5", 8, ">5", "ends before", ""),
            ("rating:>=", 8, ">=", "no end", ""), ("size:5mp..2mp", 6, "5mp..2mp", "ends before", ""),
            ("size:big", 6, "big", "not a size", "megapixels"), ("size:12", 6, "12", "not a size", ""),
            ("size:-3mp", 6, "-3mp", "not a size", ""), ("size:<0mp", 6, "<0mp", "no photo", ""),
            ("size:nanmp", 6, "nanmp", "not a size", ""),
            ("length:long", 8, "long", "not a video length", "minutes"),
            ("length:2m..1m", 8, "2m..1m", "ends before", ""),
            ("length:>", 8, ">", "no end", ""), ("length:-3s", 8, "-3s", "not a video length", ""),
            ("length:1000h", 8, "1000h", "not a video length", ""), ("length:nan", 8, "nan", "not a video length", ""),
            ("length:<0s", 8, "<0s", "ends before", ""),
            ("type:jpge", 6, "jpge", "does not read", "'type:jpeg'"), ("type:docx1", 6, "docx1", "does not read", ""),
            ("shape:landscap", 7, "landscap", "shape: takes", "'shape:landscape'"),
            ("sort:up", 6, "up", "sort: takes", ""),
            ("color:rde", 7, "rde", "color: takes black, white", "'color:red'"),
            ("colour:plaid", 8, "plaid", "color: takes", "one of these"),
            ("colur:red", 1, "colur:red", "no field", "'color:'"),
            ("fits:none", 6, "none", "fits: takes", ""), ("near:91,5", 6, "91,5", "not a place", ""),
            ("near:rome~far", 6, "rome~far", "not a distance", "km"),
            ("near:rome~-2km", 6, "rome~-2km", "not a distance", ""),
            ("near:rome~99999km", 6, "rome~99999km", "not a distance", ""),
            ("near:~2km", 6, "~2km", "takes a place", ""),
            ("box:38.6,-9.3", 5, "38.6,-9.3", "not an area", "two corners"),
            ("box:39,-9..38,-8", 5, "39,-9..38,-8", "not an area", ""),
            ("box:1,2..3,181", 5, "1,2..3,181", "not an area", ""),
            ("in:a/../b", 4, "a/../b", "folder names", ""), ("in:/", 4, "/", "folder names", ""),
            ("like:99999999999999999999", 6, "99999999999999999999", "no photo", ""),
            ("dog \"birthday lena", 5, "\"birthday lena", "quote is not closed", "Close it"),
            ("title:“x", 7, "“x", "quote is not closed", ""), ("\"\"", 1, "\"\"", "quotes are empty", ""),
            ("\"a\"b", 1, "\"a\"b", "follows the closing quote", "space"),
            ("“-a”b", 1, "“-a”b", "follows the closing quote", "space"),
            ("“a:b”c", 1, "“a:b”c", "follows the closing quote", "space"),
            ("“”b", 1, "“”", "quotes are empty", ""),
            ("-a(b c)", 3, "(b", "not closed", "quotes"), ("x|a(b c)", 4, "(b", "not closed", "quotes"),
            ("title:a(b c)", 8, "(b", "not closed", "quotes"),
            ("dog (cat", 5, "(cat", "not closed", "Close it"),
            ("dog cat)", 8, ")", "no opening", ""), ("()", 1, "()", "are empty", ""),
            ("a(b", 2, "(b", "not closed", ""), ("smile :)", 8, ")", "no opening", "quotes"),
            ("OR dog", 1, "OR", "side of OR", ""), ("dog OR", 5, "OR", "side of OR", ""),
            ("dog OR OR cat", 5, "OR", "side of OR", ""), ("(dog OR )", 6, "OR", "side of OR", ""),
            ("sort:newest OR dog", 13, "OR", "side of OR", ""), ("--dog", 1, "--", "two minus signs", ""),
            ("-n 5 dog", 1, "-n", "letter or number", "quotes"), ("dog -v", 5, "-v", "says too little", "quotes"),
            ("dog -10", 5, "-10", "or number", "'10' in quotes"), ("(-я)", 2, "-я)", "says too little", "quotes"),
            ("a|", 2, "|", "next to '|'", ""), ("|a", 1, "|", "next to '|'", ""),
            ("a | b", 3, "|", "next to '|'", "OR"),
            ("a|-b", 2, "|", "next to '|'", ""), ("a|OR", 3, "OR", "both sides", ""),
            ("-OR", 2, "OR", "both sides", ""),
            ("place:rome~1km", 7, "rome~1km", "no distance", "near:"),
            ("a|date:2019", 3, "date:2019", "a field follows", "OR before date:"),
            ("camera:a|lens:b", 10, "lens:b", "a value for camera:", "OR before lens:"),
            ("-sort:newest", 1, "-sort:newest", "whole query", ""),
            ("(a sort:name)", 4, "sort:name", "whole query", ""),
            ("sort:name sort:name", 11, "sort:name", "whole query", ""),
            ("sort:name|best", 1, "sort:name", "whole query", ""),
            ("👩‍👩‍👧 e\u{301} dat:1", 5, "dat:1", "no field", "date:"),
        ] as [(String, Int, String, String, String)]) func saysWhereAndWhy(
            text: String, column: Int, piece: String, reason: String, advice: String
        ) throws
    {
        let found = try #require(problem(text), "\(text)")
        #expect(found.column == column && found.piece == piece, "\(text): \(found.column), \(found.piece)")
        #expect(found.reason.contains(reason) && found.advice.contains(advice), "\(text): \(found)")
    }

    @Test func theErrorIsOneSentenceWithAWayOn() {
        let error = #expect(throws: EvokeError.self) { try SearchQuery("beach dat:2019", now: now) }
        #expect(error?.kind == .invalidQuery && error?.position == 7)
        #expect(
            error?.description
                == "Could not read the query at character 7, 'dat:2019': there is no field 'dat'. Did you mean 'date:'?"
        )
    }

    @Test func whatIsTooLongOrTooDeepIsRefused() {
        func deep(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(problem(String(repeating: "a", count: 4_096)) == nil && problem(deep(64)) == nil)
        // The canonical text of the second would be too long to be read.
        let (long, sizes) = (String(repeating: "a", count: 4_097), String(repeating: "size:2mp ", count: 400))
        for (text, words) in [
            (long, "4096"), (sizes, "4096"), (deep(65), "64"), (String(repeating: "-(", count: 2_000), "64"),
            (String(repeating: "(", count: 1_000_000), ""),
        ] as [(String, String)] {
            #expect(problem(text).map { words.isEmpty || $0.reason.contains(words) } == true)
        }
    }
}
