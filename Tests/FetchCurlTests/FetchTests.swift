import EvokeFetching
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import FetchCurl

/// What goes well.
@Suite(.serialized) struct FetchTests {
    @Test func keepsTheContractOfAFetcher() async throws {
        let fetching = try Fetching()
        try await FetchingConformance(fetching.fetcher()) { name, bytes in
            try fetching.hub.files.write("org/\(name)", bytes)
            return fetching.hub.url("/plain/org/\(name)")
        }.checkAll()
    }

    @Test func aLargeFileComesFromWhereTheHubPointsTo() async throws {
        let fetching = try Fetching()
        let file = try await fetching.fetch("/org/m/resolve/main/model.onnx")
        #expect(try fetching.fetched() == Fetching.large)
        let hash = Fetching.sha256(Fetching.large)
        #expect(file == FetchedFile(size: 200_000, sha256: hash, etag: hash))
        #expect(try fetching.names() == ["model.onnx"])
        #expect(try fetching.hub.requests().map(\.server) == ["hub", "other"])
        #expect(try fetching.hub.requests().allSatisfy { $0.fields["accept-encoding"] == "identity" })
        let last = try #require(fetching.steps.last)
        #expect(last == FetchProgress(received: 200_000, total: 200_000, resumedFrom: 0))
    }

    @Test func aSmallFileComesAtOnce() async throws {
        let fetching = try Fetching()
        let file = try await fetching.fetch("/org/m/resolve/main/config.json")
        #expect(try fetching.fetched() == Fetching.small)
        #expect(file.sha256 == Fetching.sha256(Fetching.small))
        #expect(file.etag?.count == 40)
    }

    @Test(arguments: ["chunked", "unsized", "redirect=10", "etag=none", "etag=weak", "etag=hostile"])
    func otherWaysOfSendingItAreFineToo(_ way: String) async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/plain/org/m/model.onnx?\(way)", isHashKnown: true)
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func emptyFilesAreFiles() async throws {
        let fetching = try Fetching()
        try fetching.hub.files.write("empty", [])
        #expect(try await fetching.fetch("/plain/empty").size == 0)
        #expect(try fetching.names() == ["model.onnx"])
    }

    @Test func aFileIsReplacedByItsNewVersion() async throws {
        let fetching = try Fetching()
        try fetching.home.write("model.onnx", Array("old".utf8))
        try await fetching.fetch("/org/m/resolve/main/model.onnx")
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func onlyItsOwnerMayReadIt() async throws {
        let fetching = try Fetching()
        try await fetching.fetch("/org/m/resolve/main/config.json")
        #expect(Fetching.mode(of: fetching.destination) == 0o600)
    }

    @Test func theHubTellsOfAFileThatItDoesNotSend() async throws {
        let fetching = try Fetching()
        let large = try await fetching.fetcher().look(at: fetching.wanted("/org/m/resolve/main/model.onnx")) { _ in }
        let hash = Fetching.sha256(Fetching.large)
        let commit = "0123456789abcdef0123456789abcdef01234567"
        #expect(large == RemoteFile(size: 200_000, sha256: hash, etag: hash, commit: commit))
        let small = try await fetching.fetcher().look(at: fetching.wanted("/org/m/resolve/main/config.json")) { _ in }
        #expect(small.size == Int64(Fetching.small.count))
        #expect(small.sha256 == nil)
        #expect(small.etag?.count == 40)
        #expect(small.commit == commit)
        #expect(try fetching.hub.requests().map(\.method) == ["HEAD", "HEAD"])
    }

    @Test func lookingFailsAsFetchingDoes() async throws {
        let fetching = try Fetching()
        let error = await #expect(throws: EvokeError.self) {
            try await fetching.fetcher().look(at: fetching.wanted("/org/m/resolve/main/none.onnx")) { _ in }
        }
        #expect(error?.kind == .notFound)
        let setbacks = Locked<[EvokeError]>([])
        _ = try await fetching.fetcher().look(
            at: fetching.wanted("/org/m/resolve/main/model.onnx?status=503&times=2")
        ) { setback in setbacks.withLock { $0.append(setback) } }
        #expect(try fetching.hub.requests().count == 4)
        #expect(setbacks.withLock { $0.map(\.kind) } == [.unreachable, .unreachable])
    }

    @Test func manyFilesAtOnce() async throws {
        let fetching = try Fetching()
        let fetcher = fetching.fetcher()
        try await withThrowingTaskGroup(of: FetchedFile.self) { group in
            for number in 0..<12 {
                group.addTask {
                    try await fetcher.fetch(
                        fetching.wanted("/org/m/resolve/main/model.onnx?cdn-cut=70000"),
                        to: fetching.home.path.appending("\(number)")
                    ) { _ in }
                }
            }
            for try await file in group { #expect(file.sha256 == Fetching.sha256(Fetching.large)) }
        }
        #expect(try fetching.names().count == 12)
    }
}
