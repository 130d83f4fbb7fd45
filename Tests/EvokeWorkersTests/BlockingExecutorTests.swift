import Dispatch
import EvokeValues
import Glibc
import Testing

@testable import EvokeWorkers

@Suite struct BlockingExecutorTests {
    private struct Failure: Error {}
    private struct Numbered: Error { let number: Int }

    @Test func returnsAndThrowsWhatTheCallDoes() async throws {
        let executor = BlockingExecutor(width: 1)
        #expect(await executor.run { 42 } == 42)
        await #expect(throws: Failure.self) { try await executor.run { throw Failure() } }
        #expect(await executor.run { 43 } == 43)
    }

    /// Whoever asks is not ended for it: the only one there is does all, or the caller.
    @Test(arguments: [0, 1]) func whereTheSystemHasNoThreadsToSpare(count: Int) async {
        let left = Locked(count)
        let executor = BlockingExecutor(width: 4) { body in
            let isOne = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if isOne { DispatchQueue.global().async(execute: body) }
            return isOne
        }
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...100 { group.addTask { await executor.run { number } } }
            return await group.reduce(0, +)
        }
        #expect(sum == 5_050)
    }

    @Test func whatIsThrownKeepsItsType() async {
        let executor = BlockingExecutor(width: 1)
        let call = { @Sendable (number: Int) throws(Numbered) in throw Numbered(number: number) }
        do throws(Numbered) { try await executor.run { () throws(Numbered) in try call(1) } } catch {
            #expect(error.number == 1)
        }
        do throws(Numbered) {
            _ = try await executor.runWhileWanted { () throws(Numbered) in try call(2) }
        } catch {
            #expect(error.number == 2)
        }
    }

    /// It may be one that writes.
    @Test func aCallThatWasAskedForIsMadeThoughItsTaskWasCancelled() async {
        let executor = BlockingExecutor(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let done = Locked<[Int]>([])
        let tasks = (0..<3).map { number in
            Task {
                await executor.run {
                    gate.wait()
                    done.withLock { $0.append(number) }
                }
            }
        }
        for task in tasks { task.cancel() }
        for _ in tasks { gate.signal() }
        for task in tasks { await task.value }
        #expect(done.withLock { $0.sorted() } == [0, 1, 2])
    }

    /// So that a lock or a file that only the call had is free for whoever goes on.
    @Test(arguments: [false, true]) func whatACallHoldsIsGoneBeforeItsResultIsHeard(isLeftWhenCancelled: Bool) async {
        let executor = BlockingExecutor(width: 2)
        for _ in 0..<500 {
            weak let held = await {
                let counter = Counter()
                let call = { @Sendable in _ = counter.add(1) }
                if isLeftWhenCancelled { await executor.runWhileWanted(call) } else { await executor.run(call) }
                return counter
            }()
            #expect(held == nil)
        }
    }

    @Test(arguments: [1, 3]) func runsNoMoreCallsAtOnceThanItsWidth(width: Int) async {
        let executor = BlockingExecutor(width: width)
        let running = Counter()
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    await executor.run {
                        running.add(1)
                        sched_yield()
                        running.add(-1)
                    }
                }
            }
        }
        #expect((1...width).contains(running.most))
    }

    @Test func aCancelledTaskIsLetGoWhileItsCallWaitsOrRuns() async {
        let executor = BlockingExecutor(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let begun = Locked<[Int]>([])
        let tasks = (0..<3).map { number in
            Task {
                await executor.runWhileWanted {
                    begun.withLock { $0.append(number) }
                    gate.wait()
                }
            }
        }
        while begun.withLock({ $0.isEmpty }) { await Task.yield() }
        // One of them runs and two wait, and none of them can end.
        for task in tasks {
            task.cancel()
            #expect(await task.value == nil)
        }
        gate.signal()
        #expect(await executor.run { 42 } == 42, "the thread is free again")
        #expect(begun.withLock { $0.count } == 1, "what waited was not begun")
    }

    @Test func whoIsNotCancelledGetsTheResult() async {
        let executor = BlockingExecutor(width: 2)
        await withTaskGroup(of: (Int, Int?).self) { group in
            for number in 0..<500 { group.addTask { (number, await executor.runWhileWanted { number * 2 }) } }
            for await (number, twice) in group { #expect(twice == 2 * number) }
        }
        await #expect(throws: Failure.self) { try await executor.runWhileWanted { throw Failure() } }
    }

    @Test func blockedCallsDoNotHoldUpTasks() async {
        let executor = BlockingExecutor(width: 16)
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        await withTaskGroup { group in
            // More blocked calls than Swift's own pool has threads.
            for _ in 0..<16 {
                group.addTask {
                    await executor.run {
                        var byte: UInt8 = 0
                        #expect(read(reading, &byte, 1) == 1)
                    }
                }
            }
            group.addTask {
                for _ in 0..<16 { #expect(write(writing, "x", 1) == 1) }
            }
        }
        close(reading)
        close(writing)
    }
}
