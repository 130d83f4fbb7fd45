import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// What came is kept, and gone on with only where it belongs to the rest.
@Suite(.serialized) struct ResumeTests {
    @Test func aConnectionCutAtEveryTenthCostsNothingTwice() async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/org/m/resolve/main/model.onnx?cdn-cut=20000")
        #expect(try fetching.fetched() == Fetching.large)
        let ranges = try fetching.requests().filter { $0.server == "other" }.map { $0.fields["range"] }
        #expect(ranges == [nil] + (1...9).map { "bytes=\($0 * 20_000)-" })
        #expect(fetching.setbacks.map(\.kind) == Array(repeating: .unreachable, count: 9))
        let received = fetching.steps.map(\.received)
        #expect(received == received.sorted())
    }

    @Test func aLaterFetchGoesOn() async throws {
        let fetching = try Fetching()
        let target = "/org/m/resolve/main/model.onnx?cdn-cut=60000"
        let once = fetching.fetcher(retries: 0)
        for count in 1...3 {
            #expect(await fetching.failure(fetching.wanted(target), by: once)?.kind == .unreachable)
            #expect(try FileSystem.read(fetching.part) == Array(Fetching.large.prefix(count * 60_000)))
        }
        #expect(try fetching.names() == ["model.onnx.part", "model.onnx.part.note"])
        try await fetching.fetch(fetching.wanted(target), by: once)
        #expect(try fetching.fetched() == Fetching.large && fetching.names() == ["model.onnx"])
        #expect(fetching.steps.last?.resumedFrom == 180_000)
    }

    /// Ranges are asked for only of the very version that the part is of.
    @Test func theVersionIsNamedWithTheRange() async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/plain/org/m/model.onnx?cut=150000&times=1")
        let last = try #require(try fetching.requests().last)
        #expect(last.fields["range"] == "bytes=150000-" && last.fields["if-range"]?.hasPrefix("\"") == true)
    }

    @Test(
        arguments: [
            "/plain/org/m/model.onnx?cut=150000", "/org/m/resolve/main/model.onnx?cdn-cut=150000",
            "/org/m/resolve/main/model.onnx?cdn-etag=none&cdn-cut=150000",
        ])
    func aFileThatChangedIsBegunAnew(_ target: String) async throws {
        let fetching = try Fetching()
        _ = await fetching.failure(fetching.wanted(target), by: fetching.fetcher(retries: 0))
        let new = Array(Fetching.large.reversed())
        try fetching.publish(new)
        try await fetching.fetch(target)
        #expect(try fetching.fetched() == new)
        // Not only when all of it had come.
        #expect(fetching.steps.allSatisfy { $0.resumedFrom == 0 })
    }

    /// In another fetch, and within one.
    @Test(arguments: [("etag=weak", true), ("etag=none", false)])
    func withoutAVersionOrAHashItIsBegunAnew(_ way: String, _ isBrokenOff: Bool) async throws {
        let fetching = try Fetching()
        let target = "/plain/org/m/model.onnx?\(way)&cut=150000&times=1"
        if isBrokenOff { _ = await fetching.failure(fetching.wanted(target), by: fetching.fetcher(retries: 0)) }
        try await fetching.fetch(target)
        #expect(try fetching.fetched() == Fetching.large)
        #expect(try fetching.requests().allSatisfy { $0.fields["range"] == nil })
    }

    @Test func aKnownHashIsEnoughToGoOnElsewhere() async throws {
        let fetching = try Fetching()
        _ = await fetching.failure(
            fetching.wanted("/plain/org/m/model.onnx?cut=150000", isHashKnown: true),
            by: fetching.fetcher(retries: 0))
        try await fetching.fetch("/org/m/resolve/main/model.onnx", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large)
        let last = try #require(try fetching.requests().last)
        // One server's name for a version is nothing to another.
        #expect(last.fields["range"] == "bytes=150000-" && last.fields["if-range"] == nil)
    }

    /// One that breaks off never gets further, however often it is asked.
    @Test(arguments: ["range=ignored", "range=refused", "range=shifted"])
    func serversThatGetRangesWrongSendItAnewOrAreGivenUp(_ way: String) async throws {
        let fetching = try Fetching()
        let once = fetching.fetcher(retries: 0)
        _ = await fetching.failure(
            fetching.wanted("/plain/org/m/model.onnx?cut=150000", isHashKnown: true), by: once)
        try await fetching.fetch("/plain/org/m/model.onnx?\(way)", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large && fetching.steps.last?.resumedFrom == 0)
        let error = await fetching.failure("/plain/org/m/model.onnx?cut=150000&\(way)", isHashKnown: true)
        #expect(try error?.kind == .unreachable && fetching.requests().count < 22)
    }

    @Test func aWholePartNeedsNothingMore() async throws {
        let fetching = try Fetching()
        _ = await fetching.failure(
            fetching.wanted("/plain/org/m/model.onnx?cut=150000", isHashKnown: true),
            by: fetching.fetcher(retries: 0))
        try fetching.home.write("model.onnx.part", Fetching.large)
        try await fetching.fetch("/plain/org/m/model.onnx", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large && fetching.steps.last?.resumedFrom == 200_000)
    }

    /// It has nothing more to send of the old version either.
    @Test func aWholePartOfAnotherVersionIsBegunAnew() async throws {
        let fetching = try Fetching()
        let target = "/org/m/resolve/main/model.onnx?cdn-range=refused"
        let old = Array(Fetching.large.reversed())
        let note = PartialDownload(
            source: PartialDownload.source(of: try #require(Address(fetching.url(target)))), etag: nil,
            sha256: Fetching.sha256(old), size: 200_000)
        try fetching.home.write("model.onnx.part", old)
        try fetching.home.write("model.onnx.part.note", Array(note.text.utf8))
        try await fetching.fetch(target)
        #expect(try fetching.fetched() == Fetching.large)
        let ranges = try fetching.requests().filter { $0.server == "other" }.map { $0.fields["range"] }
        #expect(ranges == ["bytes=200000-", nil])
    }

    /// A machine that lost its power can leave any bytes.
    @Test func aDamagedPartIsFoundOutAndBegunAnew() async throws {
        let fetching = try Fetching()
        let target = "/org/m/resolve/main/model.onnx?cdn-cut=150000&cdn-times=1"
        _ = await fetching.failure(fetching.wanted(target), by: fetching.fetcher(retries: 0))
        var bytes = try FileSystem.read(fetching.part)
        bytes[100] ^= 1
        try fetching.home.write("model.onnx.part", bytes)
        try await fetching.fetch(target)
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func aDamagedNoteIsNone() async throws {
        let fetching = try Fetching()
        for note in ["", "evoke part 1\n", "evoke part 2\nsource x\n", "evoke part 1\nsource", "\u{0}"] {
            try fetching.home.write("model.onnx.part", Array("something else".utf8))
            try fetching.home.write("model.onnx.part.note", Array(note.utf8))
            try await fetching.fetch("/plain/org/m/model.onnx")
            #expect(try fetching.fetched() == Fetching.large && fetching.names() == ["model.onnx"])
        }
    }

    @Test func onlyOneFetchHasThePart() async throws {
        let fetching = try Fetching()
        let part = try PartFile(for: fetching.destination)
        #expect(await fetching.failure("/plain/org/m/model.onnx")?.kind == .libraryBusy)
        withExtendedLifetime(part) {}
    }

    @Test func whatBringsNothingLeavesNothing() async throws {
        let fetching = try Fetching()
        _ = await fetching.failure("/plain/none")
        #expect(try fetching.names() == [])
    }
}
