import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Models of several publishers, added, chosen and used through the program.
@Suite struct ModelCommandTests {
    private let home = TemporaryFolder()

    @Test func aLibraryHoldsVectorsOfSeveralModels() async throws {
        for name in ["hub-clip", "immich-clip"] {
            let added = try await evoke("models", "add", name, try PublishedModel.folder(name).display)
            #expect(added.code == 0, "\(added.errors)")
        }
        let pictures = try PublishedModel.folder("pictures").display
        #expect(try await evoke("index", "--model", "hub-clip", pictures).code == 0)
        #expect(try await evoke("index", "--model", "immich-clip").code == 0)
        let first = try await search("a cat")
        #expect(first.model == "immich-clip" && first.ids.count == 4)

        let used = try await evoke("models", "use", "hub-clip")
        #expect(used.errors == "The library now uses 'hub-clip'.\n")
        let second = try await search("a cat")
        #expect(second.model == "hub-clip" && second.ids.count == 4)
        #expect(try await evoke("index").errors.contains("4 unchanged"), "nothing is encoded again")

        #expect(try await evoke("models", "remove", "hub-clip").code == 0)
        let gone = try await evoke("search", "a cat")
        #expect(gone.code == 1 && gone.errors.contains("hub-clip"))
        #expect(try await evoke("models", "use", "immich-clip").code == 0)
        #expect(try await search("a cat").ids == first.ids)
    }

    /// The library's come before the model's, and those of the command before all.
    @Test func labelsAreSetForAModelAndForALibrary() async throws {
        let added = try await evoke("models", "add", "clip", PublishedModel.folder("hub-clip").display)
        #expect(added.code == 0, "\(added.errors)")
        let picture = try PublishedModel.picture("20x20.png").display
        func labels(_ more: String...) async throws -> [String] {
            try await run(["photo", "classify", "--model", "clip", "--json", picture] + more).results
                .compactMap { $0["label"] as? String }.sorted()
        }
        let set = try await evoke("models", "labels", "clip", "--labels", "cat,dog, bird")
        #expect(set.code == 0 && set.errors.contains("3 labels"), "\(set.errors)")
        #expect(try await labels() == ["bird", "cat", "dog"])
        #expect(try await labels("--labels", "x, y") == ["x", "y"])
        #expect(try await evoke("models", "labels", "--labels", "sea, hill").code == 0)
        #expect(try await labels() == ["hill", "sea"])
        #expect(try await evoke("models", "labels", "--clear").code == 0)
        #expect(try await evoke("models", "labels", "clip", "--clear").code == 0)
        #expect(try await evoke("photo", "classify", "--model", "clip", picture).code == 64)
    }

    private func search(_ query: String) async throws -> (model: String?, ids: [Int]) {
        let answer = try #require(try await evoke("search", "--json", query).objects().first)
        let results = try #require(answer["results"] as? [[String: Any]])
        return (answer["model"] as? String, results.compactMap { $0["id"] as? Int })
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome { try await run(arguments) }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await program.run("exec", arguments, environment: ["EVOKE_MODELS": home.path.appending("shelf").display])
    }

    private var program: Program { Program(home: home) }
}
