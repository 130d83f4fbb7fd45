import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeModels

@Suite struct CatalogStoreTests {
    private let folder = TemporaryFolder()
    private let hub = FakeHub()
    private var modelStore: CatalogStore { CatalogStore(on: folder.path.appending("shelf")) }
    private let source = "https://models.example.org/catalogue.json"

    @Test func anAddedCatalogIsKept() async throws {
        hub.serve(try catalog().json(), at: source)
        #expect(try await add(source).name == "acme")
        #expect(
            try modelStore.model("acme-clip").dimensions == 4 && modelStore.model("clip-vit-b-32").dimensions == 512)
        let mode = try FileStatus(of: folder.path.appending("shelf/catalogues/acme.json")).permissions
        #expect(modelStore.added().map(\.origin) == [source] && mode & 0o777 == 0o600)

        let newer = catalog(of: "acme-clip", "acme-other")
        hub.serve(try newer.json(), at: source)
        _ = try await add(source)
        #expect(modelStore.added().map(\.catalog) == [newer], "the same again replaces it")
    }

    @Test func oneThatIsRemovedIsGone() async throws {
        hub.serve(try catalog().json(), at: source)
        _ = try await add(source)
        try modelStore.remove("acme")
        #expect(modelStore.added().isEmpty && isRefused { try modelStore.model("acme-clip") })
        #expect(["acme", "../acme", "evoke"].allSatisfy { name in isRefused { try modelStore.remove(name) } })
    }

    @Test func itMayBeAFile() async throws {
        let file = try folder.write("mine.json", catalog().json())
        #expect(try await add(file.display).models.count == 1)
        let large = try folder.write("large.json", [UInt8](repeating: 32, count: 1_000_001))
        for other in [folder.path, DiskPath("/dev/zero"), folder.path.appending("absent"), large] {
            await #expect(throws: EvokeError.self, "\(other)") { try await add(other.display) }
        }
        #expect(hub.calls.isEmpty)
    }

    @Test func namesThatMeanTwoThingsAreRefused() async throws {
        let other = source + "2"
        hub.serve(try catalog().json(), at: source)
        _ = try await add(source)
        // Models of Evoke's own catalogue, its name, the name of another, and another's model.
        for refused in [
            catalog(of: "clip-vit-b-32"), catalog(of: "CLIP-vit-B-32"),
            ModelCatalog(name: "evoke", models: catalog(of: "new").models), catalog(),
            ModelCatalog(name: "other", models: catalog().models),
        ] {
            hub.serve(try refused.json(), at: other)
            await #expect(throws: EvokeError.self) { try await add(other) }
        }
        #expect(modelStore.added().count == 1)
    }

    @Test func whatIsHostileLeavesNothingBehind() async throws {
        hub.serve(Array("{}".utf8), at: source)
        await #expect(throws: EvokeError.self) { try await add(source) }
        #expect(FileSystem.isBareFolder(folder.path.appending("shelf/catalogues")))
    }

    @Test func oneThatWasDamagedOnTheDiskIsSaidAndLeftOut() async throws {
        hub.serve(try catalog().json(), at: source)
        _ = try await add(source)
        try folder.write("shelf/catalogues/acme.json", "{".utf8)
        var told: [EvokeError] = []
        #expect(modelStore.added { told.append($0) }.isEmpty && told.map(\.kind) == [.damaged])
        #expect(modelStore.models() == ModelCatalog.builtIn.models)
    }

    private func catalog(of names: String...) -> ModelCatalog {
        ModelCatalog(
            name: "acme",
            models: (names.isEmpty ? ["acme-clip"] : names).map { name in
                CatalogModel(
                    name: name, title: "", purpose: "", languages: "", license: "", dimensions: 4, bytes: 9, speed: "",
                    page: "https://models.example.org/", address: "https://models.example.org/m",
                    files: [CatalogModel.File("evoke.json")])
            })
    }

    private func add(_ source: String) async throws -> ModelCatalog {
        try await modelStore.add(source, tokens: HubTokens(), fetcher: hub)
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
