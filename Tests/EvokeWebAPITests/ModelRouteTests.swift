import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeModels
@testable import EvokeWebAPI

@Suite struct ModelRouteTests {
    private static let base = "https://models.example.org/small"

    /// A service whose shelf knows a catalog with a model that the hub serves.
    private func service(before: @escaping @Sendable (FakeHub.Call) async throws -> Void = { _ in }) async throws
        -> TestService
    {
        let hub = FakeHub(before: before)
        let service = try await TestService(of: Album.one, hub: hub)
        let folder = TemporaryFolder()
        let tiny = try TinyModel(in: folder)
        var files: [CatalogModel.File] = []
        for name in ["evoke.json", "tokenizer.json", "image.onnx", "text.onnx"] {
            hub.serve(try FileSystem.read(tiny.folder.appending(name)), at: "\(Self.base)/\(name)")
            files.append(CatalogModel.File(name))
        }
        let catalog = ModelCatalog(
            name: "acme",
            models: [
                CatalogModel(
                    name: "small", title: "Small", purpose: "Tests", languages: "all", license: "MIT", dimensions: 4,
                    bytes: 9_000, speed: "quick", page: "https://models.example.org/", address: Self.base, files: files)
            ])
        let file = try folder.write("acme.json", catalog.json())
        _ = try await service.library.models.downloader.addCatalog(file.display)
        return service
    }

    @Test func listsWhatCanBeFetched() async throws {
        let service = try await service()
        let models = await service.get("/api/models/available").list("models")
        let small = try #require(models.first { $0["name"] as? String == "small" })
        #expect(small["licence"] as? String == "MIT" && small["is_downloaded"] as? Bool == false)
        #expect(models.contains { $0["name"] as? String == "medsiglip-448" && $0["gated"] as? Bool == true })
        #expect(service.hub.calls.isEmpty, "nobody is asked")
    }

    @Test func fetchesAModelAndTellsOfIt() async throws {
        let service = try await service()
        let news = service.library.changes
        let answer = await service.get("/api/models/small/pull", method: "POST")
        #expect(answer.status == 202 && answer.json["name"] as? String == "small")
        var told: [String] = []
        for await event in news {
            guard case .model(let event) = event else { continue }
            switch event {
            case .started: told.append("started")
            case .progress: if told.last != "progress" { told.append("progress") }
            case .succeeded: told.append("succeeded")
            case .failed(_, let error): told.append("\(error)")
            }
            if ["succeeded"].contains(told.last) || told.last?.hasPrefix("Could not") == true { break }
        }
        #expect(told == ["started", "progress", "succeeded"])
        let left = await service.get("/api/models/downloads").list("downloads")
        let models = await service.get("/api/models").list("models")
        #expect(left.isEmpty && models.contains { $0["name"] as? String == "small" })
        #expect(await service.get("/api/models/small/pull", method: "POST").status == 409, "it is there")
    }

    @Test func aDownloadUnderWayIsShownAndNotBegunTwice() async throws {
        let service = try await service { call in
            if case .fetch = call { try await Task.sleep(for: .seconds(600)) }
        }
        #expect(await service.get("/api/models/small/pull", method: "POST").status == 202)
        #expect(await service.get("/api/models/small/pull", method: "POST").status == 409)
        let downloads = await service.get("/api/models/downloads").list("downloads")
        #expect(downloads.map { $0["name"] as? String } == ["small"])
        try await service.library.close()
        #expect(service.library.models.downloader.downloads.list().map(\.state) == [.interrupted])
    }

    @Test func namesThatAreNoneAreNotFoundAndAnotherSiteCannotStartOne() async throws {
        let service = try await service()
        for name in ["none", "..", "a%2Fb", "-x", "small%00"] {
            #expect(await service.send(to: "/api/models/\(name)/pull").status == 404, "\(name)")
        }
        let other = await service.get("/api/models/small/pull", [("Origin", "https://evil.example")], method: "POST")
        #expect(other.status == 403 && service.hub.calls.isEmpty)
    }

    @Test func eventsHaveTheFormThatIsDescribed() throws {
        let download = ModelDownload(name: "small", state: .running)
        let events: [ModelEvent] = [
            .started("small"), .progress(download), .succeeded("small"),
            .failed("small", EvokeError(.diskFull, doing: "fetch", subject: "x", reason: "full")),
        ]
        let json = try events.map { event in
            try #require(
                JSONSerialization.jsonObject(with: Data(JSONText.bytes(of: DownloadEventJSON(event)))) as? [String: Any]
            )
        }
        #expect(json.map { $0["event"] as? String } == ["started", "progress", "succeeded", "failed"])
        #expect(json.allSatisfy { $0["name"] as? String == "small" })
        #expect((json[1]["download"] as? [String: Any])?["state"] as? String == "running")
        #expect((json[3]["error"] as? [String: Any])?["kind"] as? String == "diskFull")
    }
}
