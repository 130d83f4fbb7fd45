import EvokeFetching
import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// Servers that are broken, or mean harm. Whatever they send, a good file stays.
@Suite(.serialized) struct HostileServerTests {
    private let old = Array("the good model".utf8)

    private func fetching() throws -> Fetching {
        let fetching = try Fetching()
        try fetching.home.write("model.onnx", old)
        return fetching
    }

    /// Nothing was left but what had been there.
    private func expectUnharmed(_ fetching: Fetching) throws {
        #expect(try fetching.fetched() == old)
        #expect(try fetching.names() == ["model.onnx"])
    }

    @Test func anotherContentThanTheCatalogueSays() async throws {
        let fetching = try fetching()
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx?flip", isHashKnown: true))
        #expect(error.kind == .damaged)
        #expect(error.reason.contains(Fetching.sha256(Fetching.large)))
        #expect(error.reason.split(separator: " ").count { $0.utf8.count >= 64 } == 2)
        try expectUnharmed(fetching)
    }

    @Test func anotherContentThanTheHubSays() async throws {
        let fetching = try fetching()
        for target in ["cdn-flip", "hash=wrong"] {
            let error = await fetching.failure("/org/m/resolve/main/model.onnx?\(target)")
            #expect(error?.kind == .damaged)
            try expectUnharmed(fetching)
        }
    }

    /// A damaged part is not believed to be the reason for ever.
    @Test func anotherContentInPieces() async throws {
        let fetching = try fetching()
        let error = await fetching.failure("/org/m/resolve/main/model.onnx?cdn-flip&cdn-cut=60000")
        #expect(error?.kind == .damaged)
        #expect(try fetching.hub.requests().filter { $0.server == "other" }.count == 8)
        try expectUnharmed(fetching)
    }

    /// Known before a byte of it comes.
    @Test func anotherVersionThanTheCatalogues() async throws {
        let fetching = try fetching()
        let error = await fetching.failure("/org/m/resolve/main/model.onnx?cdn=same&hash=wrong", isHashKnown: true)
        #expect(error?.kind == .damaged)
        #expect(fetching.steps.isEmpty)
        try expectUnharmed(fetching)
    }

    @Test(arguments: ["", "?chunked", "?unsized"])
    func anotherSizeThanTheCatalogueSays(_ query: String) async throws {
        let fetching = try fetching()
        var wanted = fetching.wanted("/plain/org/m/model.onnx" + query)
        wanted.size = 199_999
        #expect(await fetching.failure(wanted).map { [.damaged, .tooLarge].contains($0.kind) } == true)
        try expectUnharmed(fetching)
    }

    @Test func lessThanTheCatalogueSays() async throws {
        let fetching = try fetching()
        var wanted = fetching.wanted("/plain/org/m/model.onnx?unsized")
        wanted.size = 200_001
        #expect(await fetching.failure(wanted)?.kind == .unreachable)
        #expect(try fetching.fetched() == old)
    }

    @Test func moreThanItsOwnRangeSays() async throws {
        let fetching = try fetching()
        _ = await fetching.failure(
            fetching.wanted("/plain/org/m/model.onnx?cut=150000", isHashKnown: true),
            by: fetching.fetcher(retries: 0))
        let error = await fetching.failure("/plain/org/m/model.onnx?extra=1000", isHashKnown: true)
        #expect(error?.kind == .tooLarge)
        try expectUnharmed(fetching)
    }

    @Test func aBodyWithoutEnd() async throws {
        for maximum in [nil, 1_000_000 as Int64] {
            // What the first one was told does not count for the second.
            let fetching = try fetching()
            var wanted = fetching.wanted("/plain/org/m/model.onnx?endless")
            wanted.maximum = maximum
            var limits = Fetching.limits
            limits.unknownSize = 5_000_000
            #expect(await fetching.failure(wanted, by: fetching.fetcher(limits: limits))?.kind == .tooLarge)
            let most = fetching.steps.map(\.received).max() ?? 0
            #expect(most <= maximum ?? limits.unknownSize)
            try expectUnharmed(fetching)
        }
    }

    @Test(arguments: ["4611686018427387904", "99999999999999999999999", "-1", "many"])
    func impossibleLengths(_ length: String) async throws {
        let fetching = try fetching()
        var wanted = fetching.wanted("/plain/org/m/model.onnx?length=\(length)")
        wanted.maximum = 1 << 20
        _ = await fetching.failure(wanted)
        #expect(try fetching.fetched() == old)
    }

    @Test func moreThanIsAllowed() async throws {
        let fetching = try fetching()
        var wanted = fetching.wanted("/org/m/resolve/main/model.onnx")
        wanted.maximum = 199_999
        #expect(await fetching.failure(wanted)?.kind == .tooLarge)
        try expectUnharmed(fetching)
    }

    @Test func packedBytesAreNotTheFile() async throws {
        let fetching = try fetching()
        #expect(await fetching.failure("/plain/org/m/model.onnx?encoding=gzip")?.kind == .unsupported)
        try expectUnharmed(fetching)
    }

    @Test func headersWithoutEnd() async throws {
        let fetching = try fetching()
        #expect(await fetching.failure("/plain/org/m/model.onnx?headers=endless")?.kind == .unreachable)
        try expectUnharmed(fetching)
    }

    @Test(arguments: ["redirect=loop", "redirect=11"])
    func redirectsWithoutEnd(_ query: String) async throws {
        let fetching = try fetching()
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx?\(query)"))
        #expect(error.reason.contains("10 times"))
        #expect(try fetching.hub.requests().count == 11)
        try expectUnharmed(fetching)
    }

    @Test(
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "http://user:pass@127.0.0.1/x",
            "http://",
            "javascript:alert(1)", "http://example.com/x",
        ])
    func redirectsToWhereNobodyShouldGo(_ location: String) async throws {
        let fetching = try fetching()
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx?location=\(location)"))
        #expect(error.kind == .notAllowed)
        #expect(!"\(error)".contains("pass@"))
        try expectUnharmed(fetching)
    }

    /// What a header says is sent back only where that is safe, and never shown.
    @Test func headersThatBringOthersAlong() async throws {
        let fetching = try fetching()
        try await fetching.fetch("/plain/org/m/model.onnx?etag=hostile&cut=150000&times=1", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large)
        #expect(try fetching.hub.requests().allSatisfy { $0.fields["if-range"] == nil })
        let code = await fetching.failure("/plain/org/m/model.onnx?status=403&problem=%1B[31m")
        #expect(code.map { !"\($0)".contains("\u{1B}") } == true)
    }
}
