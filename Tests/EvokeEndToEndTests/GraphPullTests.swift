import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Graphs with labels, fetched by the built program from a server that behaves like a hub, and run by their names.
@Suite struct GraphPullTests {
    private let home = TemporaryFolder()
    private let hub: Hub

    init() throws {
        hub = try Hub()
        try publish(labels: "red\ngreen\nblue\n")
    }

    @Test func aGraphBringsItsLabelsAndItsFormatAlong() async throws {
        try await addCatalogue()
        let available = try await evoke("models", "available")
        #expect(available.text.contains("a graph, for 'evoke run'"), "\(available.text)")
        let pulled = try await evoke("models", "pull", "plants")
        #expect(pulled.code == 0 && pulled.errors.contains("a graph for 3 classes"), "\(pulled.errors)")

        let named = try await run()
        #expect(named == ["green", "red", "blue"])
        let direct = try await evoke(
            "run", SampleGraph.file("colours.onnx").display, photo().display, "--json", "--labels",
            home.write("labels.txt", "red\ngreen\nblue\n".utf8).display)
        let own = try await evoke("run", "--model", "plants", "--json", photo().display)
        #expect(try probabilities(own) == probabilities(direct), "as the graph with the same said by hand")

        #expect(try await evoke("models", "list").text.hasPrefix("plants  a graph for 3 classes"))
        let shown = try #require(try await evoke("models", "show", "--json", "plants").objects().first)
        #expect(shown["kind"] as? String == "graph" && shown["classes"] as? Int == 3)
        #expect(shown["licence"] as? String == "Apache-2.0")
        #expect(try await evoke("models", "show", "plants").text.contains("pixels: float32 [1, 3, 8, 8]"))
        #expect(
            try await evoke("models", "inspect", "plants").lines == [
                "input\tpixels\tfloat32 [?, 3, 8, 8]\t", "output\tlogits\tfloat32 [?, 3]\t",
            ])
        #expect(try await evoke("models", "verify", "plants").errors.contains("4 files are what they were"))

