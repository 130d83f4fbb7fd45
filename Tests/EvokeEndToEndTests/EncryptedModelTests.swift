import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// A model that its owner keeps encrypted, used through the program as any other.
@Suite struct EncryptedModelTests {
    private let home = TemporaryFolder()

    /// With the weights in the graphs, in a file for each tensor, and in one beside each graph.
    @Test(arguments: ["hub-clip", "immich-clip", "hub-clip-data"])
    func answersAsThePlainModelDoesAndLeavesNothingInTheOpen(name: String) async throws {
        let source = try PublishedModel.folder(name)
        let original = try FileSystem.filesBelow(source)
        let pictures = try PublishedModel.folder("pictures").display
        #expect(try await evoke("models", "add", "plain", source.display).code == 0)
        #expect(try await evoke("index", "--model", "plain", pictures).code == 0)
        let plain = try await search("a cat")
        #expect(plain.count == 4)
        let bits = try await vectors("--model", "plain")
        let open = try pieces(of: source, below: home.path)
        #expect(open.contains { $0.hasPrefix("shelf/") } && open.contains { $0.hasPrefix("cache/") }, "\(open)")
        #expect(try await evoke("models", "remove", "plain").code == 0)
        // What was made of the plain model may lie in the open.
        for name in ["cache", "temporary"] { try FileSystem.erase(home.path.appending(name)) }
        try FileSystem.makeFolder(home.path.appending("temporary"))

        let added = try await evoke("models", "add", "--encrypt", "mine", source.display)
        #expect(added.code == 0 && added.errors.contains("encrypted") && added.errors.contains("still unencrypted"))
        #expect(try FileSystem.filesBelow(source) == original, "the original is left alone")
        #expect(try await evoke("models", "use", "mine").errors == "The library now uses 'mine'.\n")
        #expect(try await search("a cat") == plain, "with the vectors that the plain model made")
        #expect(try await vectors() == bits, "the same to the bit")
        let again = try await evoke("index", "--model", "mine", pictures)
        #expect(again.code == 0 && again.errors.contains("4 unchanged"), "\(again.errors)")

        let library = home.path.appending("fresh").display
        #expect(try await evoke("index", "--library", library, "--model", "mine", pictures).code == 0)
        #expect(try await search("a cat", "--library", library) == plain)
        #expect(try pieces(of: source, below: home.path).isEmpty)
        #expect(FileSystem.isBareFolder(home.path.appending("temporary")), "no links are left")
    }

    @Test func aKilledServerLeavesNothingToRead() async throws {
        let source = try PublishedModel.folder("hub-clip-data")
        try await add("hub-clip-data")
        let pictures = try PublishedModel.folder("pictures").display
        #expect(try await evoke("index", "--model", "mine", pictures).code == 0)
        let server = try await ServedLibrary(Program(home: home), environment: environment())
        #expect(try await server.get("/api/search?q=a+cat").status == 200)
        let links = try links()
        #expect(links.count > 6 && links.allSatisfy { $0.hasPrefix("/proc/self/fd/") }, "\(links)")
        server.signal(SIGKILL)
        _ = await server.outcome()
        #expect(try pieces(of: source, below: home.path).isEmpty)
        #expect(try await search("a cat").count == 4)
        #expect(try self.links().isEmpty, "the next one cleans up")
    }

    /// Where the links to decrypted files lead: for each process, to files of its own.
    private func links() throws -> [String] {
        let folder = home.path.appending("temporary")
        return try FileSystem.filesBelow(folder).filter { $0.display.hasPrefix("evoke-model-") }
            .map { try FileManager.default.destinationOfSymbolicLink(atPath: folder.appending($0.bytes).display) }
    }

    /// The files below `folder` that hold 32 bytes of the weights, the tokenizer or the settings.
    private func pieces(of source: DiskPath, below folder: DiskPath) throws -> [String] {
        var slices: [Data] = []
        for file in try FileSystem.filesBelow(source) where !file.display.contains("model_") {
            let bytes = try Data(FileSystem.read(source.appending(file.bytes)))
            guard bytes.count > 800 else { continue }
            for part in 1..<8 {
                let start = bytes.count * part / 8
                let slice = bytes[start..<start + 32]
                // Rows of zeros are in many a file.
                if Set(slice).count > 8 { slices.append(slice) }
            }
        }
        let files = try FileSystem.filesBelow(folder)
        #expect(files.contains { $0.display.hasSuffix("library.sqlite") })
        return try files.filter { file in
            let file = folder.appending(file.bytes)
            // Links are not followed.
            guard
                try FileManager.default.attributesOfItem(atPath: file.display)[.type] as? FileAttributeType
                    == .typeRegular
            else { return false }
            let bytes = try Data(FileSystem.read(file))
            return slices.contains { bytes.range(of: $0) != nil }
        }.map(\.display)
    }

    private func add(_ name: String = "hub-clip") async throws {
        let added = try await evoke("models", "add", "--encrypt", "mine", PublishedModel.folder(name).display)
        try #require(added.code == 0, "\(added.errors)")
    }

    private func search(_ query: String, _ options: String...) async throws -> [String] {
        let outcome = try await run(["search", "--json", query] + options)
        let answer = try #require(try outcome.objects().first, "\(outcome.errors)")
        let results = try #require(answer["results"] as? [[String: Any]])
        return results.map { "\($0["path"] ?? "") \($0["score"] ?? "")" }
    }

    private func vectors(_ options: String...) async throws -> [String] {
        let picture = try PublishedModel.picture("20x20.png").display
        let model = options.isEmpty ? ["--model", "mine"] : options
        let lines = try await run(["models", "embed"] + model + ["--text", "a cat", "--precision", "f32", picture])
            .lines
        #expect(lines.count == 2)
        return lines.map { $0.replacingOccurrences(of: "\"plain\"", with: "\"mine\"") }
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome { try await run(arguments) }

    private func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program(home: home).run("exec", arguments, environment: environment())
    }

    /// All that is written goes below the test's own folder.
    private func environment() throws -> [String: String] {
        let places = [
            "EVOKE_MODELS": "shelf", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "configuration",
            "TMPDIR": "temporary",
        ].mapValues { home.path.appending($0).display }
        try FileSystem.makeFolder(home.path.appending("temporary"))
        return places.merging(["XDG_RUNTIME_DIR": ""]) { $1 }
    }
}
