import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeVectorIndex

/// Files as disks and other programs leave them, and as an enemy would make them: never a crash, never a wrong answer.
@Suite struct FaultTests {
    private let file: AnsweringFile

    init() async throws { file = try await AnsweringFile() }

    @Test func aMissingFile() async throws {
        unlink(file.test.path.display)
        #expect(await file.fault() == .missing)
    }

    @Test func filesOfOtherKinds() async throws {
        for bytes in [[], [0], Array("SQLite format 3".utf8), [UInt8](repeating: 0, count: 1 << 17)] {
            try FileSystem.replace(file.test.path, with: bytes)
            #expect(await file.fault() != nil)
        }
        try FileSystem.replace(file.test.path, with: file.whole)
        for other in [ModelID.ofWidth(25), ModelID(name: "t24", fingerprint: "another", dimensions: 24)] {
            await #expect(throws: IndexFault.foreign("it belongs to another model")) {
                _ = try await VectorIndex.open(file.test.path, model: other, threads: file.test.threads)
            }
        }
        unlink(file.test.path.display)
        mkdir(file.test.path.display, 0o700)
        #expect(await file.fault() != nil)
        rmdir(file.test.path.display)
    }

    @Test func cutShort() async throws {
        for length in [1, 4_000, 4_100, 1 << 16, 1 << 17, file.whole.count / 2, file.whole.count - 1] {
            try FileSystem.replace(file.test.path, with: Array(file.whole.prefix(length)))
            #expect(await file.fault() != nil, "\(length) bytes")
        }
    }

    @Test(arguments: [0, 1 << 16, 1 << 18])
    func cutShortWhileItIsRead(length: Int) async throws {
        // What has been read stays in this process's memory only until the file is cut.
        let index = try await file.test.open()
        truncate(file.test.path.display, off_t(length))
        await #expect(throws: IndexFault.self) { try await index.search(file.queries, top: 10) }
        await #expect(throws: IndexFault.self) { try await index.search(file.queries, top: 10, exactly: true) }
        try FileSystem.replace(file.test.path, with: file.whole)
        #expect(try await file.test.open(after: index).search(file.queries, top: 10) == file.answers)
    }

    /// Whoever reads zeros instead of the file is told, and faults that are not of a mapping go where they went before.
    @Test func cutShortAtTheWorstInstants() throws {
        let checkout = FileSystem.absolute(DiskPath(#filePath)).parent!.parent!.parent!
        let program = file.test.folder.path.appending("mapping")
        try Shell.output(
            of: "cd '\(checkout)' && cc -std=gnu17 -pthread -I Sources/C/EvokeCMapping/include Tests/Mapping/mapping.c"
                + " -o '\(program)' && '\(program)'")
    }

    /// Where only the rows that a query needs are looked at, damage to them is found then.
    @Test func flippedBitsInALargeFile() async throws {
        let index = try await file.test.open()
        let best = try await index.search(file.queries, top: 1)[0][0]
        let row = try #require(index.rows(of: [best.id]).first)
        let offset = index.blocks.offsetOfHalfFloats(row)
        let descriptor = open(file.test.path.display, O_RDWR)
        defer { close(descriptor) }
        var byte = file.whole[offset] ^ 1
        pwrite(descriptor, &byte, 1, off_t(offset))
        await #expect(throws: IndexFault.self) { try await index.search(file.queries, top: 1) }
    }

    /// The checksums are right, and the numbers are not.
    @Test func numbersThatLeadOutOfTheFile() async throws {
        let header = IndexHeader(file.test.model, seed: try await file.test.open().header.seed)
        for (rows, removals) in [(1 << 30, 0), (5_000, 0), (Int(UInt32.max) - 1, 7), (2_200, 2_200), (64, 65)] {
            var commit = IndexCommit()
            commit.generation = 9
            commit.rows = rows
            commit.removals = removals
            var bytes = file.whole
            bytes.replaceSubrange(
                IndexCommit.offsets[0]..<IndexCommit.offsets[0] + IndexCommit.bytes,
                with: commit.bytes(seed: header.seed))
            try FileSystem.replace(file.test.path, with: bytes)
            if let index = try? await file.test.open() {
                #expect(index.commit.rows == 2_200, "\(rows) rows, \(removals) removals")
            }
        }
    }
}

/// An index of some photos in a file, and what it answers.
struct AnsweringFile {
    let test = TestIndex(dimensions: 24)
    let queries: [Embedding]
    let whole: [UInt8]
    let answers: [[VectorMatch]]

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

    /// Nil where it answers as before.
    func fault() async -> IndexFault? {
        do {
            let found = try await test.open().search(queries, top: 10)
            #expect(found == answers)
            return nil
        } catch {
            return error as? IndexFault
        }
    }
}
