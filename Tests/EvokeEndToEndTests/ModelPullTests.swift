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
        try publish()
    }

    @Test func fetchesAModelThatAnswers() async throws {
        try await addCatalogue()
        #expect(try await evoke("models", "available").text.contains("published"))
        let pulled = try await evoke("models", "pull", "published")
        #expect(pulled.code == 0 && pulled.errors.contains("Added 'published'"), "\(pulled.errors)")
        let embedded = try await evoke("embed", "--model", "published", "--text", "a cat")
        #expect(embedded.code == 0, "\(embedded.errors)")
        #expect(try await evoke("models", "verify", "published").errors.contains("6 files are what they were"))
        let again = try await evoke("models", "pull", "published")
        #expect(again.code == 0 && again.errors.contains("on the shelf"))
        #expect(try await evoke("models", "downloads").errors == "Nothing is being fetched.\n")

        let place = try #require(try names(shelf).first { $0.hasPrefix("published@") })
        for file in try FileSystem.filesBelow(shelf.appending(place)) {
            #expect(
                FileSystem.status(of: shelf.appending(place).appending(file.bytes)).map { $0.permissions & 0o077 } == 0)
        }
        #expect(try await evoke("models", "remove", "published").code == 0)
        #expect(try names(shelf).filter { $0.hasPrefix("published") }.isEmpty)
    }

    @Test func saysThatItTriesAndThatThereIsNoNetwork() async throws {
        try await addCatalogue()
        // Nobody listens there.
        let pulled = try await evoke("models", "pull", "published", "--from", "http://127.0.0.1:1", "--retry", "1")
        #expect(pulled.code == 1)
        let lines = pulled.errors.split(separator: "\n")
        #expect(lines.first == "Fetching 'published'.", "\(pulled.errors)")
        #expect(
            lines.dropFirst().first?.contains("Trying again: no connection to 127.0.0.1") == true, "\(pulled.errors)")
    }

    @Test func goesOnAfterAKill() async throws {
        try await addCatalogue(["text.onnx": "cdn-trickle=20000000"])
        let first = try start("models", "pull", "published")
        try await arrive(at: 20_000_000)
        first.signal(SIGKILL)
        _ = await first.outcome()
        #expect(try names(shelf).allSatisfy { !$0.hasPrefix("published") })
        let list = try await downloads()
        #expect(list.first?["state"] as? String == "interrupted", "\(list)")

        let second = try await evoke("models", "pull", "published")
        #expect(second.code == 0, "\(second.errors)")
        let ranges = try hub.requests().filter { $0.target.contains("text.onnx") }.compactMap { $0.fields["range"] }
        #expect(ranges.contains { $0 != "bytes=0-" }, "it asked for the rest alone: \(ranges)")
        #expect(try await evoke("models", "verify", "published").code == 0)
    }

    @Test func goesOnInTheBackgroundAndCanBeSteered() async throws {
        try await addCatalogue(["text.onnx": "cdn-trickle=10000000"])
        let started = try await evoke("models", "pull", "published", "--background")
        #expect(started.code == 0 && started.errors.contains("in the background"), "\(started.errors)")
        let busy = try await evoke("models", "pull", "published")
        #expect(busy.code == 1 && busy.errors.contains("fetching it already"), "\(busy.errors)")

        try await arrive(at: 10_000_000)
        #expect(try await evoke("models", "downloads", "pause", "published").code == 0)
        #expect(try await downloads().first?["state"] as? String == "paused")
        let paused = try received()
        #expect(paused >= 10_000_000)

        #expect(try await evoke("models", "downloads", "resume", "published").code == 0)
        try await arrive(at: paused + 5_000_000)
        let cancelled = try await evoke("models", "downloads", "cancel", "published")
        #expect(cancelled.code == 0, "\(cancelled.errors)")
        #expect(try await downloads().isEmpty)
        #expect(try names(shelf).allSatisfy { !$0.hasPrefix("published") })

        try await addCatalogue()
        #expect(try await evoke("models", "pull", "published", "--background").code == 0)
        try await wait(for: "the model") {
            let list = try await downloads()
            try #require(list.first?["state"] as? String != "failed", "\(list)")
            return try received()
        } until: { _ in
            try names(shelf).contains { $0.hasPrefix("published@") }
        }
        #expect(try await evoke("models", "show", "published").code == 0)
    }

    @Test func aNewerVersionIsUsedAndOneThatDoesNotLoadIsNot() async throws {
        try await addCatalogue()
        #expect(try await evoke("models", "pull", "published").code == 0)
        #expect(try await evoke("models", "update", "--check").text == "published: up to date\n")

        let picture = try PublishedModel.folder("pictures").display
        #expect(try await evoke("index", "--model", "published", picture).code == 0)
        try publish(adding: " ", to: "tokenizer.json")
        try await addCatalogue()
        #expect(try await evoke("models", "update", "--check").text.contains("there is a newer version"))
        let updated = try await evoke("models", "update")
        #expect(updated.code == 0 && updated.errors.contains("newer version of 'published'"), "\(updated.errors)")
        let search = try await evoke("search", "--json", "a cat")
        #expect(search.code == 0, "the library's old vectors answer: \(search.errors)")

        // Damaged after it was fetched, and before it is used the first time.
        let newest = try #require(
            try await evoke("models", "show", "--json", "published").objects().first?["folder"] as? String)
        try FileSystem.replace(FilePath(newest).appending("text.onnx"), with: Array("no graph".utf8))
        let fallen = try await evoke("index")
        #expect(fallen.code == 0 && fallen.errors.contains("version before it is used"), "\(fallen.errors)")
        #expect(fallen.errors.contains("4 unchanged"), "\(fallen.errors)")
        #expect(try await evoke("models", "list").text.contains("did not load"))
        #expect(try await evoke("search", "--json", "a cat").errors.isEmpty)
    }

    @Test(arguments: [
        ("text.onnx", "hash=wrong", "SHA-256"), ("image.onnx", "cdn-flip", "SHA-256"),
        ("evoke.json", "status=404", "does not have it"), ("evoke.json", "status=500", "has failed"),
        ("text.onnx", "status=403", "does not give it out"),
    ]) func whatIsNotWhatItShouldBeIsNotInstalled(file: String, trouble: String, words: String) async throws {
        try await addCatalogue([file: trouble])
        let pulled = try await evoke("models", "pull", "published", "--retry", "0")
        #expect(pulled.code == 1 && pulled.errors.contains(words), "\(pulled.errors)")
        #expect(try names(shelf).allSatisfy { !$0.hasPrefix("published") })
    }

    @Test func gatedModelsWantATokenThatIsNeverShown() async throws {
        try await addCatalogue(["text.onnx": "gated"], isGated: true)
        let refused = try await evoke("models", "pull", "published")
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains("licence") && refused.errors.contains("EVOKE_HUB_TOKEN_FILE"), "\(refused.errors)")
        let tokens = try home.write("tokens", "127.0.0.1:\(hub.port) good\n".utf8)
        let pulled = try await program.run(
            "exec", ["models", "pull", "published"],
            environment: ["EVOKE_MODELS": shelf.display, "EVOKE_HUB_TOKEN_FILE": tokens.display])
        #expect(pulled.code == 0 && !pulled.errors.contains("good"), "\(pulled.errors)")
        #expect(try hub.requests().filter { $0.server == "other" }.allSatisfy { $0.fields["authorization"] == nil })
    }

    @Test func cataloguesComeFromAddressesToo() async throws {
        let file = try catalogue([:])
        try hub.files.write("lists/catalogue.json", FileSystem.read(file))
        let address = hub.url("/plain/lists/catalogue.json")
        let added = try await evoke("models", "catalogue", "add", address)
        #expect(added.code == 0, "\(added.errors)")
        let list = try await evoke("models", "catalogue", "list", "--json").objects().first?["catalogues"]
        let row = try #require(list as? [[String: Any]]).first
        #expect(row?["origin"] as? String == address && row?["models"] as? [String] == ["published"])
        let hostile = try String(decoding: FileSystem.read(file), as: UTF8.self).replacing("evoke.json", with: "../x")
        let bad = try home.write("bad.json", hostile.utf8)
        let refused = try await evoke("models", "catalogue", "add", bad.display)
        #expect(refused.code == 1 && refused.errors.contains("leads out of its folder"), "\(refused.errors)")
        #expect(try await evoke("models", "catalogue", "remove", "acme").code == 0)
        #expect(try await evoke("models", "pull", "published").errors.contains("no catalogue lists it"))
    }

    private var shelf: FilePath { home.path.appending("shelf") }
    private var program: Program { Program(home: home) }

    /// Puts the starter model on the hub, one file of it longer.
    private func publish(adding text: String = "", to changed: String = "") throws {
        for name in Self.files {
            let bytes = try FileSystem.read(Installed.models().appending("starter/\(name)"))
            try hub.files.write("acme/starter/\(name)", bytes + (name == changed ? Array(text.utf8) : []))
        }
    }

    /// With what goes wrong with which file.
    private func catalogue(_ troubles: [String: String], isGated: Bool = false) throws -> FilePath {
        let files = Self.files.map { name in
            let trouble = troubles[name].map { "?" + $0 } ?? ""
            let url = hub.url("/acme/starter/resolve/main/\(name)\(trouble)")
            return "{\"path\": \"\(name)\", \"from\": \"\(url)\"}"
        }
        let text = """
            {"format": 1, "name": "acme", "models": [{"name": "published", "title": "The starter model", "purpose": "Tests",
              "languages": "many", "licence": "its parts'", "gated": \(isGated), "dimensions": 1000, "bytes": 134000000,
              "page": "https://models.example.org/", "files": [\(files.joined(separator: ", "))]}]}
            """
        return try home.write("acme.json", text.utf8)
    }

    private func addCatalogue(_ troubles: [String: String] = [:], isGated: Bool = false) async throws {
        let added = try await evoke("models", "catalogue", "add", catalogue(troubles, isGated: isGated).display)
        #expect(added.code == 0, "\(added.errors)")
    }

    private func evoke(_ words: String...) async throws -> Program.Outcome {
        try await program.run("exec", words, environment: ["EVOKE_MODELS": shelf.display])
    }

    private func start(_ words: String...) throws -> RunningProgram {
        try program.start(arguments: words, environment: ["EVOKE_MODELS": shelf.display])
    }

    private func downloads() async throws -> [[String: Any]] {
        let list = try await evoke("models", "downloads", "--json").objects().first?["downloads"]
        return list as? [[String: Any]] ?? []
    }

    /// How much of the text graph is there.
    private func received() throws -> Int64 {
        let place = shelf.appending("downloads/published/model")
        return try FileSystem.isFolder(place)
            ? FileSystem.filesBelow(place).filter { $0.display.hasPrefix("text.onnx") }.reduce(0) { sum, file in
                sum + (FileSystem.status(of: place.appending(file.bytes)).map { Int64($0.size) } ?? 0)
            } : 0
    }

    private func arrive(at bytes: Int64) async throws {
        try await wait(for: "\(bytes) bytes", watching: received) { $0 >= bytes }
    }

    private func names(_ folder: FilePath) throws -> [String] {
        try FileSystem.names(in: folder).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What nobody has to be asked for.
@Suite struct ModelPullUsageTests {
    @Test(arguments: [
        (["models", "pull"], 64, "Name one model"), (["models", "pull", "none"], 1, "no catalogue lists it"),
        (["models", "pull", "../x"], 1, "no catalogue lists it"),
        (["models", "pull", "medsiglip-448"], 1, "nobody publishes it"),
        (["models", "pull", "siglip-base", "--from", "file:///etc"], 64, "not an address on the web"),
        (["models", "pull", "siglip-base", "--max-size", "much"], 64, "--max-size"),
        (["models", "pull", "siglip-base", "--retry", "-1"], 64, "--retry"),
        (["models", "update", "none"], 1, "is in none of"), (["models", "update"], 0, "nothing to update"),
        (["models", "downloads", "pause"], 64, "pause, resume"), (["models", "downloads", "stop", "x"], 64, "none of"),
        (["models", "downloads", "pause", "../.."], 1, "none of that name"),
        (["models", "catalogue"], 64, "add, remove or list"),
        (["models", "catalogue", "add", "/none"], 1, "nothing at"),
        (["models", "catalogue", "add", "ftp://x/y"], 64, "not an address"),
    ]) func complainsOfWhatItCannotDo(words: [String], code: Int32, text: String) async throws {
        let program = Program()
        let outcome = try await program.run(
            "exec", words, environment: ["EVOKE_MODELS": program.home.path.appending("shelf").display])
        #expect(outcome.code == code && outcome.errors.contains(text), "\(outcome.code) \(outcome.errors)")
    }
}
