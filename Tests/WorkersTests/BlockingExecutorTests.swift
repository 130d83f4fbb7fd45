import Glibc
import Testing
import Workers

@Suite struct BlockingExecutorTests {
    private struct Failure: Error {}

    @Test func returnsAndThrowsWhatTheCallDoes() async throws {
        let executor = BlockingExecutor(width: 1)
        #expect(try await executor.run { 42 } == 42)
        await #expect(throws: Failure.self) { try await executor.run { throw Failure() } }
        #expect(try await executor.run { 43 } == 43)
    }

    @Test(arguments: [1, 3]) func runsNoMoreCallsAtOnceThanItsWidth(width: Int) async throws {
        let executor = BlockingExecutor(width: width)
        let running = Counter()
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    try await executor.run {
                        running.add(1)
                        sched_yield()
                        running.add(-1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((1...width).contains(running.most))
    }

    @Test func blockedCallsDoNotHoldUpTasks() async throws {
        let executor = BlockingExecutor(width: 16)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        try await withThrowingTaskGroup { group in
            // More blocked calls than Swift's own pool has threads.
            for _ in 0..<16 {
                group.addTask {
                    try await executor.run {
                        var byte: UInt8 = 0
                        #expect(read(reading, &byte, 1) == 1)
                    }
                }
            }
            group.addTask {
                for _ in 0..<16 { #expect(write(writing, "x", 1) == 1) }
            }
            try await group.waitForAll()
        }
        close(reading)
        close(writing)
    }
}
