import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// Who hears and sees what: tokens, encryption, proxies.
@Suite(.serialized) struct SecrecyTests {
    @Test func aTokenGoesToItsOwnServerAlone() async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/org/m/resolve/main/model.onnx?gated&redirect=2", token: "good")
        let requests = try fetching.requests()
        #expect(requests.map(\.server) == ["hub", "hub", "hub", "other"])
        #expect(
            requests.map { $0.fields["authorization"] } == [.some("Bearer good"), "Bearer good", "Bearer good", nil])
    }

    /// The same machine and port under another name is another server.
    @Test(arguments: ["http://localhost:PORT", "http://127.0.0.2:PORT", "https://127.0.0.1:ENCRYPTED"])
    func anotherNameIsAnotherServer(_ server: String) async throws {
        let fetching = try Fetching()
        let location =
            server.replacing("PORT", with: "\(fetching.hub.port)")
            .replacing("ENCRYPTED", with: "\(fetching.hub.encryptedPort)") + "/plain/org/m/model.onnx"
        // Nobody listens at 127.0.0.2; what counts is who was told.
        _ = try? await fetching.fetch(
            fetching.wanted("/plain/org/m/model.onnx?location=\(location)", token: "good"), by: fetching.trusting())
        let told = try fetching.requests().filter { $0.fields["authorization"] != nil }
        #expect(!told.isEmpty && told.allSatisfy { $0.target.contains("?location=") })
    }

    @Test func neitherTokensNorSignedLinksAreShown() async throws {
        let fetching = try Fetching()
        for query in ["status=401", "status=500", "cdn-status=403", "cdn-status=500", "cdn-drop", "status=418"] {
            let error = try #require(
                await fetching.failure("/org/m/resolve/main/model.onnx?key=s3cret&\(query)", token: "t0ken"))
            let shown = ([error] + fetching.setbacks).map { "\($0)" + String(reflecting: $0) }.joined()
            #expect(!shown.contains("t0ken") && !shown.contains("s3cret"), "\(error)")
        }
    }

    @Test func theNoteHoldsNoSecret() async throws {
        let fetching = try Fetching()
        _ = await fetching.failure(
            fetching.wanted("/plain/org/m/model.onnx?cut=150000&key=s3cret", token: "t0ken"),
            by: fetching.fetcher(retries: 0))
        let note = fetching.home.path.appending("model.onnx.part.note")
        let text = String(decoding: try FileSystem.read(note), as: UTF8.self)
        #expect(!text.contains("s3cret") && !text.contains("t0ken") && Fetching.mode(of: note) == 0o600)
    }

    @Test func whatIsNoAddressIsRefused() async throws {
        let fetching = try Fetching()
        for url in [
            "http://user:pass@127.0.0.1/x", "https://user@hub.example/x", "", "x", "/etc/passwd", "file:///etc/passwd",
            "ftp://hub.example/x", "http://hub.example/a b", "http://hub.example/a\r\nX: y", "http://h\u{E4}b.example/",
            "https://",
        ] {
            let error = try #require(await fetching.failure(WantedFile(url: url)))
            #expect(error.kind == .wrongUsage && !"\(error)".contains("pass@"), "\(url)")
        }
    }

    @Test func unencryptedOnlyWhereAChangeWouldShow() async throws {
        let fetching = try Fetching()
        let url = "http://hub.test:\(fetching.hub.port)/plain/org/m/model.onnx"
        let proxy = ["http_proxy": fetching.hub.url("")]
        for wanted in [fetching.wanted(url), fetching.wanted(url, isHashKnown: true, token: "t0ken")] {
            #expect(await fetching.failure(wanted, by: fetching.fetcher(proxy))?.kind == .notAllowed)
        }
        #expect(try fetching.requests().isEmpty)
        try await fetching.fetch(fetching.wanted(url, isHashKnown: true), by: fetching.fetcher(proxy))
        #expect(try fetching.fetched() == Fetching.large)
    }

    /// What this machine answers to itself is nothing that others may ask for.
    @Test func fromElsewhereToThisMachineIsNoWay() async throws {
        let fetching = try Fetching()
        let url = "http://hub.test:\(fetching.hub.port)/plain/x?location=\(fetching.url("/plain/org/m/model.onnx"))"
        let error = await fetching.failure(
            fetching.wanted(url, isHashKnown: true), by: fetching.fetcher(["http_proxy": fetching.hub.url("")]))
        #expect(try error?.kind == .notAllowed && fetching.requests().count == 1)
    }

    @Test func fromEncryptedToUnencryptedIsNoWay() async throws {
        let fetching = try Fetching()
        let location = fetching.url("/plain/org/m/model.onnx")
        let url = fetching.encryptedURL("/plain/org/m/model.onnx?location=\(location)")
        let error = await fetching.failure(fetching.wanted(url, isHashKnown: true), by: fetching.trusting())
        #expect(try error?.kind == .notAllowed && fetching.requests().map(\.server) == ["tls"])
    }

    @Test func aCertificateThatNobodySigned() async throws {
        let fetching = try Fetching()
        let url = fetching.encryptedURL("/plain/org/m/model.onnx")
        let error = try #require(await fetching.failure(WantedFile(url: url)))
        #expect(error.kind == .notAllowed && error.reason.contains("certificate of localhost"))
        #expect(try error.reason.contains("self-signed") && fetching.setbacks.isEmpty && fetching.requests().isEmpty)
        try await fetching.fetch(WantedFile(url: url), by: fetching.trusting())
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func aCertificateOfSomebodyElse() async throws {
        let fetching = try Fetching()
        let url = "https://other.test/plain/org/m/model.onnx"
        let error = await fetching.failure(
            WantedFile(url: url), by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("")]))
        #expect(error?.kind == .notAllowed && error?.reason.contains("certificate of other.test") == true)
    }

    @Test func aTokenIsNotForTheProxy() async throws {
        let fetching = try Fetching(on: Hub())
        try await fetching.fetch(
            fetching.wanted("https://hub.test/plain/org/m/model.onnx", token: "good"),
            by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("").replacing("//", with: "//name:word@")]))
        #expect(try fetching.fetched() == Fetching.large)
        let requests = try fetching.hub.requests()
        #expect(requests.map { [$0.server, $0.method] } == [["hub", "CONNECT"], ["tls", "GET"]])
        #expect(requests.map { $0.fields["authorization"] } == [nil, "Bearer good"])
        #expect(requests.map { $0.fields["proxy-authorization"] != nil } == [true, false])
    }

    @Test func aProxyThatAsksWhoOneIs() async throws {
        let fetching = try Fetching()
        let error = await fetching.failure(
            WantedFile(url: "https://locked.test/model.onnx"),
            by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("")]))
        #expect(error?.kind == .notAllowed && error?.reason.contains("proxy") == true)
    }

    @Test func whatTheProxyIsCalledIsNotShown() async throws {
        let fetching = try Fetching()
        for proxy in ["http://name:p4ss@none.invalid:1", "strange://name:p4ss@x", "http://name:p4ss@127.0.0.1:1"] {
            let error = try #require(
                await fetching.failure(
                    WantedFile(url: "https://hub.test/x"), by: fetching.trusting(["https_proxy": proxy])))
            #expect(!"\(error)".contains("p4ss"), "\(error)")
        }
    }
}
