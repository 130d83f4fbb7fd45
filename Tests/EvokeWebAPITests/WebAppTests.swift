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

    @Test("No page needs what its policy forbids")
    func policy() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "index.html"), encoding: .utf8)
        for forbidden in [" style=", "<style", " onclick=", "<script>", "http://", "https://"] {
            #expect(!page.contains(forbidden))
        }
    }
}
