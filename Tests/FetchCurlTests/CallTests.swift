import EvokeFetching
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

    @Test func whatAServerRefusesIsToldInItsWords() throws {
        let address = try #require(Address("http://vectors.example:19530"))
        for (status, kind) in [("16", EvokeError.Kind.notAllowed), ("14", .unreachable)] {
            let answer = CallAnswer(most: 100)
            for line in ["HTTP/2 200 \r\n", "grpc-status: \(status)\r\n", "Grpc-Message: no, never\r\n"] {
                answer.take(line: line)
            }
            let error = #expect(throws: EvokeError.self) { try answer.message(from: address) }
            #expect(error?.kind == kind && error?.reason.contains("no, never") == true)
            #expect(error?.cause == EvokeError.Cause("grpc", code: Int(status), text: "no, never"))
        }
        let other = CallAnswer(most: 100)
        other.take(line: "HTTP/2 404 \r\n")
        let error = #expect(throws: EvokeError.self) { try other.message(from: address) }
        #expect(error?.reason.contains("404") == true)
        let empty = CallAnswer(most: 100)
        empty.take(line: "grpc-status: 0\r\n")
        #expect(throws: EvokeError.self) { try empty.message(from: address) }
    }
}
