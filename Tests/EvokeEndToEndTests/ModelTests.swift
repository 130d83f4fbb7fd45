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
            try await AlbumLibrary.program().run("exec", ["search", "--all", "--paths", "--top", "1", "a penguin"])
                .lines.first)
        let objects = try await program.run(
            "classify", "--labels", "penguin, guitar, strawberry", "--json", "--timings", penguin
        ).objects()
        let answer = try #require(objects.first)
        let results = try #require(answer["results"] as? [[String: Any]])
        #expect(results.map { $0["label"] as? String }.first == "penguin")
        #expect(abs(results.reduce(0) { $0 + ($1["score"] as? Double ?? 0) } - 1) < 1e-3, "shares of one")

        let none = try #require(
            try await program.run("classify", "--none", "--labels", "bus, cake", "--json", penguin).objects()
                .first)
        #expect(none["fits"] as? Bool == false)
        let own = try await program.run("classify", "--top", "1", penguin).lines
        #expect(own.count == 1 && own[0].contains("penguin"), "the model's own labels: \(own)")
    }

    /// Labels that no other test has, so that the text side has to be loaded.
    @Test func namesWhatTookTimeToLoad() async throws {
        let picture = try PublishedModel.picture("20x20.png").display
        let answer = try #require(
            try await program.run("classify", "--labels", "timed, untimed", "--json", "--timings", picture).objects()
                .first)
        let timings = try #require(answer["timings"] as? [[String: Any]])
        let parts = timings.compactMap { $0["part"] as? String }
        #expect(parts == ["model", "text side", "tokenizer", "image side", "total", "labels", picture])
        let times = Dictionary(uniqueKeysWithValues: zip(parts, timings.compactMap { $0["ms"] as? Double }))
        let (total, sides) = (
            try #require(times["total"]), ["model", "text side", "image side"].compactMap { times[$0] }
        )
        #expect(total <= sides.reduce(0, +) + 0.1 && total >= (sides.max() ?? 0) - 0.1, "\(times)")
        #expect(try #require(times["tokenizer"]) <= times["text side"] ?? 0)
    }

    @Test func labelsAreSetForAModelAndForALibrary() async throws {
        let source = try PublishedModel.folder("hub-clip").display
        #expect(try await evoke("models", "add", "clip", source).code == 0)
        let picture = try PublishedModel.picture("20x20.png").display
        func labels(_ more: String...) async throws -> [String] {
            let outcome = try await run(["classify", "--model", "clip", "--json", picture] + more)
            let results = try outcome.objects().first?["results"] as? [[String: Any]]
            return try #require(results, "\(outcome.errors)").compactMap { $0["label"] as? String }.sorted()
        }
        let none = try await evoke("classify", "--model", "clip", picture)
        #expect(none.code == 64 && none.errors.contains("evoke models labels"), "\(none.errors)")

        let file = home.path.appending("labels.txt")
        try FileSystem.replace(file, with: Array("cat\n dog \nbird\n".utf8))
        let set = try await evoke(
            "models", "labels", "clip", "--file", file.display, "--scoring", "sigmoid", "--scale", "10", "--bias", "-2")
        #expect(set.code == 0 && set.errors.contains("3 labels"), "\(set.errors)")
        #expect(try await labels() == ["bird", "cat", "dog"])
        #expect(try await labels("--labels", "x, y") == ["x", "y"])
        #expect(try await evoke("models", "labels", "clip").lines == ["cat", "dog", "bird"])
        #expect(
            try await evoke("models", "show", "clip").text.contains("sigmoid of 10.0 × cosine − 2.0, as you set it"))
        let shown = try #require(try await evoke("models", "show", "--json", "clip").objects().first)
        #expect(shown["scoring_is_set"] as? Bool == true && shown["has_labels"] as? Bool == true)
        #expect(try await evoke("models", "verify", "clip").errors.contains("are what they were"))

        #expect(try await evoke("models", "labels", "--labels", "sea, hill").code == 0)
        #expect(try await labels() == ["hill", "sea"], "the library's come first")
        #expect(try await labels("--library", home.path.appending("other").display) == ["bird", "cat", "dog"])
        #expect(try await evoke("models", "labels", "--clear").code == 0)
        #expect(try await labels() == ["bird", "cat", "dog"])
        #expect(try await evoke("models", "labels", "clip", "--scoring", "own").code == 0)
        #expect(try await evoke("models", "show", "clip").text.contains("softmax of 100.0 × cosine\n"))
        #expect(try await evoke("models", "labels", "clip", "--clear").errors.hasPrefix("No labels are set"))
        #expect(try await evoke("classify", "--model", "clip", picture).code == 64)
    }

    @Test(arguments: [
        (["none", "--labels", "a"], 1, "evoke models add"), (["--scale", "3"], 64, "--scoring"),
        (["--scoring", "max", "--scale", "3"], 64, "no such way"), (["--scoring", "softmax"], 64, "scale"),
        (["--scoring", "sigmoid", "--scale", "3"], 64, "bias"),
        (["--scoring", "softmax", "--scale", "x"], 64, "number"),
        (["--scoring", "softmax", "--scale", "-1"], 64, "above 0"), (["--clear", "--labels", "a"], 64, "alone"),
        (["--labels", "a, a"], 64, "both label"), (["--labels", String(repeating: "x", count: 201)], 64, "200"),
        (["--scoring", "own", "--scale", "3"], 64, "neither"),
        (["--labels", "a", "--file", "f"], 64, "one of"), (["a", "b"], 64, "one model"),
    ]) func refusesLabelsThatAreNone(options: [String], code: Int32, word: String) async throws {
        let outcome = try await run(["models", "labels"] + options)
        #expect(outcome.code == code && outcome.errors.contains(word), "\(outcome.code) \(outcome.errors)")
    }

    @Test(arguments: [
        (["--labels", ","], 64, "empty"), (["--labels", "a, b, a"], 64, "both label 1 and label 3"),
        (["--labels", "a", "--template", "no place"], 64, "{}"), (["--labels", "a", "--scale", "0"], 64, "--scale"),
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

    private func evoke(_ arguments: String...) async throws -> Program.Outcome { try await run(arguments) }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await program.run("exec", arguments, environment: ["EVOKE_MODELS": home.path.appending("shelf").display])
    }

    private var program: Program { Program(home: home) }
}
