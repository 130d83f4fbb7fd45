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
        try await addCatalog()
        let available = try await evoke("models", "available")
        #expect(available.text.contains("plants"), "\(available.text)")
        let pulled = try await evoke("models", "download", "plants")
        #expect(pulled.code == 0 && pulled.errors.contains("single graph, 3 classes"), "\(pulled.errors)")

        let named = try await run()
        #expect(named == ["green", "red", "blue"])
        let direct = try await evoke(
            "models", "run", SampleGraph.file("colours.onnx").display, photo().display, "--json", "--labels",
            home.write("labels.txt", "red\ngreen\nblue\n".utf8).display)
        let own = try await evoke("models", "run", "--model", "plants", "--json", photo().display)
        #expect(try probabilities(own) == probabilities(direct), "as the graph with the same said by hand")

        let shown = try #require(try await evoke("models", "show", "--json", "plants").objects().first)
        #expect(shown["kind"] as? String == "graph" && shown["classes"] as? Int == 3)
        #expect(try await evoke("models", "verify", "plants").errors.contains("files are unchanged"))
        let refused = try await evoke("models", "embed", "--model", "plants", "--text", "a rose")
        #expect(refused.code != 0 && refused.errors.contains("evoke models run --model plants"), "\(refused.errors)")
        #expect(try await evoke("models", "remove", "plants").code == 0)
        #expect(try await evoke("models", "list").text.isEmpty)
    }

    @Test func inTheBackgroundItWaitsForItsConditions() async throws {
        try await addCatalog()
        try meter("u 1")
        let started = try await evoke("models", "download", "plants", "--only-unmetered", "--background")
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

    private var modelStore: DiskPath { home.path.appending("shelf") }
    private var program: Program { Program(home: home) }

    /// With a `busctl` of the test's own, that says whether the connection is metered.
    private var environment: [String: String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return ["EVOKE_MODELS": modelStore.display, "PATH": home.path.appending("bin").display + ":" + path]
    }

    private func meter(_ answer: String) throws {
        try home.write("meter", (answer + "\n").utf8)
        let file = try home.write("bin/busctl", "#!/bin/sh\nexec cat '\(home.path.display)/meter'\n".utf8)
        try FileSystem.setMode(0o755, of: file)
    }

    private func publish(labels: String) throws {
        try hub.files.write("acme/plants/colours.onnx", FileSystem.read(SampleGraph.file("colours.onnx")))
        try hub.files.write("acme/plants/labels.txt", labels.utf8)
    }

    private func addCatalog() async throws {
        let files = ["colours.onnx", "labels.txt"].map { name in
            "{\"path\": \"\(name)\", \"from\": \"\(hub.url("/acme/plants/resolve/main/\(name)"))\"}"
        }
        let text = """
            {"format": 1, "name": "acme", "models": [{"name": "plants", "title": "Plants", "purpose": "Tests",
              "languages": "", "licence": "Apache-2.0", "bytes": 900, "page": "https://models.example.org/",
              "graph": {"file": "colours.onnx", "labels": "labels.txt",
                "picture": {"range": [0, 1], "channels": "rgb"},
                "inputs": [{"name": "pixels", "type": "float32", "shape": [1, 3, 8, 8]}],
                "outputs": [{"name": "logits", "type": "float32", "shape": [1, 3]}]},
              "files": [\(files.joined(separator: ", "))]}]}
            """
        let file = try home.write("acme.json", text.utf8)
        let added = try await evoke("models", "catalog", "add", file.display)
        #expect(added.code == 0, "\(added.errors)")
    }

    private func evoke(_ words: String...) async throws -> Program.Outcome {
        try await program.run("exec", words, environment: environment)
    }

    /// The names of the classes, the likeliest first. Those of equal probability stand in the graph's order.
    private func run() async throws -> [String] {
        let outcome = try await evoke("models", "run", "--model", "plants", photo().display)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.lines.map { String($0.split(separator: "\t")[1]) }
    }

    private func probabilities(_ outcome: Program.Outcome) throws -> [Double] {
        let results = try #require(try outcome.objects().first?["results"] as? [[String: Any]])
        return results.compactMap { $0["probability"] as? Double }
    }

    private func photo() throws -> DiskPath {
        try home.write("green.png", TestPicture.png(color: [0, 255, 0]))
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
}
