import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import FetchCurl

/// What goes well.
@Suite(.serialized) struct FetchTests {
    @Test(arguments: FetchingConformance.Check.allCases)
    func keepsTheContractOfAFetcher(check: FetchingConformance.Check) async throws {
        let fetching = try Fetching()
        try await FetchingConformance(fetching.fetcher()) { name, bytes in
            try fetching.hub.files.write("org/\(name)", bytes)
            return fetching.url("/plain/org/\(name)")
        }.check(check)
    }

    @Test func aLargeFileComesFromWhereTheHubPointsTo() async throws {
        let fetching = try Fetching()
        let file = try await fetching.fetch("/org/m/resolve/main/model.onnx")
        let hash = Fetching.sha256(Fetching.large)
        #expect(file == FetchedFile(size: 200_000, sha256: hash, etag: hash))
        #expect(try fetching.fetched() == Fetching.large && fetching.names() == ["model.onnx"])
        let requests = try fetching.requests()
        #expect(requests.map(\.server) == ["hub", "other"])
        #expect(requests.allSatisfy { $0.fields["accept-encoding"] == "identity" })
        #expect(fetching.steps.last == FetchProgress(received: 200_000, total: 200_000, resumedFrom: 0))
    }

    @Test func aSmallFileComesAtOnceAndItsOwnerAloneMayReadIt() async throws {
        let fetching = try Fetching()
        let file = try await fetching.fetch("/org/m/resolve/main/config.json")
        #expect(try fetching.fetched() == Fetching.small && file.sha256 == Fetching.sha256(Fetching.small))
        #expect(file.etag?.count == 40 && Fetching.mode(of: fetching.destination) == 0o600)
    }

    @Test func otherWaysOfSendingItAreFineToo() async throws {
        let fetching = try Fetching()
        for way in ["chunked", "unsized", "redirect=10", "etag=none", "etag=weak", "etag=hostile"] {
            try await fetching.fetch("/plain/org/m/model.onnx?\(way)", isHashKnown: true)
            #expect(try fetching.fetched() == Fetching.large, "\(way)")
            try FileSystem.erase(fetching.destination)
        }
    }

    @Test func emptyFilesAreFiles() async throws {
        let fetching = try Fetching()
        try fetching.hub.files.write("empty", [])
        #expect(try await fetching.fetch("/plain/empty").size == 0)
        #expect(try fetching.names() == ["model.onnx"])
    }

    @Test func theHubTellsOfAFileThatItDoesNotSend() async throws {
        let fetching = try Fetching()
        let large = try await probe(fetching, "model.onnx")
        let hash = Fetching.sha256(Fetching.large)
        let commit = "0123456789abcdef0123456789abcdef01234567"
        #expect(large == RemoteFile(size: 200_000, sha256: hash, etag: hash, commit: commit))
        let small = try await probe(fetching, "config.json")
        let count = Int64(Fetching.small.count)
        #expect(small == RemoteFile(size: count, sha256: nil, etag: small.etag, commit: commit))
        #expect(try small.etag?.count == 40 && fetching.requests().map(\.method) == ["HEAD", "HEAD"])
    }

    private func probe(
        _ fetching: Fetching, _ name: String, setback: @escaping @Sendable (EvokeError) -> Void = { _ in }
    ) async throws -> RemoteFile {
        try await fetching.fetcher().probe(at: fetching.wanted("/org/m/resolve/main/\(name)"), setback: setback)
    }

    @Test func lookingHasSetbacksAsFetchingHas() async throws {
        let fetching = try Fetching()
        let setbacks = Locked<[EvokeError]>([])
        _ = try await probe(fetching, "model.onnx?status=503&times=2") { one in setbacks.withLock { $0.append(one) } }
        #expect(try fetching.requests().count == 3)
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
