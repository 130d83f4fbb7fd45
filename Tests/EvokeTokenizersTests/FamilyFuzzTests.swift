import EvokeTokenizers
import Foundation
import Testing

/// Damaged files and random texts: nothing crashes, and nothing takes for ever.
@Suite struct FamilyFuzzTests {
    private static let text = "Two dogs' <h1>été</h1>\u{0}\r\n &amp; ΣΑΣ 漢字 \u{1F9D1}\u{200D}\u{1F680} [MASK]"

    /// Tokenizers of each kind, small enough to be read many times.
    private static func smallFiles() throws -> [Data] {
        let variants = try #require(try Fixtures.json("variants.json.gz")["variants"] as? [[String: Any]])
        let names = ["BPE, prefix and suffix", "BPE, some bytes", "WordPiece 5 without type", "BPE, merges as texts"]
        return try variants.filter { names.contains($0["name"] as? String ?? "") }.map { variant in
            try Fixtures.small(changing: try #require(variant["changes"] as? [String: Any]))
        }
    }

    @Test func aRandomlyChangedFileIsReadOrRefused() throws {
        var random = SplitMix(state: 11)
        let files = try Self.smallFiles()
        #expect(files.count == 4)
        for file in files {
            // White space and vocabularies apart, a change lands where it tells.
            let original = Array(file)
            for _ in 0..<60 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes[place] = Array("{}[]\",:0-9.#▁<>ntf".utf8).randomElement(using: &random)!
                    case 2: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                    }
                }
                if let tokenizer = try? Fixtures.tokenizer(Data(bytes)) { _ = tokenizer.encode(Self.text) }
            }
        }
    }

    @Test func aDamagedListOfMergesIsRefused() throws {
        var random = SplitMix(state: 13)
        let original = try Data(contentsOf: Family.mergeList)
        for length in [2, 3, 9, 10, 11, 18, 100, 5_000, original.count / 2, original.count - 1] {
            #expect(try Fixtures.failure(original.prefix(length)).reason.contains("damaged or cut short"))
        }
        // Behind the header, all of it is under a checksum.
        for _ in 0..<8 {
            var bytes = original
            bytes[Int.random(in: 40..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            _ = try Fixtures.failure(bytes)
        }
        for _ in 0..<8 {
            var bytes = original
            bytes[Int.random(in: 0..<40, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let tokenizer = try? Fixtures.tokenizer(bytes) { _ = tokenizer.encode(Self.text) }
        }
        #expect(try Fixtures.failure(original + [0x50]).reason.contains("damaged"))
    }

    @Test func aListOfMergesThatMakesNoSenseIsRefused() throws {
        func failure(_ text: String) throws -> TokenizerError {
            try Fixtures.failure(Fixtures.gzipped(Array(text.utf8)))
        }
        #expect(try failure("first\na b c\n").key == "line 2")
        #expect(try failure("first\na b\nab zz\n").key == "line 3")
        #expect(try Fixtures.failure(Fixtures.gzipped([0x0A, 0xFF])).reason.contains("not valid UTF-8"))
        let bomb = try Data(contentsOf: Fixtures.url("bomb.gz"))
        #expect(try Fixtures.failure(bomb).reason.contains("more than any vocabulary"))
        let tokenizer = try Fixtures.tokenizer(Fixtures.gzipped(Array("first\na b\nab c</w>".utf8)))
        #expect(tokenizer.encode("ABC ab") == [514, 513, 64, 321, 515])
    }

    @Test(arguments: Family.allCases)
    func anyBytesAreATextLikeAnyOther(family: Family) throws {
        let tokenizer = try Fixtures.tokenizer(family.file())
        var random = SplitMix(state: 17)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                // Half of it from the bytes that make long characters.
                UInt8.random(in: Bool.random(using: &random) ? 0...255 : 0x80...0xF4, using: &random)
            }
            #expect(tokenizer.encode(String(decoding: bytes, as: UTF8.self), maxLength: 20).count <= 20)
        }
        for unit in ["abcdefghij", "Σ", "&", "\u{301}", "'s", "🇫"] {
            // Long enough for anything quadratic to miss the time limit.
            let text = String(repeating: unit, count: 20_000 / unit.utf8.count)
            #expect(tokenizer.encode(text, maxLength: 64).count <= 64)
        }
    }
}
