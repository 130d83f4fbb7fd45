import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

@Suite struct TokenTests {
    private let folder = TemporaryFolder()

    @Test func eachTokenGoesToItsOwnServerAlone() throws {
        let file = try folder.write("tokens", "# mine\nmodels.example.org:8443 abc\n\nLocalhost:80\tdef\n".utf8)
        let tokens = try HubTokens { ["HF_TOKEN": DiskPath("hf_x"), "EVOKE_HUB_TOKEN_FILE": file][$0] }
        #expect(tokens.token(for: "https://huggingface.co/a/b") == SecretToken("hf_x"))
        #expect(tokens.token(for: "https://models.example.org:8443/m") == SecretToken("abc"))
        #expect(tokens.token(for: "http://localhost:80/m") == SecretToken("def"))
        for other in [
            "http://huggingface.co/a", "https://huggingface.co.example/a", "https://cdn.huggingface.co/a",
            "https://models.example.org/m", "https://example.org/?huggingface.co", "https://x@huggingface.co/a",
        ] {
            #expect(tokens.token(for: other) == nil, "\(other)")
        }
    }

    @Test func theyComeAlongWithLooksAndFetches() async throws {
        let bench = try PullBench()
        let file = try folder.write("tokens", "hub.example secret\n".utf8)
        let tokens = try HubTokens { $0 == "EVOKE_HUB_TOKEN_FILE" ? file : nil }
        _ = try await bench.pull(tokens: tokens).run(waits: false)
        #expect(PullBench.files.allSatisfy { bench.hub.hadToken("\(bench.base)/\($0)") })
        for file in try FileSystem.filesBelow(bench.modelStore.firstFolder) {
            let bytes = try FileSystem.read(bench.modelStore.firstFolder.appending(file.bytes))
            #expect(bytes.firstRange(of: Array("secret".utf8)) == nil, "no token is written down")
        }
    }

    @Test(arguments: ["one", "a b c", "host \u{1}", "host tökén"]) func whatIsNoTokenIsRefused(line: String) throws {
        let file = try folder.write("tokens", line.utf8)
        let error = #expect(throws: EvokeError.self) { try HubTokens { $0 == "EVOKE_HUB_TOKEN_FILE" ? file : nil } }
        #expect(error?.description.contains("tökén") == false)
    }

    @Test func aFileThatOthersCanReadIsRefused() throws {
        let file = try folder.write("tokens", "host secret".utf8)
        try FileSystem.setMode(0o640, of: file)
        let error = #expect(throws: EvokeError.self) { try HubTokens { $0 == "EVOKE_HUB_TOKEN_FILE" ? file : nil } }
        #expect(error?.kind == .notAllowed && error?.remedy.contains("chmod 600") == true)
        #expect(throws: EvokeError.self) { try HubTokens { _ in DiskPath("/nowhere") } }
    }
}
