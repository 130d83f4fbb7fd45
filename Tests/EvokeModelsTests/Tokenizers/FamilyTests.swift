import EvokeModels
import EvokeValues
import Foundation
import Testing

/// The ids of the reference libraries for each family of tokenizers.
@Suite struct FamilyTests {
    @Test(arguments: Family.allCases)
    func givesTheReferencesIDs(family: Family) throws {
        let tokenizer = try Fixtures.withFolder { folder in
            let file = folder.appending(path: "tokenizer")
            try family.file().write(to: file)
            let cache = TokenizerCache(in: DiskPath(folder.path), digest: "a") { true }
            _ = try Tokenizer(contentsOf: file.path, cache: cache)
            // Read back from the cache, which is how all starts but the first go.
            return try Tokenizer(contentsOf: file.path, cache: cache)
        }
        let token = family.closingToken
        #expect([token.name, token.name + "?", ""].map { tokenizer.id(of: $0) } == [token.id, nil, nil])

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
}
