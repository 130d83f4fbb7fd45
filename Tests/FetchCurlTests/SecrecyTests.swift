import EvokeFetching
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
        let requests = try fetching.hub.requests()
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
        let told = try fetching.hub.requests().filter { $0.fields["authorization"] != nil }
        #expect(Set(told.map(\.target)) == ["/plain/org/m/model.onnx?location=\(location)"])
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
        #expect(!text.contains("s3cret") && !text.contains("t0ken"))
        #expect(Fetching.mode(of: note) == 0o600)
    }

    @Test(
        arguments: [
            "http://user:pass@127.0.0.1/x", "https://user@hub.example/x", "", "x", "/etc/passwd", "file:///etc/passwd",
            "ftp://hub.example/x", "http://hub.example/a b", "http://hub.example/a\r\nX: y", "http://h\u{E4}b.example/",
            "https://",
        ])
    func whatIsNoAddressIsRefused(_ url: String) async throws {
        let fetching = try Fetching()
        let error = await fetching.failure(WantedFile(url: url))
        #expect(error?.kind == .wrongUsage)
        #expect(error.map { !"\($0)".contains("pass") || $0.remedy.contains("password") } == true)
    }

    @Test func unencryptedOnlyWhereAChangeWouldShow() async throws {
        let fetching = try Fetching()
        let url = "http://hub.test:\(fetching.hub.port)/plain/org/m/model.onnx"
        let proxy = ["http_proxy": fetching.hub.url("")]
        let without = await fetching.failure(WantedFile(url: url), by: fetching.fetcher(proxy))
        #expect(without?.kind == .notAllowed)
        let withToken = await fetching.failure(
            fetching.wanted(url, isHashKnown: true, token: "t0ken"), by: fetching.fetcher(proxy))
        #expect(withToken?.kind == .notAllowed)
        #expect(try fetching.hub.requests().isEmpty)
        try await fetching.fetch(fetching.wanted(url, isHashKnown: true), by: fetching.fetcher(proxy))
        #expect(try fetching.fetched() == Fetching.large)
    }

    /// What this machine answers to itself is nothing that others may ask for.
    @Test func fromElsewhereToThisMachineIsNoWay() async throws {
        let fetching = try Fetching()
        let url = "http://hub.test:\(fetching.hub.port)/plain/x?location=\(fetching.hub.url("/plain/org/m/model.onnx"))"
        let error = await fetching.failure(
            fetching.wanted(url, isHashKnown: true), by: fetching.fetcher(["http_proxy": fetching.hub.url("")]))
        #expect(error?.kind == .notAllowed)
        #expect(try fetching.hub.requests().count == 1)
    }

    @Test func fromEncryptedToUnencryptedIsNoWay() async throws {
        let fetching = try Fetching()
        let location = fetching.hub.url("/plain/org/m/model.onnx")
        let url = fetching.hub.encryptedURL("/plain/org/m/model.onnx?location=\(location)")
        let error = await fetching.failure(fetching.wanted(url, isHashKnown: true), by: fetching.trusting())
        #expect(error?.kind == .notAllowed)
        #expect(try fetching.hub.requests().map(\.server) == ["tls"])
    }

    @Test func aCertificateThatNobodySigned() async throws {
        let fetching = try Fetching()
        let url = fetching.hub.encryptedURL("/plain/org/m/model.onnx")
        let error = try #require(await fetching.failure(WantedFile(url: url)))
        #expect(error.kind == .notAllowed)
        #expect(error.reason.contains("certificate of localhost"))
        #expect(error.reason.contains("self-signed"))
        #expect(fetching.setbacks.isEmpty)
        #expect(try fetching.hub.requests().isEmpty)
        try await fetching.fetch(WantedFile(url: url), by: fetching.trusting())
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func aCertificateOfSomebodyElse() async throws {
        let fetching = try Fetching()
        let url = "https://other.test/plain/org/m/model.onnx"
        let error = await fetching.failure(
            WantedFile(url: url), by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("")]))
        #expect(error?.kind == .notAllowed)
        #expect(error?.reason.contains("certificate of other.test") == true)
    }

    @Test(arguments: ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])
    func proxiesLeadTheWay(_ variable: String) async throws {
        let fetching = try Fetching()
        try await fetching.fetch(
            WantedFile(url: "https://hub.test/plain/org/m/model.onnx"),
            by: fetching.trusting([variable: fetching.hub.url("")]))
        #expect(try fetching.fetched() == Fetching.large)
        #expect(try fetching.hub.requests().map(\.server) == ["hub", "tls"])
        #expect(try fetching.hub.requests().first?.method == "CONNECT")
    }

    @Test func aTokenIsNotForTheProxy() async throws {
        let fetching = try Fetching()
        try await fetching.fetch(
            fetching.wanted("https://hub.test/plain/org/m/model.onnx", token: "good"),
            by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("").replacing("//", with: "//name:word@")]))
        let requests = try fetching.hub.requests()
        #expect(requests.map { $0.fields["authorization"] } == [nil, "Bearer good"])
        #expect(requests.map { $0.fields["proxy-authorization"] != nil } == [true, false])
    }

    @Test func aProxyThatAsksWhoOneIs() async throws {
        let fetching = try Fetching()
        let error = await fetching.failure(
            WantedFile(url: "https://locked.test/model.onnx"),
            by: fetching.trusting(["HTTPS_PROXY": fetching.hub.url("")]))
        #expect(error?.kind == .notAllowed)
        #expect(error?.reason.contains("proxy") == true)
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
