import EvokeFetching
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
        #expect(retries.wait(asked: .seconds(30), received: 0, of: nil) == .seconds(30))
        #expect(retries.wait(asked: .seconds(1), received: 0, of: nil) == .seconds(2))
        #expect(retries.wait(asked: .seconds(1 << 40), received: 0, of: nil) == .seconds(300))
    }

    @Test func progressStartsTheCountAgain() {
        var retries = Retries(1, received: 1_000, limits: Limits())
        for received in stride(from: 100_000 as Int64, through: 900_000, by: 100_000) {
            #expect(retries.wait(asked: nil, received: received, of: 1_000_000) == .seconds(1))
        }
        // The same bytes again are none, and neither is a byte.
        #expect(retries.wait(asked: nil, received: 100_000, of: 1_000_000) == nil)
        #expect(retries.wait(asked: nil, received: 900_001, of: 1_000_000) == nil)
        // The end of a file is short.
        #expect(retries.wait(asked: nil, received: 999_990, of: 1_000_000) == .seconds(1))
    }

    @Test func proxiesAreFoundAsOtherProgramsFindThem() throws {
        func proxies(_ variables: [String: String]) -> Proxies { Proxies { variables[$0] } }
        let encrypted = try #require(Address("https://hub.example/x"))
        let plain = try #require(Address("http://hub.example/x"))
        let all = proxies(["ALL_PROXY": "a", "HTTP_PROXY": "h"])
        #expect(all.proxy(for: encrypted) == "a" && all.proxy(for: plain) == "h")
        #expect(proxies(["https_proxy": "small", "HTTPS_PROXY": "large"]).proxy(for: encrypted) == "small")
        #expect(proxies([:]).proxy(for: encrypted) == "")
        #expect(proxies(["no_proxy": "hub.example"]).exceptions == "hub.example")
        #expect(all.proxy(for: try #require(Address("http://localhost:8080/x"))) == "")
    }

    @Test func notesAreReadAsTheyWereWritten() throws {
        let address = try #require(Address("https://hub.example/x"))
        let source = PartNote.source(of: address)
        for note in [
            PartNote(source: source, etag: "\"a b\"", sha256: String(repeating: "a", count: 64), size: 12),
            PartNote(source: source, etag: nil, sha256: nil, size: nil),
        ] {
            #expect(PartNote(note.text) == note)
            for count in 0..<note.text.utf8.count { #expect(PartNote(String(note.text.prefix(count))) != note) }
        }
        #expect(PartNote(source: source, etag: "W/\"weak\"", sha256: nil, size: nil).etag == nil)
    }

    @Test func partsAreGoneOnWithWhereTheyBelong() throws {
        let address = try #require(Address("https://hub.example/x"))
        let other = try #require(Address("https://mirror.example/x"))
        let (a, b) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let note = PartNote(source: PartNote.source(of: address), etag: "\"1\"", sha256: a, size: 12)
        let bare = PartNote(source: PartNote.source(of: address), etag: nil, sha256: nil, size: nil)
        #expect(note.canContinue(WantedFile(url: ""), from: address))
        #expect(!note.canContinue(WantedFile(url: ""), from: other))
        #expect(note.canContinue(WantedFile(url: "", sha256: a), from: other))
        #expect(!note.canContinue(WantedFile(url: "", sha256: b), from: address))
        #expect(!note.canContinue(WantedFile(url: "", size: 13), from: address))
        #expect(!bare.canContinue(WantedFile(url: ""), from: address))
        #expect(bare.canContinue(WantedFile(url: "", sha256: a), from: address))
    }
}
