import Glibc
import TestSupport
import Testing

@testable import ServeMicrohttpd

/// Whoever takes more than there is gets a clear answer, and costs the others nothing.
@Suite(.serialized) struct LimitTests {
    @Test func eventStreamsAreCounted() async throws {
        let served = try await Served()
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
        var line = ""
        // That one has gone is noticed when it is written to, which is every 15 seconds.
        for _ in 0..<80 where !line.hasSuffix("200 OK") {
            let descriptor = try served.ask("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            line = try await served.firstLine(from: descriptor)
            streams.append(descriptor)
            try await Task.sleep(for: .milliseconds(500))
        }
        #expect(line == "HTTP/1.1 200 OK")
        await served.server.stop()
        for descriptor in streams { close(descriptor) }
    }

    /// More connections than are taken wait until others end.
    @Test func connectionsAreCounted() async throws {
        let served = try await Served()
        let request = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let open = try (0..<600).map { _ in try served.ask(request) }
        var answered: [Int32] = []
        // Until nothing more comes.
        while true {
            try await Task.sleep(for: .milliseconds(500))
            let now = open.filter(served.hasAnswer)
            if !now.isEmpty, now.count == answered.count { break }
            answered = now
        }
        #expect((256...512).contains(answered.count), "\(answered.count)")
        #expect(try await served.firstLine(from: answered[0]) == "HTTP/1.1 200 OK")
        served.send(request, on: answered[0])
        #expect(
            try await served.firstLine(from: answered[0]) == "HTTP/1.1 200 OK", "those that are there are served on")
        for descriptor in answered { close(descriptor) }
        for descriptor in Set(open).subtracting(answered) {
            #expect(try await served.firstLine(from: descriptor) == "HTTP/1.1 200 OK")
            close(descriptor)
        }
        await served.server.stop()
    }

    /// Many large pictures at once: those that cannot be looked at in time are told so, and the next ones are served.
    @Test func workHasAnEnd() async throws {
        let served = try await Served(mostWork: .milliseconds(100))
        let large = TestPicture.largeTIFF(width: 6_000, height: 6_000)
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { try await served.post("/api/embed", picture: large, named: "large.tiff") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let late = answers.filter { $0.hasPrefix("HTTP/1.1 503 ") && $0.contains("timeOut") }
        #expect(!late.isEmpty)
        #expect(
            answers.filter { $0.hasPrefix("HTTP/1.1 200 ") }.count == 16 - late.count,
            "\(answers.map { $0.prefix(300) })")
        while served.server.busyCount > 0 { try await Task.sleep(for: .milliseconds(20)) }
        var last = ""
        for _ in 0..<200 where !last.hasPrefix("HTTP/1.1 200 ") {
            last = try await served.post("/api/embed", picture: TestPicture.png(1), named: "small.png")
        }
        #expect(last.hasPrefix("HTTP/1.1 200 "), "\(last.prefix(300))")
        await served.server.stop()
    }
}
