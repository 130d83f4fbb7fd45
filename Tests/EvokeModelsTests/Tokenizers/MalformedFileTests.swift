import EvokeModels
import EvokeTestSupport
import Foundation
import Testing

@Suite struct MalformedFileTests {
    /// Small enough to be read thousands of times.
    static let tiny = #"""
        {"version": "1.0", "truncation": null, "added_tokens": [{"id": 1, "content": "</s>", "single_word": false,
        "lstrip": false, "rstrip": false, "normalized": false, "special": true}], "normalizer": {"type": "Sequence",
        "normalizers": [{"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "\u2581"},
        {"type": "Precompiled", "precompiled_charsmap": "BAAAAAAAAABhAA=="}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "</s>", "type_id": 0}}], "special_tokens": {"</s>": {"id": "</s>", "ids": [1]}}},
        "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["</s>", 0], ["▁", -1.5e0],
        ["a\ud83d\ude00", -2.25]], "byte_fallback": false}}
        """#

    @Test func theTinyFileIsGood() throws {
        #expect(try Fixtures.tokenizer(Data(Self.tiny.utf8)).encode(" a\u{1F600}") == [2, 3, 1])
    }

    @Test func aFileCutAnywhereIsAnError() throws {
        let bytes = Array(Self.tiny.utf8)
        for length in stride(from: 0, to: bytes.count, by: 3) {
            _ = try Fixtures.failure(Data(bytes[..<length]))
        }
    }

    @Test func aListOfMergesThatMakesNoSenseIsRefused() throws {
        func failure(_ text: String) throws -> TokenizerError {
            try Fixtures.failure(Fixtures.gzipped(Array(text.utf8)))
        }
        #expect(try failure("first\na b c\n").key == "line 2" && failure("first\na b\nab zz\n").key == "line 3")
        #expect(try Fixtures.failure(Fixtures.gzipped([0x0A, 0xFF])).reason.contains("not valid UTF-8"))
        let bomb = try Data(contentsOf: Fixtures.url("bomb.gz"))
        #expect(try Fixtures.failure(bomb).reason.contains("more than any vocabulary"))
        let tokenizer = try Fixtures.tokenizer(Fixtures.gzipped(Array("first\na b\nab c</w>".utf8)))
        #expect(tokenizer.encode("ABC ab") == [514, 513, 64, 321, 515])
    }

    /// The long rounds are those of `FamilyFuzzTests`.
    @Test func aRandomlyChangedFileIsReadOrRefused() throws {
        try FamilyFuzzTests.readChanged(Array(Self.tiny.utf8), rounds: 60, seed: TestSeed.value)
    }

    @Test(arguments: [
        ("\"id\": 1,", "\"id\": 1.5,", "added_tokens[0].id"),
        ("\"id\": 1,", "\"id\": -1,", "added_tokens[0].id"),
        ("\"id\": 1,", "\"id\": 99999999999,", "added_tokens[0].id"),
        ("\"</s>\", \"single_word\"", "7, \"single_word\"", "added_tokens[0].content"),
        ("\"1.0\"", "\"2.0\"", "version"),
        ("\"Sequence\",", "\"Sequins\",", "normalizer.type"),
        ("\"Replace\"", "\"ByteLevel\"", "normalizer.normalizers[0].type"),
        ("\" {2,}\"", "\"[a-z]+\"", "normalizer.normalizers[0].pattern.Regex"),
        ("{\"Regex\": \" {2,}\"}", "{\"String\": \"\"}", "normalizer.normalizers[0].pattern.String"),
        ("BAAAAAAAAABhAA==", "BAAAAAAAAABhAA=", "normalizer.normalizers[1].precompiled_charsmap"),
        ("BAAAAAAAAABhAA==", "BAAA", "normalizer.normalizers[1].precompiled_charsmap"),
        ("BAAAAAAAAABhAA==", "////////////", "normalizer.normalizers[1].precompiled_charsmap"),
        ("\"Metaspace\"", "\"UnicodeScripts\"", "pre_tokenizer.type"),
        ("\"▁\", \"prepend", "\"▁▁\", \"prepend", "pre_tokenizer.replacement"),
        ("\"always\"", "\"often\"", "pre_tokenizer.prepend_scheme"),
        ("\"split\": true", "\"split\": 1", "pre_tokenizer.split"),
        ("\"split\": true", "\"add_prefix_space\": false", "pre_tokenizer.add_prefix_space"),
        ("TemplateProcessing", "PairProcessing", "post_processor.type"),
        ("\"id\": \"A\"", "\"id\": \"B\"", "post_processor.single[0].Sequence.id"),
        ("\"ids\": [1]", "\"ids\": 1", "post_processor.special_tokens.</s>.ids"),
        ("\"Unigram\"", "\"WordLevel\"", "model.type"),
        ("\"Unigram\"", "\"BPE\"", "model.vocab"),
        ("\"unk_id\": 0", "\"unk_id\": 4", "model.unk_id"),
        ("\"unk_id\": 0", "\"unk_id\": null", "model.unk_id"),
        ("[\"</s>\", 0]", "[\"</s>\"]", "model.vocab[1]"),
        ("[\"</s>\", 0]", "[\"</s>\", 0, 0]", "model.vocab[1]"),
        ("[\"</s>\", 0]", "[\"</s>\", \"0\"]", "model.vocab[1]"),
        ("[\"</s>\", 0]", "7", "model.vocab[1]"),
        ("\"vocab\"", "\"words\"", "model.vocab"),
    ])
    func aWrongValueIsNamed(found: String, replaced: String, key: String) throws {
        let json = Self.tiny.replacing(found, with: replaced, maxReplacements: 1)
        #expect(try json != Self.tiny && Fixtures.failure(Data(json.utf8)).key == key)
    }

    @Test(arguments: [
        ("-1.5e0", "01"), ("-1.5e0", "1."), ("-1.5e0", ".5"), ("-1.5e0", "1e999"), ("-1.5e0", "-"), ("-1.5e0", "1e"),
        ("-1.5e0", "NaN"), ("-1.5e0", "1e99999999999999999999"), ("-1.5e0", "+1"), ("\\u2581", "\\u25"),
        ("\\u2581", "\\x"), ("\\ud83d\\ude00", "\\ud83d"), ("\\ud83d\\ude00", "\\ude00"), ("\\u2581", "\n"),
        ("\\ud83d\\ude00", "\\ud83d\\u0041"), ("}}", "}},"), ("}}", "}"), ("true}]", "true,}]"), ("null", "nul"),
        ("\"version\": \"1.0\"", "\"version\": \"1.0\", \"version\": \"1.0\""), ("false}}", "false}} x"),
    ])
    func whatIsNotJSONIsRefused(found: String, replaced: String) throws {
        let json = Self.tiny.replacing(found, with: replaced)
        let error = try Fixtures.failure(Data(json.utf8))
        #expect(json != Self.tiny && error.reason.hasPrefix("not valid JSON at byte "))
    }

    @Test func deepNestingIsRefused() throws {
        for open in ["[", "{\"a\":"] {
            let json = "{\"x\": " + String(repeating: open, count: 200_000)
            #expect(try Fixtures.failure(Data(json.utf8)).reason.contains("nests deeper"))
        }
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        var bytes = Array(Self.tiny.utf8)
        bytes[bytes.firstIndex(of: UInt8(ascii: "R"))!] = 0xFF
        #expect(try Fixtures.failure(Data(bytes)).reason == "it is not valid UTF-8")
    }

    @Test func hugeNumbersAreNumbers() throws {
        for number in ["1e-999", "123456789012345678901234567890", "0.000000000000000000000000000000001", "-0", "1E+5"]
        {
            let json = Self.tiny.replacing("-1.5e0", with: number)
            _ = try Fixtures.tokenizer(Data(json.utf8))
        }
    }

    @Test func theErrorSaysWhatWhereAndWhy() throws {
        let error = #expect(throws: TokenizerError.self) { try Tokenizer(contentsOf: "/nowhere/tokenizer.json") }
        #expect(error?.description == "reading the tokenizer /nowhere/tokenizer.json: it does not exist")
        let json = Self.tiny.replacing("\"Unigram\"", with: "\"WordLevel\"")
        let unsupported = try Fixtures.failure(Data(json.utf8)).description
        #expect(unsupported.hasSuffix("tokenizer.json, key 'model.type': the value 'WordLevel' is not supported"))
    }
}
