import Dispatch
import EvokeWorkers
import Glibc
import Testing

@Suite struct BlockingExecutorTests {
    private struct Failure: Error {}

    @Test func returnsAndThrowsWhatTheCallDoes() async throws {
        let executor = BlockingExecutor(width: 1)
        #expect(try await executor.run { 42 } == 42)
        await #expect(throws: Failure.self) { try await executor.run { throw Failure() } }
        #expect(try await executor.run { 43 } == 43)
    }

    /// So that a lock or a file that only the call had is free for whoever goes on.
    @Test(arguments: [false, true]) func whatACallHoldsIsGoneBeforeItsResultIsHeard(isLeftWhenCancelled: Bool)
        async throws
    {
        let executor = BlockingExecutor(width: 2)
        for _ in 0..<2_000 {
            weak let held = try await {
                let counter = Counter()
                let call = { @Sendable in _ = counter.add(1) }
                try await isLeftWhenCancelled ? executor.runWhileWanted(call) : executor.run(call)
                return counter
            }()
            #expect(held == nil)
        }
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

    @Test func aCancelledTaskIsLetGoWhileItsCallWaitsOrRuns() async throws {
        let executor = BlockingExecutor(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = Locked<[Int]>([])
        let tasks = (0..<3).map { number in
            Task {
                try await executor.runWhileWanted {
                    begun.withLock { $0.append(number) }
                    gate.wait()
                }
            }
        }
        while begun.withLock({ $0.isEmpty }) { await Task.yield() }
        // One of them runs and two wait, and none of them can end.
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        gate.signal()
        #expect(try await executor.run { 42 } == 42, "the thread is free again")
        #expect(begun.withLock { $0.count } == 1, "what waited was not begun")
    }

    @Test func whoIsNotCancelledGetsTheResult() async throws {
        let executor = BlockingExecutor(width: 2)
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<500 { group.addTask { (number, try await executor.runWhileWanted { number * 2 }) } }
            for try await (number, twice) in group { #expect(twice == 2 * number) }
        }
        await #expect(throws: Failure.self) { try await executor.runWhileWanted { throw Failure() } }
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
