import EvokeDigests
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct WebAppTests {
    /// The folder that the app is written in.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/C/EvokeCWebApp/App")

    private func ask(_ path: String, _ headers: [(String, String)] = []) throws -> Response {
        let request = Request(
            method: "GET", target: path, headers: Headers(headers), body: [], way: .network(isEncrypted: false))
        return try #require(WebApp.file(for: request), "\(path)").response(to: request)
    }

    /// What the page asks for is there, compressed for whoever takes that, and browsers keep it for good.
    @Test func thePageHasAllThatItAsksFor() throws {
        let page = try ask("/people")
        #expect(page.headers.contains { $0 == ("Cache-Control", "no-cache") })
        guard case .bytes(let bytes) = page.body else { throw CancellationError() }
        let names = Set(
            String(decoding: bytes, as: UTF8.self)
                .matches(of: /(?:src|href)="(\/[\w.]+\.(?:js|css|svg|png|webmanifest))/).map { String($0.1) })
        #expect((4...8).contains(names.count), "\(names)")
        for name in names {
            let (plain, short) = (try ask(name), try ask(name, [("Accept-Encoding", "br;q=1.0, GZIP;q=0.5")]))
            guard case .bytes(let bytes) = plain.body, case .bytes(let compressed) = short.body else {
                throw CancellationError()
            }
            #expect(try gunzip(compressed, sizeLimit: 1 << 20) == bytes, "\(name)")
            #expect(short.headers.contains { $0 == ("Content-Encoding", "gzip") })
            #expect(plain.headers.contains { $0.0 == "Cache-Control" && $0.1.hasSuffix("immutable") })
            let refused = try ask(name, [("Accept-Encoding", "gzip;q=0")])
            #expect(!refused.headers.contains { $0.0 == "Content-Encoding" })
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
