import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// Calls to servers that do not answer as they should; `VectorsMilvusTests` calls one that does.
@Suite struct CallTests {
    @Test func aTokenIsNotSentForAllToRead() throws {
        let token = SecretToken("secret")
        let error = #expect(throws: EvokeError.self) {
            try CurlCaller(RemoteServer(url: "http://vectors.example:19530", token: token))
        }
        #expect(error?.kind == .notAllowed && error?.subject == "vectors.example:19530")
        for url in ["https://vectors.example:19530", "http://127.0.0.1:19530"] {
            _ = try CurlCaller(RemoteServer(url: url, token: token))
        }
        _ = try CurlCaller(RemoteServer(url: "http://vectors.example:19530"))
    }

    @Test func whatIsNoAddressIsRefused() {
        for url in ["", "vectors", "http://user:password@vectors.example", "ftp://vectors.example"] {
            #expect(throws: EvokeError.self) { try CurlCaller(RemoteServer(url: url)) }
        }
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        let caller = try CurlCaller(RemoteServer(url: "http://127.0.0.1:1"))
        let error = await #expect(throws: EvokeError.self) { try await caller.call("a.B/C", []) }
        #expect(error?.kind == .unreachable && error?.subject == "127.0.0.1:1")
    }

    @Test func aServerThatSpeaksOtherwiseIsNone() async throws {
        let address = try #require(Address(Fetching.sharedHub().url("/org/m/model.onnx")))
        var limits = Limits()
        limits.patience = 1
        let server = RemoteServer(url: "http://\(address.origin.host):\(address.origin.port)")
        let caller = try CurlCaller(server, limits: limits) { _ in nil }
        let error = await #expect(throws: EvokeError.self) { try await caller.call("a.B/C", [1, 2, 3]) }
        #expect(error?.kind == .unreachable)
    }

    @Test(
        arguments: [
            (["HTTP/2 200 ", "grpc-status: 16", "Grpc-Message: no, never"], .notAllowed, "no, never"),
            (["HTTP/2 200 ", "grpc-status: 14", "Grpc-Message: no, never"], .unreachable, "no, never"),
            (["HTTP/2 404 "], .unreachable, "404"), (["grpc-status: 0"], .unreachable, ""),
        ] as [([String], EvokeError.Kind, String)])
    func whatAServerRefusesIsToldInItsWords(lines: [String], kind: EvokeError.Kind, words: String) throws {
        let address = try #require(Address("http://vectors.example:19530"))
        let answer = CallAnswer(most: 100)
        for line in lines { answer.take(line: line + "\r\n") }
        let error = try #require(throws: EvokeError.self) { try answer.message(from: address) }
        #expect(error.kind == kind && (words.isEmpty || error.reason.contains(words)))
        if lines.count == 3 { #expect(error.cause?.domain == "grpc" && error.cause?.text == words) }
    }
}
