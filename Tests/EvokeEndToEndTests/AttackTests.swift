import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// What a server on a network hears sooner or later. None of it may crash it, stop it or get a file out of it.
@Suite struct AttackTests {
    @Test func servesNoFileByItsPath() async throws {
        let server = try await ServedAlbum.server()
        for target in [
            "/../../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%252e%252e%252fetc%252fpasswd",
            "/..%c0%af..%c0%afetc/passwd", "/..%5c..%5cetc%5cpasswd", "//etc/passwd",
            "/api/photos/..%2f..%2fetc%2fpasswd/original", "/api/photos/1/original/..%2f..%2f..%2fetc%2fpasswd",
            "/api/photos/%2fetc%2fpasswd/original", "/file:///etc/passwd", "/api/photos/1%00.jpg/original",
            "/library.sqlite", "/token", "/socket", "http://localhost/../etc/passwd",
        ] {
            let response = try await server.get(target)
            #expect([400, 404].contains(response.status), "\(target): \(response.status)")
            #expect(!String(decoding: response.body, as: UTF8.self).contains("root:"))
        }
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

    /// Pictures that promise much or hold little: each costs its sender an answer, and others nothing.
    @Test func damagedUploadsAreRefused() async throws {
        let server = try await ServedAlbum.server()
        let folder = TemporaryFolder()
        let picture = try FileSystem.read(Installed.album().appending("animals/mammals/dog.png"))
        var random = SeededGenerator(seed: TestSeed.value)
        // Loads the image side, which is large.
        _ = try await server.send(picture: Installed.album().appending("animals/mammals/dog.png"), to: "/api/embed")
        let before = try server.residentMemory()
        for round in 0..<20 {
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

    /// Clients that say half a word and stay, and those that ask for large files and do not read them: everybody else is
    /// answered as before.
    @Test func slowClientsCostOthersNothing() async throws {
        let server = try await ServedAlbum.server()
        let whole = "GET /api/photos/1/original HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let pieces = [
            "GET /api/health HT", String(repeating: whole, count: 20),
            "POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
        ]
        var slow: [RawConnection] = []
        for number in 0..<150 {
            let connection = try RawConnection(port: server.port)
            try await connection.send(Array(pieces[number % 3].utf8))
            slow.append(connection)
        }
        for _ in 0..<20 { #expect(try await server.get("/api/search?q=a+dog").status == 200) }
        #expect(slow.count == 150)
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
