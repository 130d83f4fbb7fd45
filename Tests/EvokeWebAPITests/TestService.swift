import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// The API over a library of real pictures and a model of four dimensions.
struct TestService: Sendable {
    /// Its own, with its library.
    let folder: TemporaryFolder
    /// Of an album, they belong to all of its tests.
    let photos: DiskPath
    let configuration: LibraryConfiguration
    let hub: FakeHub
    let library: PhotoLibrary
    let service: Service

    /// Three pictures, for tests that change nothing.
    static func shared() async throws -> TestService { try await three.value }

    private static let three = Task { try await TestService(of: Album.three) }

    /// A copy of an album's library.
    init(of album: Task<Album, any Error>, token: Token? = nil, hub: FakeHub = FakeHub()) async throws {
        let (album, folder) = (try await album.value, TemporaryFolder())
        let library = folder.path.appending("library")
        try album.copyLibrary(to: library)
        let configuration = album.configuration(library: library, models: folder.path.appending("models"))
        try await self.init(folder, photos: album.folder.path.appending("photos"), configuration, token, hub)
    }

    /// With photos of its own.
    ///
    /// - Parameter outlines: what stands in the place of those that are installed; empty for none.
    init(
        pictures: Int = 3, reader: FakeTextReader? = nil, outlines: String? = nil,
        including extra: (TemporaryFolder) throws -> Void = { _ in }
    ) async throws {
        let folder = TemporaryFolder()
        _ = try TinyModel(in: folder)
        var world = try? Installed.places()
        if let outlines {
            if !outlines.isEmpty { try folder.write("world/world.outlines", outlines.utf8) }
            world = folder.path.appending("world/places.table")
        }
        var configuration = LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path, worldPlaces: world)
        configuration.textReader = reader
        let photos = folder.path.appending("photos")
        try FileSystem.makeFolder(photos)
        for number in 0..<pictures { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        try extra(folder)
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([photos]) { _ in }
        try await library.close()
        try await self.init(folder, photos: photos, configuration, nil, FakeHub())
    }

    private init(
        _ folder: TemporaryFolder, photos: DiskPath, _ configuration: LibraryConfiguration, _ token: Token?,
        _ hub: FakeHub
    ) async throws {
        (self.folder, self.photos, self.configuration, self.hub) = (folder, photos, configuration, hub)
        library = try await PhotoLibrary.openAndFollow(
            configuration, downloader: ModelDownloader(configuration, from: hub))
        service = try Service(
            library, gate: Gate(names: ["nas"], token: token, shares: Shares(ofLibrary: configuration.library)),
            at: ("http://nas:7654/", true))
    }

    /// As a server does it: the head first, and then all of it.
    func answer(_ request: Request) async -> Answer { Answer(await service.response(to: request)) }

    func get(_ target: String, _ headers: [(String, String)] = [], method: String = "GET") async -> Answer {
        await answer(request(method, target, headers))
    }

    @discardableResult
    func send(_ json: String = "", to target: String, method: String = "POST") async -> Answer {
        await answer(request(method, target, [("Content-Type", "application/json")], Array(json.utf8)))
    }

    func send(_ form: TestForm, to target: String) async -> Answer {
        await answer(request("POST", target, [("Content-Type", form.type)], form.body))
    }

    func request(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: [UInt8] = []
    ) -> Request {
        Request(
            method: method, target: target, headers: Headers([("Host", "localhost:7654")] + headers), body: body,
            way: .network(isEncrypted: false))
    }

    func id(of name: String) async throws -> Int {
        let found = await get("/api/photos").results.first { $0["name"] as? String == name }
        return try #require(found?["id"] as? Int)
    }

    /// Gives marks to a photo, or takes them away.
    @discardableResult
    func mark(_ photo: Int, _ edit: String) async -> Answer {
        await send("{\"photos\": [\(photo)], \(edit)}", to: "/api/marks")
    }

    /// Waits until nothing is indexed any more.
    func rest() async throws {
        try await wait(
            for: "the end of indexing", watching: { library.indexing.progress },
            until: { ![.scanning, .encoding, .reading].contains($0.state) })
    }
}

struct Answer {
    let response: Response

    init(_ response: Response) {
        self.response = response
    }

    var status: Int { response.status }

    var bytes: [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:] }
    var results: [[String: Any]] { json["results"] as? [[String: Any]] ?? [] }
    var names: [String] { results.compactMap { $0["name"] as? String } }
    var kind: String? { json["kind"] as? String }

    /// Those fields of the object.
    func ints(_ names: String...) -> [Int?] { names.map { json[$0] as? Int } }
    func texts(_ names: String...) -> [String?] { names.map { json[$0] as? String } }
    func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }

    subscript(header: String) -> String? { response[header] }
}

extension Service {
    func response(to request: Request) async -> Response {
        var head = request
        head.body = []
        switch admit(head) {
        case .refused(let response): return response
        case .taken(var admitted):
            let isTaken = request.body.withUnsafeBytes { admitted.append($0) }
            precondition(isTaken, "the test sends more than is taken")
            let response = await respond(to: admitted)
            if case (.route(let route, _), .owner) = (admitted.destination, admitted.asker) {
                route.expectDescribed(response)
            }
            return response
        }
    }
}
