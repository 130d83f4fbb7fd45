import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// What a server on a network hears sooner or later. None of it may crash it, stop it or get a file out of it.
@Suite struct AttackTests {
    @Test(arguments: [
        "/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
        "/....//....//etc/passwd",
        "/%252e%252e%252fetc%252fpasswd", "/..%c0%af..%c0%afetc/passwd", "/..%5c..%5cetc%5cpasswd",
        "/\\..\\..\\etc\\passwd",
        "//etc/passwd", "/api/photos/..%2f..%2fetc%2fpasswd/original",
        "/api/photos/1/original/..%2f..%2f..%2fetc%2fpasswd",
        "/api/photos/1/../../../etc/passwd", "/api/photos/%2fetc%2fpasswd/original", "/file:///etc/passwd",
        "/api/photos/1%00.jpg/original", "/etc/passwd%00.jpg", "/.git/config", "/library.sqlite", "/token", "/socket",
        "http://localhost/../etc/passwd",
    ]) func servesNoFileByItsPath(target: String) async throws {
        let server = try await ServedAlbum.server()
        let response = try await server.get(target)
        #expect([400, 404].contains(response.status), "\(target): \(response.status)")
        #expect(!String(decoding: response.body, as: UTF8.self).contains("root:"))
    }

    @Test(arguments: [
        "", "\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        "GET \u{0} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}\r\n\r\n",
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -5\r\n\r\n",
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5x\r\n\r\n{}",
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + "99999999999999999999999\r\n\r\n",
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "FFFFFFFFFFFFFFFFF\r\n",
        "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
            + "Content-Length: 3\r\n\r\n3\r\n{}x\r\n0\r\n\r\n",
        "GET /api/search?q=a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789",
    ]) func survivesBrokenRequests(text: String) async throws {
        let server = try await ServedAlbum.server()
        let connection = try RawConnection(port: server.port, patience: 2)
        try await connection.send(Array(text.utf8))
        if let response = RawConnection.parse(try await connection.everything()) {
            #expect((400..<600).contains(response.status), "\(text.prefix(80)): \(response.status)")
        }
        #expect(try await server.get("/api/health").status == 200)
    }

    @Test func refusesLargeBodiesBeforeTheyCome() async throws {
        let server = try await ServedAlbum.server()
        for (type, length) in [("application/json", 1_000_001), ("multipart/form-data; boundary=b", 64_000_001)] {
            let connection = try RawConnection(port: server.port)
            let head =
                "POST /api/search HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \(type)\r\n"
                + "Content-Length: \(length)\r\n\r\n"
            try await connection.send(Array(head.utf8))
            #expect(try await connection.response().status == 413)
        }
    }

    @Test func refusesBodiesWithoutAnEnd() async throws {
        let server = try await ServedAlbum.server()
        let connection = try RawConnection(port: server.port)
        let head =
            "POST /api/embed HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        try await connection.send(Array(head.utf8))
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8)
        var sent = 0
        while sent < 1_000, try await connection.send(chunk) { sent += 1 }
        #expect(sent < 1_000, "65 MB were taken")
    }

    @Test func limitsHeaders() async throws {
        let server = try await ServedAlbum.server()
        let large = String(repeating: "a", count: 60_000)
        for (target, headers) in [("/api/health", [("X", large)]), ("/api/search?q=\(large)", [])] {
            let response = try await server.get(target, headers)
            #expect([400, 413, 414, 431].contains(response.status), "\(response.status)")
        }
        let many = (0..<5_000).map { ("X-\($0)", "y") }
        #expect([400, 413, 431].contains(try await server.get("/api/health", many).status))
    }

    @Test func headersCannotBeInjected() async throws {
        let server = try await ServedAlbum.server()
        for target in [
            "/api/search?q=a%0d%0aSet-Cookie:%20x=y", "/?token=a%0d%0aSet-Cookie:%20x=y", "/%0d%0aSet-Cookie:%20x",
        ] {
            #expect(try await server.get(target).headers["set-cookie"] == nil)
        }
        let evil = try await server.get(
            "/api/photos/1/original", [("Range", "bytes=0-0\r\nX-Evil: 1"), ("If-Range", "\r\n")])
        #expect(evil.headers["x-evil"] == nil)
    }

    @Test func methodsAreNotConfused() async throws {
        let server = try await ServedAlbum.server()
        for method in ["DELETE", "PUT", "PATCH", "TRACE", "OPTIONS", "CONNECT", "FOO", "get"] {
            #expect([400, 405].contains(try await server.request(method, "/api/search?q=a").status), "\(method)")
        }
        let override = try await server.get("/api/library", [("X-HTTP-Method-Override", "DELETE")])
        #expect(override.status == 200)
        let body = Array("{\"path\": \"/\"}".utf8)
        let simple = try await server.request(
            "POST", "/api/library/roots", [("Content-Type", "text/plain")], body: body)
        #expect(simple.status == 415, "a form on another site could send it")
    }

    @Test func otherSitesAreRefused() async throws {
        let server = try await ServedAlbum.server()
        #expect(try await server.request("GET", "/api/health", host: "evil.example").status == 403)
        #expect(try await server.request("GET", "/", host: "evil.example:\(server.port)").status == 403)
        #expect(try await server.get("/api/health", [("Origin", "http://evil.example")]).status == 403)
        #expect(try await server.get("/api/photos/1/thumbnail", [("Sec-Fetch-Site", "cross-site")]).status == 403)
        let preflight = try await server.request(
            "OPTIONS", "/api/search",
            [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST")])
        #expect(preflight.status == 403 && preflight.headers["access-control-allow-origin"] == nil)
    }

    @Test func badRangesHarmNothing() async throws {
        let server = try await ServedAlbum.server()
        for range in ["bytes=-", "bytes=9999999999-", "bytes=5-1", "bytes=0-,0-,0-,0-,0-", "bytes=-0", "chickens=1-2"] {
            let response = try await server.get("/api/photos/1/original", [("Range", range)])
            #expect([200, 416].contains(response.status), "\(range): \(response.status)")
        }
    }

    /// Pictures that promise much or hold little: each costs its sender an answer, and others nothing.
    @Test func damagedUploadsAreRefused() async throws {
        let server = try await ServedAlbum.server()
        let folder = TemporaryFolder()
        let picture = try FileSystem.read(Installed.album().appending("animals/mammals/dog.png"))
        var random = SeededGenerator(seed: 9)
        // Loads the image side, which is large.
        _ = try await server.send(picture: Installed.album().appending("animals/mammals/dog.png"), to: "/api/embed")
        let before = try server.residentMemory()
        for round in 0..<40 {
            var bytes = picture
            for _ in 0..<20 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 2 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))) }
            let file = try folder.write("x", bytes.isEmpty ? [0] : bytes)
            let response = try await server.send(picture: file, to: "/api/embed")
            #expect([200, 422].contains(response.status), "\(response.status)")
        }
        let bomb = try folder.write("bomb", TestPicture.pngBomb(width: 60_000, height: 60_000))
        #expect(try await server.send(picture: bomb, to: "/api/search").status == 422)
        #expect(try server.residentMemory() - before < 200_000)
    }

    /// Clients that say half a word and stay: everybody else is answered as before.
    @Test func slowClientsCostOthersNothing() async throws {
        let server = try await ServedAlbum.server()
        var slow: [RawConnection] = []
        for number in 0..<200 {
            let connection = try RawConnection(port: server.port)
            let piece =
                number % 2 == 0
                ? "GET /api/health HT"
                : "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
            try await connection.send(Array(piece.utf8))
            slow.append(connection)
        }
        for _ in 0..<20 { #expect(try await server.get("/api/search?q=a+dog").status == 200) }
        // Nor are they waited for without end; a byte now and then buys no time.
        let trickling = slow[0]
        try await wait(for: "the end of the server's patience") {
            try await Task.sleep(for: .seconds(1))
            return try await !trickling.send([UInt8(ascii: "T")])
        }
        #expect(try await slow[2].isEnded())
    }

    /// Whoever asks for a large file and does not read it holds up nobody.
    @Test func readersThatDoNotReadHoldUpNobody() async throws {
        let server = try await ServedAlbum.server()
        var idle: [RawConnection] = []
        let request = "GET /api/photos/1/original HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in 0..<50 {
            let connection = try RawConnection(port: server.port)
            try await connection.send(Array(String(repeating: request, count: 20).utf8))
            idle.append(connection)
        }
        #expect(try await server.get("/api/search?q=a+dog").status == 200)
        #expect(idle.count == 50)
    }

    @Test func memoryStaysFlat() async throws {
        let server = try await ServedLibrary(
            AlbumLibrary.program(), ["--library", try await ServedAlbum.copy().display])
        func ask(_ count: Int) async throws {
            let connection = try RawConnection(port: server.port)
            let request = "GET /api/photos/1/thumbnail HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let last = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            async let answers = connection.everything()
            for _ in 0..<count / 100 { try await connection.send(Array(String(repeating: request, count: 100).utf8)) }
            try await connection.send(Array(last.utf8))
            #expect(try await answers.count > 1_000 * count)
        }
        try await ask(2_000)
        // The server loads the text side by and by; it is there when the first search is answered.
        #expect(try await server.get("/api/search?q=a+dog").status == 200)
        let before = try server.residentMemory()
        try await ask(10_000)
        #expect(try server.residentMemory() - before < 30_000)
    }
}