        let starter = try Installed.models().appending("starter").display
        #expect(try await evoke("index", "--model", starter, photo().display).code == 0)
        for words in [
            ["search", "--model", "plants", "a rose"], ["embed", "--model", "plants", "--text", "a rose"],
            ["index", "--model", "plants"],
        ] {
            let refused = try await program.run("exec", words, environment: environment)
            #expect(refused.code != 0 && refused.errors.contains("not a pair of graphs"), "\(words): \(refused.errors)")
            #expect(refused.errors.contains("evoke run --model plants"), "\(refused.errors)")
        }
        #expect(try await evoke("models", "remove", "plants").code == 0)
        #expect(try await evoke("models", "list").text.isEmpty)
    }

    @Test func aNewerOneIsUsedAndOneThatDoesNotLoadIsNot() async throws {
        try await addCatalogue()
        #expect(try await evoke("models", "pull", "plants").code == 0)
        #expect(try await evoke("models", "update", "--check").text == "plants: up to date\n")
        try publish(labels: "rose\nfern\ngentian\n")
        #expect(try await evoke("models", "update", "--check").text.contains("there is a newer version"))
        #expect(try await evoke("models", "update").errors.contains("newer version of 'plants'"))
        // Damaged after it was fetched, and before it is used the first time.
        let newest = try #require(
            try await evoke("models", "show", "--json", "plants").objects().first?["folder"] as? String)
        let graph = FilePath(newest).appending("colours.onnx")
        let bytes = try FileSystem.read(graph)
        try FileSystem.replace(graph, with: Array("no graph".utf8))
        let fallen = try await evoke("run", "--model", "plants", photo().display)
        #expect(fallen.code == 0 && fallen.text.contains("\tgreen\t"), "\(fallen.errors)")
        #expect(fallen.errors.contains("version before it is used"), "\(fallen.errors)")
        #expect(try await evoke("models", "list").text.contains("did not load"))
        try FileSystem.replace(graph, with: bytes)

        try publish(labels: "Rose\nFern\nGentian\n")
        #expect(try await evoke("models", "update").code == 0)
        #expect(try await run() == ["Fern", "Rose", "Gentian"])
    }

    @Test(arguments: [
        ("labels.txt", "red\ngreen\n", "3 classes apart"), ("colours.onnx", "no graph", "colours.onnx"),
    ]) func whatDoesNotFitIsNotInstalled(file: String, text: String, words: String) async throws {
        try hub.files.write("acme/plants/\(file)", text.utf8)
        try await addCatalogue()
        let pulled = try await evoke("models", "pull", "plants")
        #expect(pulled.code == 1 && pulled.errors.contains(words), "\(pulled.errors)")
        #expect(try await evoke("models", "list").text.isEmpty)
    }

    @Test func killedInTheMiddleItGoesOn() async throws {
        // Large enough that it comes in pieces.
        try publish(labels: "red\ngreen\nblue\n", notes: 3_000_000)
        try await addCatalogue(trouble: "cdn-trickle=500000")
        let first = try program.start(arguments: ["models", "pull", "plants"], environment: environment)
        try await arrive(at: 500_000)
        first.signal(SIGKILL)
        _ = await first.outcome()
        #expect(try await evoke("models", "list").text.isEmpty)
        #expect(try await evoke("models", "pull", "plants").code == 0)
        let ranges = try hub.requests().filter { $0.target.contains("notes.bin") }.compactMap { $0.fields["range"] }
        #expect(ranges.contains { $0 != "bytes=0-" }, "it asked for the rest alone: \(ranges)")
        #expect(try await run() == ["green", "red", "blue"])
    }

    @Test func inTheBackgroundItWaitsForItsConditions() async throws {
        try await addCatalogue()
        try meter("u 1")
        let started = try await evoke("models", "pull", "plants", "--only-unmetered", "--background")
        #expect(started.code == 0, "\(started.errors)")
        try await state("waiting")
        #expect(try await evoke("models", "list").text.isEmpty)
        try meter("u 2")
        try await download(brings: "the model") {
            try await evoke("models", "list").text
        } until: {
            !$0.isEmpty
        }
        #expect(try await run() == ["green", "red", "blue"])

        try publish(labels: "rose\nfern\ngentian\n")
        let updating = try await evoke("models", "update", "plants", "--only-unmetered", "--background")
        try #require(updating.code == 0, "\(updating.errors)")
        try await download(brings: "the newer version", run) { $0 == ["fern", "rose", "gentian"] }
    }

    @Test func eachInstallationHasAVariantAndKeepsIt() async throws {
        try await addCatalogue(shares: (100, 0))
        #expect(try await evoke("models", "pull", "plants").code == 0)
        #expect(try await evoke("models", "show", "plants").text.contains("plain"))
        try await addCatalogue(shares: (0, 100))
        #expect(try await evoke("models", "update").errors.contains("up to date"))
        #expect(try await evoke("models", "available").text.contains("Variants: plain (yours), swapped"))
        let unknown = try await evoke("models", "update", "plants", "--variant", "none")
        #expect(unknown.code == 1 && unknown.errors.contains("the variants plain, swapped"), "\(unknown.errors)")
        #expect(try await evoke("models", "update", "plants", "--variant", "swapped").code == 0)
        let shown = try await evoke("models", "show", "--json", "plants").objects().first
        #expect(shown?["variant"] as? String == "swapped")
        #expect(try await run() == ["green", "red", "blue"], "what is in the middle stays there")
    }

    @Test func wrongUsageIsExplained() async throws {
        let photo = try photo().display
        let wrong: [([String], String)] = [
            (["run", "--model", "plants"], "one photo"), (["run", "--model", "plants", photo, photo], "one photo"),
            (["run", "--model", "plants", "--range", "0..1", photo], "comes with the model"),
            (["run", "--model", "plants", "--labels", photo, photo], "comes with the model"),
        ]
        for (words, text) in wrong {
            let outcome = try await program.run("exec", words, environment: environment)
            #expect(outcome.code == 64 && outcome.errors.contains(text), "\(words): \(outcome.errors)")
        }
        let absent = try await evoke("run", "--model", "plants", photo)
        #expect(absent.code == 1 && absent.errors.contains("models pull"), "\(absent.errors)")
        let pair = try await program.run("run", "--model", "starter", photo)
        #expect(pair.code == 64 && pair.errors.contains("a pair of graphs"), "\(pair.errors)")
    }

    private var shelf: FilePath { home.path.appending("shelf") }
    private var program: Program { Program(home: home) }

    /// With a `busctl` of the test's own, that says whether the connection is metered.
    private var environment: [String: String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return ["EVOKE_MODELS": shelf.display, "PATH": home.path.appending("bin").display + ":" + path]
    }

    private func meter(_ answer: String) throws {
        try home.write("meter", (answer + "\n").utf8)
        let file = try home.write("bin/busctl", "#!/bin/sh\nexec cat '\(home.path.display)/meter'\n".utf8)
        try FileSystem.setMode(0o755, of: file)
    }

    private func publish(labels: String, notes: Int = 10) throws {
        try hub.files.write("acme/plants/colours.onnx", FileSystem.read(SampleGraph.file("colours.onnx")))
        try hub.files.write("acme/plants/labels.txt", labels.utf8)
        try hub.files.write("acme/plants/notes.bin", [UInt8](repeating: 7, count: notes))
    }

    private func addCatalogue(trouble: String = "", shares: (Int, Int)? = nil) async throws {
        func graph(_ channels: String) -> String {
            """
            "graph": {"file": "colours.onnx", "labels": "labels.txt",
             "picture": {"range": [0, 1], "channels": "\(channels)"},
             "inputs": [{"name": "pixels", "type": "float32", "shape": [1, 3, 8, 8]}],
             "outputs": [{"name": "logits", "type": "float32", "shape": [1, 3]}]}
            """
        }
        let files = ["colours.onnx", "labels.txt", "notes.bin"].map { name in
            let url = hub.url("/acme/plants/resolve/main/\(name)\(name == "notes.bin" ? "?" + trouble : "")")
            return "{\"path\": \"\(name)\", \"from\": \"\(url)\"}"
        }
        let variants = shares.map { shares in
            """
            , "variants": [{"name": "plain", "share": \(shares.0)},
             {"name": "swapped", "share": \(shares.1), \(graph("bgr"))}]
            """
        }
        let text = """
            {"format": 1, "name": "acme", "models": [{"name": "plants", "title": "Plants", "purpose": "Tests",
              "languages": "", "licence": "Apache-2.0", "bytes": 900, "page": "https://models.example.org/",
              \(graph("rgb")), "files": [\(files.joined(separator: ", "))]\(variants ?? "")}]}
            """
        let file = try home.write("acme.json", text.utf8)
        let added = try await evoke("models", "catalogue", "add", file.display)
        #expect(added.code == 0, "\(added.errors)")
    }

    private func evoke(_ words: String...) async throws -> Program.Outcome {
        try await program.run("exec", words, environment: environment)
    }

    /// The names of the classes, the likeliest first. Those of equal probability stand in the graph's order.
    private func run() async throws -> [String] {
        let outcome = try await evoke("run", "--model", "plants", photo().display)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.lines.map { String($0.split(separator: "\t")[1]) }
    }

    private func probabilities(_ outcome: Program.Outcome) throws -> [Double] {
        let results = try #require(try outcome.objects().first?["results"] as? [[String: Any]])
        return results.compactMap { $0["probability"] as? Double }
    }

    private func photo() throws -> FilePath {
        try home.write("green.png", TestPicture.png(colour: [0, 255, 0]))
    }

    private func state(_ wanted: String) async throws {
        try await wait(for: "the state '\(wanted)'", watching: downloads) {
            try #require(!$0.contains("failed"), "\($0)")
            return $0.contains("\"\(wanted)\"")
        }
    }

    private func downloads() async throws -> String { try await evoke("models", "downloads", "--json").text }

    private struct Step<Seen: Equatable>: Equatable {
        let seen: Seen
        let downloads: String
    }

    /// Waits as long as it gets on.
    private func download<Seen: Equatable>(
        brings what: String, _ look: () async throws -> Seen, until isThere: (Seen) -> Bool
    ) async throws {
        try await wait(for: what) {
            Step(seen: try await look(), downloads: try await downloads())
        } until: { step in
            try #require(!step.downloads.contains("failed"), "\(step.downloads)")
            return isThere(step.seen)
        }
    }

    private func arrive(at bytes: Int) async throws {
        let place = shelf.appending("downloads/plants/model")
        func size() throws -> Int {
            let names = FileSystem.isFolder(place) ? try FileSystem.filesBelow(place) : []
            return names.filter { $0.display.hasPrefix("notes.bin") }.reduce(0) { sum, name in
                sum + (FileSystem.status(of: place.appending(name.bytes)).map { Int($0.size) } ?? 0)
            }
        }
        try await wait(for: "\(bytes) bytes", watching: size) { $0 >= bytes }
    }
}
