import Foundation
import Testing
import Tokenizers

/// The ids of the reference libraries for each family of tokenizers.
@Suite struct FamilyTests {
    @Test(arguments: Family.allCases)
    func givesTheReferencesIDs(family: Family) throws {
        let tokenizer = try Fixtures.withFolder { folder in
            let file = folder.appending(path: "tokenizer")
            try family.file().write(to: file)
            _ = try Tokenizer(contentsOf: file.path, cache: folder.path)
            // Read back from the cache, which is how all starts but the first go.
            return try Tokenizer(contentsOf: file.path, cache: folder.path)
        }
        var compared = 0
        var wrong: [String] = []
        for (text, expected) in zip(try Family.texts(), try family.ids()) {
            guard let expected else { continue }
            compared += 1
            let ids = tokenizer.encode(text)
            if ids != expected { wrong.append("\(escaped(text)): \(ids), not \(expected)") }
            if expected.count > 40 {
                // Cut short, with the closing token in the last place.
                let cut = expected.prefix(39) + expected.suffix(1)
                if tokenizer.encode(text, maxLength: 40) != Array(cut) { wrong.append("\(escaped(text)), cut") }
            }
        }
        #expect(compared >= 5_000)
        #expect(wrong.isEmpty, "\(wrong.count) texts, the first: \(wrong.prefix(5).joined(separator: "\n"))")
    }

    @Test(arguments: [
        (Family.clip, "<|endoftext|>", 49_407), (.merges, "<end_of_text>", 49_407), (.merges, "a</w>", 320),
        (.gemma, "<pad>", 0), (.siglip, "</s>", 1), (.bert, "[PAD]", 0),
    ])
    func aTokenIsFoundByItsName(family: Family, name: String, id: Int32) throws {
        let tokenizer = try family.tokenizer()
        #expect(tokenizer.id(of: name) == id)
        #expect(tokenizer.id(of: name + "?") == nil)
        #expect(tokenizer.id(of: "") == nil)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Family.allCases)
    func aLongTextWithoutSpacesTakesTimeInProportion(family: Family) throws {
        let tokenizer = try family.tokenizer()
        for unit in ["abcdefghij", "Σ", "&", "\u{301}", "'s", "🇫"] {
            // Long enough for anything quadratic to miss the time limit.
            let ids = tokenizer.encode(String(repeating: unit, count: 20_000 / unit.utf8.count), maxLength: 64)
            #expect(ids.count <= 64)
        }
    }
}
