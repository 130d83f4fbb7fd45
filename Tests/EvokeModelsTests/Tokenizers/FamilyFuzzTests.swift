import EvokeModels
import EvokeTestSupport
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
        let files = try Self.smallFiles()
        #expect(files.count == 4)
        for file in files { try Self.readChanged(Array(file), rounds: 60, seed: TestSeed.value) }
        try Self.readChanged(Array(MalformedFileTests.tiny.utf8), rounds: 1_500, seed: TestSeed.value)
    }

    static func readChanged(_ original: [UInt8], rounds: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<rounds {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1:
                    bytes[place] = Array("{}[]\",:0123456789-+.eE\\u\u{0}ntf\u{FF}x #▁<>".utf8).randomElement(
                        using: &random)!
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                }
            }
            if let tokenizer = try? Fixtures.tokenizer(Data(bytes)) { _ = tokenizer.encode(text) }
        }
    }

    @Test func aDamagedListOfMergesIsRefused() throws {
        var random = SeededGenerator(seed: TestSeed.value)
        let original = try Data(contentsOf: Family.mergeList)
        for length in [2, 3, 9, 10, 11, 18, 100, 5_000, original.count / 2, original.count - 1] {
            #expect(try Fixtures.failure(original.prefix(length)).reason.contains("damaged or truncated"))
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

    @Test(arguments: Family.allCases)
    func anyBytesAreATextLikeAnyOther(family: Family) throws {
        let tokenizer = try Fixtures.tokenizer(family.file())
        var random = SeededGenerator(seed: TestSeed.value)
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

    @Test(arguments: ["a", "x", " ", "\u{301}", "漢", "<", "🇫", "\u{200D}", "e\u{301}\u{316}"])
    func aLongRunOfOneThingTakesTimeInProportion(unit: String) throws {
        // Long enough for anything quadratic to miss the time limit.
        let tokenizer = try Tokenizer(contentsOf: Fixtures.url("small.json").path)
        let ids = tokenizer.encode(String(repeating: unit, count: 100_000 / unit.utf8.count))
        #expect(ids.first == 0 && ids.last == 2)
    }
}
