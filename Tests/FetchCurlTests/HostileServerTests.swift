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
        #expect(try fetching.fetched() == old && fetching.names() == ["model.onnx"])
    }

    @Test func anotherContentThanTheCatalogSays() async throws {
        let fetching = try fetching()
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx?flip", isHashKnown: true))
        // The digest that was wanted, and the one that came.
        let digests = error.reason.split(separator: " ").count { $0.utf8.count >= 64 }
        #expect(error.kind == .damaged && error.reason.contains(Fetching.sha256(Fetching.large)) && digests == 2)
        try expectUnharmed(fetching)
    }

    @Test func whatIsNotTheFile() async throws {
        let fetching = try fetching()
        for (target, kind) in [
            ("/org/m/resolve/main/model.onnx?cdn-flip", .damaged),
            ("/org/m/resolve/main/model.onnx?hash=wrong", .damaged),
            ("/plain/org/m/model.onnx?encoding=gzip", .unsupported),
            ("/plain/org/m/model.onnx?headers=endless", .unreachable),
        ] as [(String, EvokeError.Kind)] {
            #expect(await fetching.failure(target)?.kind == kind, "\(target)")
            try expectUnharmed(fetching)
        }
    }

    /// A damaged part is not believed to be the reason for ever.
    @Test func anotherContentInPieces() async throws {
        let fetching = try fetching()
        let error = await fetching.failure("/org/m/resolve/main/model.onnx?cdn-flip&cdn-cut=60000")
        #expect(try error?.kind == .damaged && fetching.requests().filter { $0.server == "other" }.count == 8)
        try expectUnharmed(fetching)
    }

    /// Known before a byte of it comes.
    @Test func anotherVersionThanTheCatalogs() async throws {
        let fetching = try fetching()
        let error = await fetching.failure("/org/m/resolve/main/model.onnx?cdn=same&hash=wrong", isHashKnown: true)
        #expect(error?.kind == .damaged && fetching.steps.isEmpty)
        try expectUnharmed(fetching)
    }

    @Test func anotherSizeThanTheCatalogSays() async throws {
        let fetching = try fetching()
        for (query, size, kinds) in [
            ("", 199_999, [.damaged, .tooLarge]), ("?chunked", 199_999, [.damaged, .tooLarge]),
            ("?unsized", 199_999, [.damaged, .tooLarge]), ("?unsized", 200_001, [.unreachable]),
        ] as [(String, Int64, [EvokeError.Kind])] {
            var wanted = fetching.wanted("/plain/org/m/model.onnx" + query)
            wanted.size = size
            let error = await fetching.failure(wanted)
            #expect(error.map { kinds.contains($0.kind) } == true, "\(query): \(size)")
            #expect(try fetching.fetched() == old)
        }
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
            #expect(fetching.steps.allSatisfy { $0.received <= maximum ?? limits.unknownSize })
            try expectUnharmed(fetching)
        }
    }

    @Test func impossibleLengths() async throws {
        let fetching = try fetching()
        for length in ["4611686018427387904", "99999999999999999999999", "-1", "many"] {
            var wanted = fetching.wanted("/plain/org/m/model.onnx?length=\(length)")
            wanted.maximum = 1 << 20
            _ = await fetching.failure(wanted)
            #expect(try fetching.fetched() == old, "\(length)")
        }
    }

    @Test(arguments: ["redirect=loop", "redirect=11"])
    func redirectsWithoutEnd(_ query: String) async throws {
        let fetching = try fetching()
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx?\(query)"))
        #expect(try error.reason.contains("more than 10 redirects") && fetching.requests().count == 11)
        try expectUnharmed(fetching)
    }

    @Test func redirectsToWhereNobodyShouldGo() async throws {
        let fetching = try fetching()
        for location in [
            "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "http://user:pass@127.0.0.1/x",
            "http://", "javascript:alert(1)", "http://example.com/x",
        ] {
            let error = try #require(await fetching.failure("/plain/org/m/model.onnx?location=\(location)"))
            #expect(error.kind == .notAllowed && !"\(error)".contains("pass@"), "\(location)")
            try expectUnharmed(fetching)
        }
    }

    /// What a header says is sent back only where that is safe, and never shown.
    @Test func headersThatBringOthersAlong() async throws {
        let fetching = try fetching()
        try await fetching.fetch("/plain/org/m/model.onnx?etag=hostile&cut=150000&times=1", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large)
        #expect(try fetching.requests().allSatisfy { $0.fields["if-range"] == nil })
        let code = await fetching.failure("/plain/org/m/model.onnx?status=403&problem=%1B[31m")
        #expect(code.map { !"\($0)".contains("\u{1B}") } == true)
    }
}
