import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeVectorIndex

/// Files as disks and other programs leave them, and as an enemy would make them: never a crash, never a wrong answer.
@Suite struct DamageTests {
    private let test = TestIndex(dimensions: 24)
    private let queries: [Embedding]
    private let whole: [UInt8]
    private let answers: [[VectorMatch]]

    init() async throws {
        var vectors = PhotoLikeVectors(dimensions: 24, seed: 31)
        vectors.add(2_200)
        try test.make(vectors.rows)
        let index = try await test.open()
        let writer = try VectorIndexWriter(appendingTo: index, at: test.path)
        try writer.remove([3, 900, 2_199])
        try writer.commit(VectorStamp(number: 2, token: 2))
        queries = vectors.queries(3)
        answers = try await test.open().search(queries, top: 10)
        whole = try FileSystem.read(test.path)
    }

    @Test func aMissingFile() async throws {
        unlink(test.path.display)
        #expect(await fault() == .missing)
    }

    @Test func filesOfOtherKinds() async throws {
        for bytes in [[], [0], Array("SQLite format 3".utf8), [UInt8](repeating: 0, count: 1 << 17)] {
            try FileSystem.replace(test.path, with: bytes)
            #expect(await fault() != nil)
        }
        try FileSystem.replace(test.path, with: whole)
        for other in [ModelID.ofWidth(25), ModelID(name: "t24", fingerprint: "another", dimensions: 24)] {
            await #expect(throws: IndexFault.foreign("it belongs to another model")) {
                _ = try await VectorIndex.open(test.path, model: other, threads: test.threads)
            }
        }
        unlink(test.path.display)
        mkdir(test.path.display, 0o700)
        #expect(await fault() != nil)
        rmdir(test.path.display)
    }

    @Test func cutShort() async throws {
        for length in [1, 4_000, 4_100, 1 << 16, 1 << 17, whole.count / 2, whole.count - 1] {
            try FileSystem.replace(test.path, with: Array(whole.prefix(length)))
            #expect(await fault() != nil, "\(length) bytes")
        }
    }

    @Test(arguments: [0, 1 << 16, 1 << 18])
    func cutShortWhileItIsRead(length: Int) async throws {
        // What has been read stays in this process's memory only until the file is cut.
        let index = try await test.open()
        truncate(test.path.display, off_t(length))
        await #expect(throws: IndexFault.self) { try await index.search(queries, top: 10) }
        await #expect(throws: IndexFault.self) { try await index.search(queries, top: 10, exactly: true) }
        await #expect(throws: IndexFault.self) { try await index.pairs(atLeast: 0.9) { _ in } }
        try FileSystem.replace(test.path, with: whole)
        #expect(try await test.open(after: index).search(queries, top: 10) == answers)
    }

    /// Wherever a bit is flipped, it is found, or lies where nothing is kept.
    @Test func flippedBits() async throws {
        var random = RepeatableNumbers(state: 41)
        var found = 0
        let layout = IndexLayout(dimensions: 24)
        let areas = [
            0..<512, 8_192..<8_256, layout.signs..<layout.signs + 64 * layout.signBytes * 30,
            layout.factors..<layout.factors + 2 * 2_176, layout.ids..<layout.ids + 8 * 2_190,
            layout.groupChecks..<layout.groupChecks + 8 * 30, layout.centre..<layout.centre + 4 * layout.width,
            layout.removals..<layout.removals + 8, layout.codes..<layout.codes + 2_190 * layout.bytesOfCodes,
            layout.halves..<layout.halves + 2_190 * 48,
        ]
        for (number, area) in areas.enumerated() {
            for _ in 0..<12 {
                var bytes = whole
                let place = (number < 2 ? 0 : IndexLayout.headerBytes) + Int.random(in: area, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try FileSystem.replace(test.path, with: bytes)
                // A commit that is damaged gives way to the one before it.
                if let fault = await fault() {
                    found += fault == .missing ? 0 : 1
                } else {
                    #expect(number < 2, "\(place)")
                }
            }
        }
        #expect(found >= 100)
    }

    /// Where only the rows that a query needs are looked at, damage to them is found then.
    @Test func flippedBitsInALargeFile() async throws {
        let index = try await test.open()
        let best = try await index.search(queries, top: 1)[0][0]
        let row = try #require(index.rows(of: [best.id]).first)
        let offset = index.blocks.offsetOfHalves(row)
        let descriptor = open(test.path.display, O_RDWR)
        defer { close(descriptor) }
        var byte = whole[offset] ^ 1
        pwrite(descriptor, &byte, 1, off_t(offset))
        await #expect(throws: IndexFault.self) { try await index.search(queries, top: 1) }
    }

    /// Random damage in header and blocks: an answer is right, or there is none.
    @Test func fuzzing() async throws {
        var random = RepeatableNumbers(state: 51)
        var survived = 0
        for round in 0..<600 {
            var bytes = random.damaged(whole, round: round)
            if round.isMultiple(of: 3) { bytes.replaceSubrange(0..<8, with: whole[0..<8]) }
            try FileSystem.replace(test.path, with: bytes)
            do {
                let index = try await test.open()
                let found = try await index.search(queries, top: 10)
                if index.commit.generation == 2 { #expect(found == answers, "round \(round)") }
                survived += 1
            } catch is IndexFault {
                continue
            }
        }
        #expect(survived < 500)
    }

    /// The checksums are right, and the numbers are not.
    @Test func numbersThatLeadOutOfTheFile() async throws {
        let header = IndexHeader(test.model, seed: try await test.open().header.seed)
        for (rows, removals) in [(1 << 30, 0), (5_000, 0), (Int(UInt32.max) - 1, 7), (2_200, 2_200), (64, 65)] {
            var commit = IndexCommit()
            commit.generation = 9
            commit.rows = rows
            commit.removals = removals
            var bytes = whole
            bytes.replaceSubrange(
                IndexCommit.offsets[0]..<IndexCommit.offsets[0] + IndexCommit.bytes,
                with: commit.bytes(seed: header.seed))
            try FileSystem.replace(test.path, with: bytes)
            if let index = try? await test.open() {
                #expect(index.commit.rows == 2_200, "\(rows) rows, \(removals) removals")
            }
        }
    }

    private func fault() async -> IndexFault? {
        do {
            let found = try await test.open().search(queries, top: 10)
            #expect(found == answers)
            return nil
        } catch {
            return error as? IndexFault
        }
    }
}
