import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import EvokeWebAPI

/// Whoever asks over the library's socket sees that somebody works on it.
@Suite struct SignsOfLifeTests {
    @Test func theyComeUntilTheAnswerDoes() async throws {
        let isAllowed = Locked(false)
        let response = Response.withKeepAlives(every: .milliseconds(1)) {
            try? await wait(for: "the permission to answer") { isAllowed.withLock { $0 } }
            return Response(body: .bytes(Array("{\"total\": 3}".utf8)))
        }
        guard case .stream(let pieces) = response.body else {
            Issue.record("it is no stream")
            return
        }
        var text = ""
        for await piece in pieces {
            text += String(decoding: piece, as: UTF8.self)
            if text.utf8.count == 5 {
                #expect(text == "     ")
                isAllowed.withLock { $0 = true }
            }
        }
        #expect(text.hasPrefix("     ") && text.hasSuffix(" {\"total\": 3}"))
    }

    @Test func onlyThoseWhoAskForThemGetThem() async throws {
        let service = try await TestService.shared()
        for (way, preference, isStream) in [
            (Request.Way.librarySocket, Request.keepAlives, true), (.librarySocket, nil, false),
            (.network(isEncrypted: false), Request.keepAlives, false),
        ] {
            let headers = [("Host", "localhost"), ("Content-Type", "application/json")]
            let request = Request(
                method: "POST", target: "/api/search",
                headers: Headers(headers + (preference.map { [("Prefer", $0)] } ?? [])),
                body: Array("{\"text\": \"a cat\"}".utf8), way: way)
            let response = await service.service.response(to: request)
            #expect(response.status == 200 && response["Evoke-Version"] != nil)
            guard case .stream(let pieces) = response.body else {
                #expect(!isStream)
                continue
            }
            #expect(isStream)
            let bytes = await pieces.reduce(into: [UInt8]()) { $0 += $1 }
            #expect(try JSONText.value(SearchAnswer.self, of: bytes).total == 3)
        }
    }

    @Test func theyEndWithTheirListener() async throws {
        let isOver = Locked(false)
        do {
            let response = Response.withKeepAlives {
                try? await Task.sleep(for: .seconds(3_600))
                isOver.withLock { $0 = true }
                return Response()
            }
            guard case .stream(let pieces) = response.body else { return }
            for await _ in pieces { break }
        }
        try await wait(for: "the end of what nobody listens to") { isOver.withLock { $0 } }
    }
}
