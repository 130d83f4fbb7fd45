import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import EvokeVectorIndex

@Suite struct WriterTests {
    private let test = TestIndex(dimensions: 48)
    private var vectors = PhotoLikeVectors(dimensions: 48, seed: 21)

    /// However the rows came in, the index is the same to the byte, but for its random parts.
    @Test(arguments: [[1, 62, 1, 1, 64, 100], [4_095, 1, 1], [4_096, 4_096, 10], [10, 5_000]])
    mutating func appendingInSteps(steps: [Int]) async throws {
        vectors.add(steps.reduce(0, +))
        try test.make(Array(vectors.rows.prefix(steps[0])))
        var (index, first) = (try await test.open(), steps[0])
        for (number, step) in steps.enumerated().dropFirst() {
            try test.append(Array(vectors.rows[first..<first + step]), from: first, to: index, stamp: Int64(number + 1))
            first += step
            let later = try await test.open(after: index)
            #expect(later.count == first && later.stamp.number == Int64(number + 1))
            #expect(index.count == first - step, "an open index stays what it was")
            index = later
        }
        try await test.open().check()
        let queries = vectors.queries(6)
        let expected = try await Nearest(StoredVectors(vectors.rows, of: test.model), model: test.model).search(
            queries, top: 9)
        #expect(try await index.search(queries, top: 9, exactly: true) == expected)
        #expect(try await recall(index, queries, top: 9) >= 0.98)
    }

    @Test mutating func removing() async throws {
        vectors.add(5_000)
        try test.make(vectors.rows)
        var index = try await test.open()
        let queries = vectors.queries(5)
        var gone: Set<PhotoID> = []
        for round in 0..<3 {
            let best = try await index.search(queries, top: 20).joined().map(\.id)
            gone.formUnion(best)
            let writer = try VectorIndexWriter(appendingTo: index, at: test.path)
            try writer.remove(index.rows(of: Set(best)))
            try writer.commit(VectorStamp(number: Int64(round + 2), token: 0))
            index = try await test.open(after: index)
            #expect(index.count == 5_000 - gone.count)
        }
        let found = try await index.search(queries, top: 50)
        #expect(found.joined().allSatisfy { !gone.contains($0.id) })
        #expect(try await recall(index, queries, top: 30) >= 0.99)
        #expect(try await test.open().count == index.count, "the removals are in the file")
    }

    @Test mutating func everyRowRemoved() async throws {
        vectors.add(5_000)
        try test.make(vectors.rows)
        let index = try await test.open()
        let writer = try VectorIndexWriter(appendingTo: index, at: test.path)
        try writer.remove(Array(0..<5_000))
        try writer.commit(VectorStamp(number: 2, token: 0))
        let later = try await test.open()
        #expect(later.count == 0)
        #expect(try await later.search(vectors.queries(2), top: 5) == [[], []])
    }

    /// A process may end at any write; what was committed before stays what it was.
    @Test mutating func endingBeforeTheCommit() async throws {
        vectors.add(4_300)
        try test.make(Array(vectors.rows.prefix(70)))
        var index = try await test.open()
        let queries = vectors.queries(3)
        let before = try await index.search(queries, top: 70)
        // Rows and removals that are written and never committed, as a killed process leaves them.
        for round in 0..<3 {
            let writer = try VectorIndexWriter(appendingTo: index, at: test.path)
            try vectors.rows[70...].flatMap { $0 }.withUnsafeBufferPointer {
                try writer.append((70..<4_300).map { PhotoID(Int64($0 + round)) }, $0)
            }
            try writer.remove([0, 1, 2])
            index = try await test.open()
            #expect(try await index.search(queries, top: 70) == before)
        }
        try test.append(Array(vectors.rows[70..<200]), from: 70, to: index)
        index = try await test.open()
        #expect(index.count == 200)
        let expected = try await Nearest(
            StoredVectors(Array(vectors.rows.prefix(200)), of: test.model), model: test.model
        )
        .search(queries, top: 40)
        #expect(try await index.search(queries, top: 40) == expected)
    }

    /// One of the two commits was half written when the power went.
    @Test mutating func aTornCommit() async throws {
        vectors.add(300)
        try test.make(Array(vectors.rows.prefix(100)))
        try test.append(Array(vectors.rows[100..<200]), from: 100, to: try await test.open())
        var bytes = try FileSystem.read(test.path)
        let last = IndexCommit.offsets[0]
        bytes[last + 20] ^= 0xFF
        try FileSystem.replace(test.path, with: bytes)
        let index = try await test.open()
        #expect(index.count == 100 && index.stamp.number == 1, "the one before counts")
        try test.append(Array(vectors.rows[100..<300]), from: 100, to: index, stamp: 3)
        #expect(try await test.open().count == 300)
    }

    @Test mutating func valuesThatAreNoNumbersAreLeftOut() async throws {
        vectors.add(5)
        vectors.add([Float16](repeating: .nan, count: 48))
        vectors.add([Float16](repeating: .infinity, count: 48))
        try test.make(vectors.rows)
        #expect(try await test.open().count == 5)
    }

    @Test mutating func readersReadWhileOneAppends() async throws {
        vectors.add(6_000)
        let rows = vectors.rows
        try test.make(Array(rows.prefix(2_500)))
        let queries = vectors.queries(4)
        let isDone = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { [test] group in
            group.addTask {
                var first = 2_500
                while first < rows.count {
                    let index = try await test.open()
                    let end = min(first + 90, rows.count)
                    let writer = try VectorIndexWriter(appendingTo: index, at: test.path)
                    try rows[first..<end].flatMap { $0 }.withUnsafeBufferPointer {
                        try writer.append((first..<end).map { PhotoID(Int64($0)) }, $0)
                    }
                    try writer.remove([first - 1])
                    try writer.commit(VectorStamp(number: Int64(end), token: 0))
                    first = end
                }
                isDone.withLock { $0 = true }
            }
            for _ in 0..<2 {
                group.addTask {
                    var index = try await test.open()
                    while !isDone.withLock({ $0 }) {
                        let found = try await index.search(queries, top: 10)
                        #expect(
                            found.allSatisfy { $0.count == 10 && $0.allSatisfy { $0.id.value < index.commit.rows } })
                        let later = try await test.open(after: index)
                        #expect(later.commit.rows >= index.commit.rows)
                        index = later
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await test.open().commit.rows == 6_000)
    }
}
