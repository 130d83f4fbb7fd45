import EvokeValues
import Testing

@testable import FetchCurl

/// The rules that need no server.
@Suite struct RuleTests {
    @Test(arguments: [
        ("http://localhost/x", true), ("http://127.0.0.1:80/x", true), ("http://127.1/x", true),
        ("http://[::1]/x", true), ("http://127.0.0.1.example.com/x", false), ("http://localhost.example/x", false),
        ("http://0.0.0.0/x", false), ("http://10.0.0.1/x", false), ("http://128.0.0.1/x", false),
    ])
    func onThisMachineIsWhatItsNumbersSay(_ url: String, _ isLoopback: Bool) throws {
        #expect(try #require(Address(url)).isLoopback == isLoopback)
    }

    @Test func theSameServerIsTheSameSchemeHostAndPort() throws {
        let origin = try #require(Address("https://Hub.Example/a?b")).origin
        #expect(Address("https://hub.example:443/c")?.origin == origin)
        for other in [
            "http://hub.example/a", "https://hub.example:444/a", "https://hub.example.com/a",
            "https://www.hub.example/",
            "https://hub.example./a",
        ] {
            #expect(Address(other).map { $0.origin == origin } == false, "\(other)")
        }
    }

    @Test func queriesAreNotShown() throws {
        #expect(try #require(Address("https://hub.example/a/b?token=x#y")).shown == "https://hub.example/a/b")
    }

    @Test func eachWaitIsTwiceTheLast() {
        var limits = Limits()
        limits.longestWait = .seconds(10)
        var retries = Retries(6, received: 0, limits: limits)
        let waits = (0..<7).map { _ in retries.wait(asked: nil, received: 0, of: 1_000_000) }
        #expect(waits == [1, 2, 4, 8, 10, 10].map { .seconds($0) } + [nil])
    }

    @Test func theServersWishIsGrantedWithinLimits() {
        var retries = Retries(3, received: 0, limits: Limits())
        let waits = [30, 1, 1 << 40].map { retries.wait(asked: .seconds($0), received: 0, of: nil) }
        #expect(waits == [.seconds(30), .seconds(2), .seconds(300)])
    }

    @Test func progressStartsTheCountAgain() {
        var retries = Retries(1, received: 1_000, limits: Limits())
        let steps = Array(stride(from: 100_000 as Int64, through: 900_000, by: 100_000))
        // The same bytes again are none, and neither is a byte; the end of a file is short.
        let waits = (steps + [100_000, 900_001, 999_990]).map { retries.wait(asked: nil, received: $0, of: 1_000_000) }
        #expect(waits == steps.map { _ in .seconds(1) } + [nil, nil, .seconds(1)])
    }

    @Test(
        arguments: [
            (["ALL_PROXY": "a", "HTTP_PROXY": "h"], "https://hub.example/x", "a"),
            (["ALL_PROXY": "a", "HTTP_PROXY": "h"], "http://hub.example/x", "h"),
            (["https_proxy": "small", "HTTPS_PROXY": "large"], "https://hub.example/x", "small"),
            (["HTTPS_PROXY": "large"], "https://hub.example/x", "large"),
            (["all_proxy": "a"], "https://hub.example/x", "a"),
            ([:], "https://hub.example/x", ""), (["ALL_PROXY": "a"], "http://localhost:8080/x", ""),
        ] as [([String: String], String, String)])
    func proxiesAreFoundAsOtherProgramsFindThem(variables: [String: String], url: String, proxy: String) throws {
        let address = try #require(Address(url))
        #expect(Proxies { variables[$0] }.proxy(for: address) == proxy)
        #expect(Proxies { ["no_proxy": "hub.example"][$0] }.exceptions == "hub.example")
    }

    @Test func notesAreReadAsTheyWereWritten() throws {
        let address = try #require(Address("https://hub.example/x"))
        let source = PartialDownload.source(of: address)
        for note in [
            PartialDownload(source: source, etag: "\"a b\"", sha256: String(repeating: "a", count: 64), size: 12),
            PartialDownload(source: source, etag: nil, sha256: nil, size: nil),
        ] {
            #expect(PartialDownload(note.text) == note)
            for count in 0..<note.text.utf8.count { #expect(PartialDownload(String(note.text.prefix(count))) != note) }
        }
        #expect(PartialDownload(source: source, etag: "W/\"weak\"", sha256: nil, size: nil).etag == nil)
    }

    @Test func partsAreGoneOnWithWhereTheyBelong() throws {
        let address = try #require(Address("https://hub.example/x"))
        let other = try #require(Address("https://mirror.example/x"))
        let (a, b) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let note = PartialDownload(source: PartialDownload.source(of: address), etag: "\"1\"", sha256: a, size: 12)
        let bare = PartialDownload(source: PartialDownload.source(of: address), etag: nil, sha256: nil, size: nil)
        let plain = WantedFile(url: "")
        for (note, wanted, address, isSo) in [
            (note, plain, address, true), (note, plain, other, false),
            (note, WantedFile(url: "", sha256: a), other, true),
            (note, WantedFile(url: "", sha256: b), address, false),
            (note, WantedFile(url: "", size: 13), address, false),
            (bare, plain, address, false), (bare, WantedFile(url: "", sha256: a), address, true),
        ] { #expect(note.canContinue(wanted, from: address) == isSo) }
    }
}
