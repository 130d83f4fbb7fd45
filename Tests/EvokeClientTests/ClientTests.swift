import EvokeClient
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Servers that do what Evoke's does not.
@Suite struct ClientTests {
    private static let health = #"{"status": "ok", "version": "1", "library": "/l", "model": "m"}"#

    @Test func sendsItsTokenAndEscapesWhatIsAsked() async throws {
        let server = try CannedServer(CannedServer.answer(#"{"order": "best", "total": 0, "results": []}"#))
        let address = try #require(URL(string: server.address.absoluteString + "/?token=abc"))
        _ = try await EvokeClient(address).search("a+b & c/ü", not: "d=e", top: 3)
        let request = try #require(server.requests.first)
        #expect(
            request.hasPrefix("GET /api/search?q=a%2Bb%20%26%20c%2F%C3%BC&top=3&offset=0&not=d%3De HTTP/1.1\r\n"),
            "\(request)")
        #expect(request.contains("Authorization: Bearer abc\r\n"))
    }

    @Test(arguments: [
        (CannedServer.answer("<html>", headers: []), EvokeError.Kind.unsupported, "not an Evoke server"),
        ("SSH-2.0-OpenSSH_9.2\r\n", .unreachable, "response is invalid"), ("", .unreachable, "response is invalid"),
        (CannedServer.answer("{}"), .unsupported, "not as expected"),
        (CannedServer.answer("nonsense"), .unsupported, "not as expected"),
        (CannedServer.answer(health, length: 1_000), .unreachable, "broke off"),
        (CannedServer.answer("", status: "500 Oops"), .unreachable, "status 500"),
        (
            CannedServer.answer(
                #"{"type": "", "title": "", "status": 503, "kind": "busy", "detail": "No.", "remedy": "Wait."}"#,
                status: "503 Busy"), .unreachable, "it replied: No"
        ),
    ]) func saysWhatIsWrong(answer: String, kind: EvokeError.Kind, reason: String) async throws {
        let server = try CannedServer(answer)
        let client = try EvokeClient(server.address)
        let error = await #expect(throws: EvokeError.self) { try await client.health() }
        #expect(error?.kind == kind && error?.reason.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.subject == server.address.absoluteString)
    }

    @Test func manyWaitForNobody() async throws {
        let server = try CannedServer("", staysOpen: true)
        let client = try EvokeClient(server.address)
        let asking = (0..<20).map { _ in Task { try await client.health() } }
        try await wait(for: "twenty requests", watching: { server.requests.count }, until: { $0 == 20 })
        for task in asking { task.cancel() }
    }

    @Test func followsNobodyElsewhere() async throws {
        let other = try CannedServer(CannedServer.answer(Self.health))
        let server = try CannedServer(
            CannedServer.answer(
                "", status: "302 Found", headers: ["Evoke-Version: 1", "Location: \(other.address)/api/health"]))
        let client = try EvokeClient(server.address, token: "secret")
        await #expect(throws: EvokeError.self) { try await client.health() }
        #expect(server.requests.count == 1 && other.requests.isEmpty)
    }

    @Test func noticesWhenNobodyIsThere() async throws {
        let address = try CannedServer("").address
        let error = await #expect(throws: EvokeError.self) { try await EvokeClient(address).health() }
        #expect(error?.kind == .unreachable && error?.reason == "nothing answers there")
        for text in ["ftp://localhost", "localhost:7654", "/path", "http://"] {
            let address = try #require(URL(string: text))
            #expect(throws: EvokeError.self, "\(text)") { try EvokeClient(address) }
        }
    }

    @Test func isPatientForSoLong() async throws {
        for answer in ["", CannedServer.answer("{", length: 100)] {
            let server = try CannedServer(answer, staysOpen: true)
            let client = try EvokeClient(server.address, patience: .milliseconds(200))
            let error = await #expect(throws: EvokeError.self) { try await client.health() }
            #expect(
                error?.kind == .unreachable && error?.reason == "it does not respond", "\(error?.description ?? "")")
        }
    }

    @Test func endsWhenItIsCancelled() async throws {
        let server = try CannedServer("", staysOpen: true)
        let client = try EvokeClient(server.address)
        let asking = Task { try await client.health() }
        try await wait(for: "the request") { !server.requests.isEmpty }
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }

        let listening = Task { for try await _ in client.events() {} }
        try await wait(for: "the second request") { server.requests.count == 2 }
        listening.cancel()
        try await listening.value
    }

    @Test func readsEventsWhateverTheirPieces() async throws {
        let trouble = #"{"subject": "a", "kind": "damaged", "reason": "b", "remedy": ""}"#
        let text =
            ":\n\nevent: failed\ndata: \(trouble)\n\nevent: later\ndata: {}\n\nevent:problem\r\ndata:\(trouble)\r\n\r\n"
        let server = try CannedServer(CannedServer.answer(text))
        var events: [ServerEvent] = []
        for try await event in try EvokeClient(server.address).events() { events.append(event) }
        guard events.count == 2, case .failed(let failed) = events[0], case .problem(let problem) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(failed == problem && failed.reason == "b")
    }

    @Test func aPictureIsSentAsAForm() async throws {
        let server = try CannedServer(
            CannedServer.answer(#"{"model": "m", "fingerprint": "f", "dim": 1, "embedding": [1]}"#))
        let answer = try await EvokeClient(server.address).embed(picture: Array("picture".utf8))
        #expect(answer.embedding == [1] && answer.fingerprint == "f")
        #expect(server.requests.first?.contains("Content-Type: multipart/form-data; boundary=evoke-") == true)
    }
}
