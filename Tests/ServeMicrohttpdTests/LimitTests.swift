import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import ServeMicrohttpd

/// Whoever takes more than there is gets a clear answer, and costs the others nothing.
@Suite(.serialized) struct LimitTests {
    @Test func eventStreamsAreCounted() async throws {
        let served = try await Served(SmallLibrary())
        var streams: [Int32] = []
        for _ in 0..<64 {
            let descriptor = try served.ask("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await served.firstLine(from: descriptor) == "HTTP/1.1 200 OK")
            streams.append(descriptor)
        }
        let refused = try await served.get("/api/events")
        #expect(refused.hasPrefix("HTTP/1.1 503 "), "\(refused.prefix(200))")
        #expect(try await served.get("/api/search?q=a+dog").hasPrefix("HTTP/1.1 200 "))
        close(streams.removeLast())
        // Nothing happens that would be told.
        try await wait(for: "a place") {
            let descriptor = try served.ask("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            streams.append(descriptor)
            return try await served.firstLine(from: descriptor) == "HTTP/1.1 200 OK"
        }
        await served.server.stop()
        for descriptor in streams { close(descriptor) }
    }

    /// Larger than what may wait for a client. Nobody holds all of it, and a client that leaves makes room.
    @Test func aDownloadIsReadAsItIsSent() async throws {
        let served = try await Served(SmallLibrary())
        let size = 24_000_000
        try OpenFile(served.folder.path.appending("photos/0.png"), .change, doing: "make larger").setSize(size)
        let body = "{\"photos\": [1, 2, 3]}"
        func address() async throws -> String {
            let made = try await served.send(
                "POST /api/archives HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try #require(made.split(separator: "\"").first { $0.hasPrefix("/api/archives/") }.map(String.init))
        }
        let whole = try await served.get(try await address())
        #expect(whole.hasPrefix("HTTP/1.1 200 ") && whole.hasSuffix("\r\n0\r\n\r\n"))
        let end = String(decoding: whole.utf8.suffix(2_000), as: UTF8.self)
        #expect(whole.utf8.count > size && end.contains("photos/2.png"))
        for _ in 0..<8 {
            let descriptor = try await served.ask(
                "GET \(address()) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let line = try await served.firstLine(from: descriptor)
            close(descriptor)
            #expect(line == "HTTP/1.1 200 OK" || line.hasPrefix("HTTP/1.1 503"))
        }
        try await wait(for: "a place") { try await served.get(try await address()).hasPrefix("HTTP/1.1 200 ") }
        await served.server.stop()
    }

    /// Whoever asks for nothing holds no place for which others wait, whether they have asked before or not.
    @Test func silentConnectionsGiveWay() async throws {
        let served = try await Served()
        let request = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let silent = try (0..<400).map { _ in try served.connect() }
        let half = try (0..<200).map { _ in try served.ask("GET /api/health HTTP/1.1\r\n") }
        let open = try (0..<200).map { _ in try served.ask(request) }
        for descriptor in open {
            #expect(try await served.firstLine(from: descriptor) == "HTTP/1.1 200 OK")
        }
        for descriptor in silent + half + open { close(descriptor) }
        await served.server.stop()
    }

    /// Those that cannot be answered in time are told so, and the next ones are served.
    @Test func workHasAnEnd() async throws {
        let isAllowed = Locked(false)
        let served = try await Served(mostWork: .milliseconds(1), embeddingOnce: isAllowed)
        let late = try await served.embed()
        #expect(late.hasPrefix("HTTP/1.1 503 ") && late.contains("timeOut"), "\(late)")
        isAllowed.withLock { $0 = true }
        // The server may look at its clock while this is under way.
        try await wait(for: "an answer in time") { try await served.embed().hasPrefix("HTTP/1.1 200 ") }
        await served.server.stop()
    }
}
