import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// The demo album, the real model, the real program.
@Suite struct SearchTests {
    @Test func takesALongQuery() async throws {
        let folder = TemporaryFolder()
        let long = Array(repeating: "a very long description of a photo", count: 115).joined(separator: " ")
        let file = try folder.write("q", long.utf8)
        let outcome = try await evoke("search", "--batch", file.display, "--json")
        #expect(outcome.code == 0)
        #expect((try outcome.objects().first?["results"] as? [Any])?.count == 10)
        let tooLong = try await evoke("search", String(repeating: "x", count: 100_000))
        #expect(tooLong.code == 64 && tooLong.errors.contains("4096"), "\(tooLong.errors)")
        #expect(try await evoke("search", "💥\u{200D}\u{FFFD} \u{202E}").code == 0)
    }

    /// Photos that fit what is avoided come last, and are not listed.
    @Test func whatIsAvoidedIsNotAmongWhatFits() async throws {
        func results(_ query: String) async throws -> [[String: Any]] {
            try #require(try await object(query, top: 400)["results"] as? [[String: Any]])
        }
        func paths(_ results: [[String: Any]]) -> [String] { results.compactMap { $0["path"] as? String } }
        let birds = Set(paths(try await results("a bird").filter { $0["fits"] as? Bool == true }))
        #expect(birds.count > 5)
        let all = try await results("a dog -(a bird)")
        let last = all.suffix(birds.count)
        #expect(all.count >= 250 && Set(paths(Array(last))) == birds)
        #expect(last.allSatisfy { $0["fits"] as? Bool == false })
        #expect(all.contains { $0["fits"] as? Bool == true })
        #expect(all.map { $0["rank"] as? Int } == (1...all.count).map { $0 })
        let two = try await results("a dog -(a bird) -(a flower)")
        let flowers = Set(paths(try await results("a flower").filter { $0["fits"] as? Bool == true }))
        #expect(Set(paths(Array(two.suffix(birds.union(flowers).count)))) == birds.union(flowers))

        let animals = Set(paths(try await results("in:animals")))
        #expect(Set(paths(try await results("-(a bird) in:animals"))) == animals.subtracting(birds))
        #expect(try await results("-(a bird)").count == all.count - birds.count)
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome {
        try await AlbumLibrary.program().run("exec", arguments)
    }

    private func object(_ query: String, top: Int) async throws -> [String: Any] {
        try #require(try await evoke("search", "--json", "--top", "\(top)", query).objects().first)
    }
}
