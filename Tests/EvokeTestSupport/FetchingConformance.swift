import EvokeDigests
import EvokeSystem
package import EvokeValues
import Testing

/// What every `FileFetching` must do. Run it against each implementation, with a server that it can ask.
package struct FetchingConformance {
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private let fetcher: any FileFetching
    /// Has a file served, and says where.
    private let serve: @Sendable (_ name: String, [UInt8]) throws -> String
    private let home = TemporaryFolder()
    private var destination: DiskPath { home.path.appending("file") }

    package init(
        _ fetcher: any FileFetching, serve: @escaping @Sendable (_ name: String, [UInt8]) throws -> String
    ) {
        self.fetcher = fetcher
        self.serve = serve
    }

    package enum Check: CaseIterable, Sendable {
        case whole, looking, whatIsNotWanted, cancelling, nextVersion
    }

    package func check(_ check: Check) async throws {
        switch check {
        case .whole: try await checkWhole()
        case .looking: try await checkLooking()
        case .whatIsNotWanted: try await checkWhatIsNotWanted()
        case .cancelling: try await checkCancelling()
        case .nextVersion: try await checkNextVersion()
        }
    }

    private func checkWhole() async throws {
        let wanted = WantedFile(url: try serve("whole", Self.bytes), sha256: Self.digest(Self.bytes))
        let steps = Locked<[FetchProgress]>([])
        let file = try await fetcher.fetch(wanted, to: destination) { step in steps.withLock { $0.append(step) } }
        #expect(file.size == 200_000 && file.sha256 == Self.digest(Self.bytes))
        #expect(try FileSystem.read(destination) == Self.bytes)
        let seen = steps.withLock { $0 }
        let received = seen.map(\.received)
        #expect(received.last == 200_000 && received == received.sorted() && seen.last?.setback == nil)
        #expect(try names() == ["file"], "nothing is left beside it")
    }

    private func checkLooking() async throws {
        let wanted = WantedFile(url: try serve("looked-at", Self.bytes))
        let before = try names()
        #expect(try await fetcher.probe(at: wanted) { _ in }.size == 200_000)
        #expect(try names() == before)
        let error = await #expect(throws: EvokeError.self) {
            try await fetcher.probe(at: WantedFile(url: wanted.url + "-none")) { _ in }
        }
        #expect(error?.kind == .notFound)
    }

    /// What is there stays as it was.
    private func checkWhatIsNotWanted() async throws {
        let old = Array("old".utf8)
        let url = try serve("other", Self.bytes)
        let unwanted: [(WantedFile, EvokeError.Kind)] = [
            (WantedFile(url: url + "-none"), .notFound),
            (WantedFile(url: url, sha256: Self.digest(old)), .damaged),
            (WantedFile(url: url, size: 199_999), .damaged),
            (WantedFile(url: url, maximum: 199_999), .tooLarge),
        ]
        for (wanted, kind) in unwanted {
            try home.write("file", old)
            let error = await #expect(throws: EvokeError.self) {
                try await fetcher.fetch(wanted, to: destination) { _ in }
            }
            #expect(try error?.kind == kind && FileSystem.read(destination) == old, "\(wanted)")
        }
    }

    private func checkCancelling() async throws {
        let old = Array("old".utf8)
        try home.write("file", old)
        let wanted = WantedFile(url: try serve("cancelled", Self.bytes))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await fetcher.fetch(wanted, to: destination) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try FileSystem.read(destination) == old)
    }

    private func checkNextVersion() async throws {
        let next = Array(Self.bytes.reversed())
        let wanted = WantedFile(url: try serve("next", next))
        try home.write("file", Array("old".utf8))
        #expect(try await fetcher.fetch(wanted, to: destination) { _ in }.sha256 == Self.digest(next))
        #expect(try FileSystem.read(destination) == next)
    }

    private func names() throws -> [String] {
        try FileSystem.names(in: home.path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = SHA256()
        bytes.withUnsafeBytes { digest.add($0) }
        return digest.hex()
    }
}
