import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Models fetched by the built program from a server that behaves like a hub.
@Suite struct ModelPullTests {
    private static let files = ["evoke.json", "image.onnx", "labels.txt", "LICENSES.md", "text.onnx", "tokenizer.json"]

    private let home = TemporaryFolder()
    private let hub: Hub

    init() throws {
        hub = try Hub()
        // The starter model, on the hub.
        for name in Self.files {
            _ = try hub.files.copy(Installed.models().appending("starter/\(name)"), to: "acme/starter/\(name)")
        }
    }

    @Test func fetchesAModelThatAnswers() async throws {
        try await addCatalog()
        let pulled = try await evoke("models", "download", "published")
        #expect(pulled.code == 0 && pulled.errors.contains("Installed 'published'"), "\(pulled.errors)")
        let embedded = try await evoke("models", "embed", "--model", "published", "--text", "a cat")
        #expect(embedded.code == 0, "\(embedded.errors)")
        #expect(try await evoke("models", "verify", "published").errors.contains("6 files are unchanged"))
        let again = try await evoke("models", "download", "published")
        #expect(again.code == 0 && again.errors.contains("already installed"))
        #expect(try await evoke("models", "downloads").errors == "No downloads.\n")

        let place = try #require(try names(modelStore).first { $0.hasPrefix("published@") })
        for file in try FileSystem.filesBelow(modelStore.appending(place)) {
            #expect(
                FileSystem.status(of: modelStore.appending(place).appending(file.bytes)).map { $0.permissions & 0o077 }
                    == 0)
        }
        #expect(try await evoke("models", "remove", "published").code == 0)
        #expect(try names(modelStore).filter { $0.hasPrefix("published") }.isEmpty)
    }

    @Test func goesOnAfterAKill() async throws {
        try await addCatalog("?cdn-trickle=20000000")
        let first = try start("models", "download", "published")
        try await arrive(at: 20_000_000)
        first.signal(SIGKILL)
        _ = await first.outcome()
        #expect(try names(modelStore).allSatisfy { !$0.hasPrefix("published") })
        let list = try await downloads()
        #expect(list.first?["state"] as? String == "interrupted", "\(list)")

        let second = try await evoke("models", "download", "published")
        #expect(second.code == 0, "\(second.errors)")
        let ranges = try hub.requests().filter { $0.target.contains("text.onnx") }.compactMap { $0.fields["range"] }
        #expect(ranges.contains { $0 != "bytes=0-" }, "it asked for the rest alone: \(ranges)")
        #expect(try await evoke("models", "verify", "published").code == 0)
    }

    private var modelStore: DiskPath { home.path.appending("shelf") }
    private var program: Program { Program(home: home) }

    /// - Parameter trouble: what goes wrong with the text graph.
    private func addCatalog(_ trouble: String = "") async throws {
        let files = Self.files.map { name in
            let url = hub.url("/acme/starter/resolve/main/\(name)\(name == "text.onnx" ? trouble : "")")
            return "{\"path\": \"\(name)\", \"from\": \"\(url)\"}"
        }
        let text = """
            {"format": 1, "name": "acme", "models": [{"name": "published", "title": "The starter model", "purpose": "Tests",
              "languages": "many", "licence": "its parts'", "gated": false, "dimensions": 1000, "bytes": 134000000,
              "page": "https://models.example.org/", "files": [\(files.joined(separator: ", "))]}]}
            """
        let file = try home.write("acme.json", text.utf8)
        let added = try await evoke("models", "catalog", "add", file.display)
        #expect(added.code == 0, "\(added.errors)")
    }

    private func evoke(_ words: String...) async throws -> Program.Outcome {
        try await program.run("exec", words, environment: ["EVOKE_MODELS": modelStore.display])
    }

    private func start(_ words: String...) throws -> RunningProgram {
        try program.start(arguments: words, environment: ["EVOKE_MODELS": modelStore.display])
    }

    private func downloads() async throws -> [[String: Any]] {
        let list = try await evoke("models", "downloads", "--json").objects().first?["downloads"]
        return list as? [[String: Any]] ?? []
    }

    /// How much of the text graph is there.
    private func received() throws -> Int64 {
        let place = modelStore.appending("downloads/published/model")
        return try FileSystem.isFolder(place)
            ? FileSystem.filesBelow(place).filter { $0.display.hasPrefix("text.onnx") }.reduce(0) { sum, file in
                sum + (FileSystem.status(of: place.appending(file.bytes)).map { Int64($0.size) } ?? 0)
            } : 0
    }

    private func arrive(at bytes: Int64) async throws {
        try await wait(for: "\(bytes) bytes", watching: received) { $0 >= bytes }
    }

    private func names(_ folder: DiskPath) throws -> [String] {
        try FileSystem.names(in: folder).map { String(decoding: $0, as: UTF8.self) }
    }
}
