import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// The API over a library of real pictures and a model of four dimensions.
struct TestService {
    let folder = TemporaryFolder()
    let hub: FakeHub
    let host: LibraryHost
    let service: Service

    var photos: FilePath { folder.path.appending("photos") }
    var places: Places { Self.places(folder) }

    /// - Parameter outlines: what stands in the place of those that are installed; empty for none.
    init(
        token: Token? = nil, pictures: Int = 3, hub: FakeHub = FakeHub(), reader: FakeTextReader? = nil,
        outlines: String? = nil,
        including extra: (TemporaryFolder) throws -> Void = { _ in }
    ) async throws {
        self.hub = hub
        _ = try TinyModel(in: folder)
        var places = Self.places(folder)
        if let outlines {
            if !outlines.isEmpty { try folder.write("world/world.outlines", outlines.utf8) }
            places = Self.places(folder, world: folder.path.appending("world/places.table"))
        }
        places.textReader = reader
        for number in 0..<pictures { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        if pictures == 0 { try FileSystem.makeFolder(folder.path.appending("photos")) }
        try extra(folder)
        let library = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([folder.path.appending("photos")]) { _ in }
        try await library.close()
        host = try await LibraryHost.open(places, downloader: ModelDownloader(places, from: hub))
        service = try Service(
            host,
            gate: Gate(
                names: ["nas"], token: token, shares: Shares(ofLibrary: places.library)),
            at: ("http://nas:7654/", true))
    }

    private static func places(_ folder: TemporaryFolder, world: FilePath? = nil) -> Places {
        Places(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: folder.path.appending("cache"), worldPlaces: world ?? (try? Installed.places()))
    }

    /// As a server does it: the head first, and then all of it.
    func answer(_ request: Request) async -> Answer { Answer(await service.response(to: request)) }

    func get(_ target: String, _ headers: [(String, String)] = [], method: String = "GET") async -> Answer {
        await answer(request(method, target, headers))
    }

    func send(_ json: String, to target: String, method: String = "POST") async -> Answer {
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

    /// Waits until nothing is indexed any more.
    func rest() async throws {
        try await wait(
            for: "the end of indexing", watching: { host.news.progress },
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
            return await respond(to: admitted)
        }
    }
}
