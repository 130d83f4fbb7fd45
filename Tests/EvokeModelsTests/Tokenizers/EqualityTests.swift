import EvokeModels
import EvokeValues
import Foundation
import Testing

/// The reference library's ids, text by text.
@Suite struct EqualityTests {
    @Test func starterTokenizerGivesTheReferencesIDs() throws {
        let tokenizer = try Fixtures.withFolder { folder in
            let file = try Fixtures.starter()
            let cache = TokenizerCache(in: DiskPath(folder.path), digest: "a") { true }
            _ = try Tokenizer(contentsOf: file, cache: cache)
            // Read back from the cache, which is how all starts but the first go.
            return try Tokenizer(contentsOf: file, cache: cache)
        }
        let lines = try Data(contentsOf: Fixtures.url("starter.jsonl")).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count >= 5_000)
        var wrong: [String] = []
        for line in lines {
            let pair = try #require(JSONSerialization.jsonObject(with: line) as? [Any])
            let text = try #require(pair[0] as? String)
            let expected = try #require(pair[1] as? [Int]).map(Int32.init)
            let ids = tokenizer.encode(text)
            if ids != expected { wrong.append("\(escaped(text)): \(ids), not \(expected)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) texts, the first: \(wrong.prefix(5).joined(separator: "\n"))")
    }

    @Test(arguments: ["variants.json", "variants.json.gz"])
    func everyVariantOfTheSmallTokenizerGivesTheReferencesIDs(file: String) throws {
        let fixture = try Fixtures.json(file)
        let texts = try #require(fixture["texts"] as? [String])
        let variants = try #require(fixture["variants"] as? [[String: Any]])
        #expect(variants.count > 40)
        for variant in variants {
            let name = try #require(variant["name"] as? String)
            let changes = try #require(variant["changes"] as? [String: Any])
            let expected = try #require(variant["ids"] as? [[Int]])
            let tokenizer = try Fixtures.tokenizer(Fixtures.small(changing: changes))
            for (text, ids) in zip(texts, expected) {
                #expect(tokenizer.encode(text) == ids.map(Int32.init), "\(name): \(escaped(text))")
            }
        }
    }

    @Test func invalidUTF8IsReadAsReplacementCharacters() throws {
        let tokenizer = try Tokenizer(contentsOf: Fixtures.url("small.json").path)
        let broken = String(decoding: [0x61, 0xFF, 0x62, 0xE2, 0x82], as: UTF8.self)
        #expect(tokenizer.encode(broken) == tokenizer.encode("a\u{FFFD}b\u{FFFD}"))
    }
}

/// A text as Swift would write it in ASCII.
func escaped(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
}
