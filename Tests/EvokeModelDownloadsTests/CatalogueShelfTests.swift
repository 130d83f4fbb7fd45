import EvokeModelCatalogue
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeModelDownloads

@Suite struct CatalogueShelfTests {
    private let folder = TemporaryFolder()
    private let hub = FakeHub()
    private var shelf: CatalogueShelf { CatalogueShelf(on: folder.path.appending("shelf")) }
    private let source = "https://models.example.org/catalogue.json"

    @Test func anAddedCatalogueIsKept() async throws {
        hub.serve(try catalogue().json(), at: source)
        #expect(try await add(source).name == "acme")
        #expect(try shelf.model("acme-clip").dimensions == 4 && shelf.model("clip-vit-b-32").dimensions == 512)
        #expect(shelf.added().map(\.origin) == [source])
        #expect(
            FileSystem.status(of: folder.path.appending("shelf/catalogues/acme.json")).map { $0.permissions & 0o777 }
                == 0o600)

        let newer = catalogue(of: "acme-clip", "acme-other")
        hub.serve(try newer.json(), at: source)
        _ = try await add(source)
        #expect(shelf.added().map(\.catalogue) == [newer], "the same again replaces it")

        try shelf.remove("acme")
        #expect(shelf.added().isEmpty && isRefused { try shelf.model("acme-clip") })
        #expect(isRefused { try shelf.remove("acme") } && isRefused { try shelf.remove("../acme") })
        #expect(isRefused { try shelf.remove("evoke") })
    }

    @Test func itMayBeAFile() async throws {
        let file = try folder.write("mine.json", catalogue().json())
        #expect(try await add(file.display).models.count == 1)
        await #expect(throws: EvokeError.self) { try await add(folder.path.display) }
        await #expect(throws: EvokeError.self) { try await add("/dev/zero") }
        await #expect(throws: EvokeError.self) { try await add(folder.path.appending("absent").display) }
        _ = try folder.write("large.json", [UInt8](repeating: 32, count: 1_000_001))
        await #expect(throws: EvokeError.self) { try await add(folder.path.appending("large.json").display) }
        #expect(hub.calls.isEmpty)
    }

    @Test func namesThatMeanTwoThingsAreRefused() async throws {
        hub.serve(try catalogue(of: "clip-vit-b-32").json(), at: source)
        await #expect(throws: EvokeError.self) { try await add(source) }
        hub.serve(try catalogue(of: "CLIP-vit-B-32").json(), at: source)
        await #expect(throws: EvokeError.self) { try await add(source) }
        hub.serve(try ModelCatalogue(name: "evoke", models: catalogue().models).json(), at: source)
        await #expect(throws: EvokeError.self) { try await add(source) }
        hub.serve(try catalogue().json(), at: source)
        _ = try await add(source)
        hub.serve(try catalogue().json(), at: source + "2")
        await #expect(throws: EvokeError.self) { try await add(source + "2") }
        hub.serve(try ModelCatalogue(name: "other", models: catalogue().models).json(), at: source + "3")
        await #expect(throws: EvokeError.self) { try await add(source + "3") }
        #expect(shelf.added().count == 1)
    }

    @Test func whatIsHostileLeavesNothingBehind() async throws {
        hub.serve(Array("{}".utf8), at: source)
        await #expect(throws: EvokeError.self) { try await add(source) }
        #expect(FileSystem.isBareFolder(folder.path.appending("shelf/catalogues")))
    }

    @Test func oneThatWasDamagedOnTheDiskIsSaidAndLeftOut() async throws {
        hub.serve(try catalogue().json(), at: source)
        _ = try await add(source)
        try folder.write("shelf/catalogues/acme.json", "{".utf8)
        var told: [EvokeError] = []
        #expect(shelf.added { told.append($0) }.isEmpty && told.map(\.kind) == [.damaged])
        #expect(shelf.models() == ModelCatalogue.builtIn.models)
    }

    private func catalogue(of names: String...) -> ModelCatalogue {
        ModelCatalogue(
            name: "acme",
            models: (names.isEmpty ? ["acme-clip"] : names).map { name in
                CatalogueModel(
                    name: name, title: "", purpose: "", languages: "", licence: "", dimensions: 4, bytes: 9, speed: "",
                    page: "https://models.example.org/", address: "https://models.example.org/m",
                    files: [CatalogueModel.File("evoke.json")])
            })
    }

    private func add(_ source: String) async throws -> ModelCatalogue {
        try await shelf.add(source, tokens: HubTokens(), fetcher: hub)
    }

    private func isRefused(_ body: () throws -> some Any) -> Bool {
        do {
            _ = try body()
            return false
        } catch {
            return error is EvokeError
        }
    }
}
