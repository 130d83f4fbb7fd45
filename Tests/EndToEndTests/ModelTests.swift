import Foundation
import PhotoCore
import TestSupport
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
        #expect(used.errors == "The library is now searched with 'hub-clip'.\n")
        let second = try await search("a cat")
        #expect(second.model == "hub-clip" && second.ids.count == 4)
        #expect(try await evoke("index").errors.contains("4 unchanged"), "nothing is encoded again")

        #expect(try await evoke("models", "remove", "hub-clip").code == 0)
        let gone = try await evoke("search", "a cat")
        #expect(gone.code == 1 && gone.errors.contains("hub-clip"))
        #expect(try await evoke("models", "use", "immich-clip").code == 0)
        #expect(try await search("a cat").ids == first.ids)
    }

    @Test func saysWhatAModelIs() async throws {
        let folder = try PublishedModel.folder("hub-siglip").display
        let shown = try #require(try await evoke("models", "show", "--json", folder).objects().first)
        #expect(shown["layout"] as? String == "hub" && shown["variant"] as? String == "fp32")
        let scoring = try #require(shown["scoring"] as? [String: Any])
        #expect(scoring["kind"] as? String == "sigmoid")
        #expect(try await evoke("models", "show", folder).lines.contains { $0.hasPrefix("Layout") })
    }

    @Test func refusesWhatIsMissingOrDoesNotFit() async throws {
        let folder = home.path.appending("broken")
        try FileManager.default.copyItem(atPath: PublishedModel.folder("immich-clip").display, toPath: folder.display)
        let file = FilePath(folder.display + "/visual/preprocess_cfg.json")
        let settings = String(decoding: try FileSystem.read(file), as: UTF8.self)
        try FileSystem.replace(
            file, with: Array(settings.replacingOccurrences(of: "bicubic", with: "lanczos").utf8))
        let wrong = try await evoke("models", "add", "broken", folder.display)
        #expect(wrong.code == 1)
        #expect(wrong.errors.contains("preprocess_cfg.json") && wrong.errors.contains("'interpolation'"))
        try FileManager.default.removeItem(atPath: file.display)
        #expect(try await evoke("models", "add", "broken", folder.display).errors.contains("preprocess_cfg.json"))
        #expect(try await evoke("models", "list").lines.allSatisfy { !$0.contains("broken") })
    }

    @Test func classifiesByLabelsOfOnesOwn() async throws {
        let penguin = try #require(
            try await AlbumLibrary.program().run("exec", ["search", "--paths", "--top", "1", "a penguin"]).lines.first)
        let objects = try await program.run(
            "classify", "--labels", "penguin, guitar, strawberry", "--json", "--timings", penguin
        ).objects()
        let answer = try #require(objects.first)
        let results = try #require(answer["results"] as? [[String: Any]])
        #expect(results.map { $0["label"] as? String }.first == "penguin")
        #expect(abs(results.reduce(0) { $0 + ($1["score"] as? Double ?? 0) } - 1) < 1e-3, "shares of one")
        #expect((answer["timings"] as? [[String: Any]])?.count == 4)

        let none = try #require(
            try await program.run("classify", "--none", "--labels", "bus, cake", "--json", penguin).objects()
                .first)
        #expect(none["fits"] as? Bool == false)
        let own = try await program.run("classify", "--top", "1", penguin).lines
        #expect(own.count == 1 && own[0].contains("penguin"), "the model's own labels: \(own)")
    }

    @Test(arguments: [
        (["--labels", ","], 1, "empty"), (["--labels", "a, b, a"], 1, "both label 1 and label 3"),
        (["--labels", "a", "--template", "no place"], 1, "{}"), (["--labels", "a", "--scale", "0"], 64, "--scale"),
        (["--labels", "a", "--labels-file", "f"], 64, "one of"), (["--labels", "a", "--precision", "x"], 64, "bf16"),
    ]) func complainsOfLabelsThatAreNone(options: [String], code: Int32, word: String) async throws {
        let outcome = try await program.run(
            "exec", ["classify"] + options + [PublishedModel.picture("20x20.png").display])
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(word), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    private func search(_ query: String) async throws -> (model: String?, ids: [Int]) {
        let answer = try #require(try await evoke("search", "--json", query).objects().first)
        let results = try #require(answer["results"] as? [[String: Any]])
        return (answer["model"] as? String, results.compactMap { $0["id"] as? Int })
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome {
        try await program.run("exec", arguments, environment: ["EVOKE_MODELS": home.path.appending("shelf").display])
    }

    private var program: Program { Program(home: home) }
}
