import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct WebAppTests {
    /// The folder that the app is written in.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/C/EvokeCWebApp/App")

    @Test("Every file of the app is part of the program, with its type")
    func whole() throws {
        let types = [
            "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
            "png": "image/png",
            "js": "text/javascript; charset=utf-8", "webmanifest": "application/manifest+json",
        ]
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(files.count > 10)
        for file in files {
            let request = Request(
                method: "GET", target: "/" + file.lastPathComponent, headers: Headers([]), body: [],
                way: .network(isEncrypted: false))
            let answer = try #require(WebApp.file(for: request), "\(file.lastPathComponent) is not in web_app.c")
            #expect(try answer.bytes == Array(Data(contentsOf: file)), "\(file.lastPathComponent) is an older one")
            #expect(answer.type == types[file.pathExtension])
        }
    }

    @Test("Where nothing is, a browser gets the page, and a program gets JSON")
    func nothing() async throws {
        let service = try await TestService(of: Album.one)
        for (target, accept, status, type) in [
            ("/photoes", "text/html,*/*", 404, "text/html; charset=utf-8"),
            ("/photo/x", "text/html", 404, "text/html; charset=utf-8"),
            ("/photoes", "*/*", 404, "application/problem+json"),
            ("/api/photoes", "text/html", 404, "application/problem+json"),
            ("/photo/4711", "text/html", 200, "text/html; charset=utf-8"),
        ] {
            let answer = await service.get(target, [("Accept", accept)])
            #expect(answer.status == status && answer["Content-Type"] == type, "\(target) \(accept)")
        }
    }

    @Test("No page needs what its policy forbids")
    func policy() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "index.html"), encoding: .utf8)
        for forbidden in [" style=", "<style", " onclick=", "<script>", "http://", "https://"] {
            #expect(!page.contains(forbidden))
        }
    }
}
