import Dispatch
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@Suite struct BatcherTests {
    private struct Refusal: Error, Equatable { let number: Int }

    @Test func everyoneGetsTheirOwnAnswerWhateverTheBatches() async throws {
        let sizes = Locked<[Int]>([])
        let batcher = Batcher<Int, Int, Refusal>(
            batch: 4, width: 2, executor: BlockingExecutor(width: 2)
        ) { inputs throws(Refusal) in
            sizes.withLock { $0.append(inputs.count) }
            return inputs.map { $0 % 10 == 0 ? .failure(Refusal(number: $0)) : .success($0 * $0) }
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 1...500 {
                group.addTask {
                    let answer = (try? await batcher.result(for: number)) ?? nil
                    #expect(answer == (number % 10 == 0 ? nil : number * number), "one fails, and only that one")
                }
            }
        }
        let all = sizes.withLock { $0 }
        #expect(all.reduce(0, +) == 500 && all.allSatisfy { (1...4).contains($0) })
    }

    @Test func whatWaitsIsHandedOverTogetherAndNobodyWaitsForMore() async throws {
        let gate = DispatchSemaphore(value: 0)
        let batches = Locked<[[Int]]>([])
        let batcher = Batcher<Int, Int, Never>(
            batch: 3, width: 1, executor: BlockingExecutor(width: 1)
        ) { inputs in
            batches.withLock { $0.append(inputs) }
            if inputs == [0] { gate.wait() }
            return inputs.map { .success($0) }
        }
        async let first = batcher.result(for: 0)
        try await wait(for: "the first batch") { batches.withLock { !$0.isEmpty } }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...4 { group.addTask { try await batcher.result(for: number).whileWanted() } }
            try await wait(for: "four that wait", watching: { batcher.waitingCount }) { $0 == 4 }
            gate.signal()
            let sum = try await group.reduce(0, +)
            #expect(sum == 10)
        }
        #expect(await first == 0)
        #expect(batches.withLock { $0.map(\.count) } == [1, 3, 1])
    }

    @Test func whoeverIsCancelledLeavesAtOnceAndTheOthersAreServed() async throws {
        let gate = DispatchSemaphore(value: 0)
        let batches = Locked<[[Int]]>([])
        let batcher = Batcher<Int, Int, Never>(
            batch: 8, width: 1, executor: BlockingExecutor(width: 1)
        ) { inputs in
            batches.withLock { $0.append(inputs) }
            if inputs == [0] { gate.wait() }
            return inputs.map { .success($0) }
        }
        let running = Task { await batcher.result(for: 0) }
        while batches.withLock({ $0.isEmpty }) { await Task.yield() }
        let waiting = (1...4).map { number in Task { await batcher.result(for: number) } }
        while batcher.waitingCount < 4 { await Task.yield() }
        for task in [running, waiting[0], waiting[2]] {
            task.cancel()
            #expect(await task.value == nil)
        }
        #expect(batcher.waitingCount == 2)
        gate.signal()
        #expect(await waiting[1].value == 2)
        #expect(await waiting[3].value == 4)
        #expect(batches.withLock { Set($0.joined()) } == [0, 2, 4], "no work is done for those who left")
    }

    @Test func aBatchThatFailsFailsForAllOfIt() async throws {
        let batcher = Batcher<Int, Int, Refusal>(
            batch: 8, width: 2, executor: BlockingExecutor(width: 2)
        ) { _ throws(Refusal) in throw Refusal(number: 7) }
        for number in 0..<3 {
            do throws(Refusal) {
                _ = try await batcher.result(for: number)
                Issue.record("it was to fail")
            } catch {
                #expect(error.number == 7, "its type is known to the compiler")
            }
        }
    }
}
