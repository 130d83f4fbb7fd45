import EvokeDigests
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@Suite struct ContentDigesterTests {
    private let folder = TemporaryFolder()
    private let digester = ContentDigester(executor: BlockingExecutor(width: 1))

    @Test func keepsTheContractOfADigester() async throws {
        try await ContentDigestingConformance(digester).checkAll()
    }

    /// XXH3's own test value for nothing, and the same bytes read in one piece or in many.
    @Test func givesXXH3sDigests() async throws {
        let empty = try await digester.digest(of: folder.write("empty", []))
        #expect(empty == ContentDigest(high: 0x99AA_06D3_0147_98D8, low: 0x6001_C324_468D_497F))
        let long = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let one = try await digester.digest(of: folder.write("one", long))
        let other = try await digester.digest(of: folder.write("other", long))
        #expect(one == other)
        let changed = try await digester.digest(of: folder.write("changed", long.dropLast() + [1]))
        #expect(one != changed)
    }

    /// Files with nothing but holes in them: they take no room, and days to read.
    @Test func refusesWhatNoPhotoIs() async throws {
        let file = try folder.write("holes", [])
        #expect(truncate(file.display, 1 << 40) == 0)
        let error = await #expect(throws: EvokeError.self) { try await digester.digest(of: file) }
        #expect(error?.kind == .tooLarge && error?.remedies.contains(.chooseOption(.exclusion)) == true)
    }

    @Test func endsWhenItIsCancelled() async throws {
        let file = try folder.write("holes", [])
        #expect(truncate(file.display, 29 << 30) == 0)
        let run = Task { [digester] in try await digester.digest(of: file) }
        run.cancel()
        // Without that, this would take as long as 31 GB do.
        await #expect(throws: CancellationError.self) { try await run.value }
    }

    @Test func saysWhatCannotBeRead() async throws {
        let error = await #expect(throws: EvokeError.self) {
            try await digester.digest(of: folder.path.appending("absent"))
        }
        #expect(error?.kind == .notFound)
        let pipe = try folder.makePipe("pipe")
        let refused = await #expect(throws: EvokeError.self) { try await digester.digest(of: pipe) }
        #expect(refused?.kind == .unsupported, "and nobody waits for somebody to write into it")
    }
}
