import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@Suite struct AsyncSemaphoreTests {
    private struct Refusal: Error, Equatable { let number: Int }

    @Test(arguments: [1, 3]) func noMoreAreInAtOnce(count: Int) async {
        let turns = AsyncSemaphore(count)
        let running = Counter()
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let answer = await turns.take {
                        running.add(1)
                        await Task.yield()
                        running.add(-1)
                        return number
                    }
                    #expect(answer == number)
                }
            }
        }
        #expect((1...count).contains(running.most) && running.now == 0)
    }

    @Test func whatIsThrownKeepsItsTypeAndTheTurnIsFreeAgain() async {
        let turns = AsyncSemaphore(1)
        for number in 0..<3 {
            do throws(Refusal) {
                try await turns.take { () async throws(Refusal) in throw Refusal(number: number) }
                Issue.record("it was to fail")
            } catch {
                #expect(error.number == number)
            }
        }
    }

    /// While the one who is in stays in: whoever is cancelled need not wait for that.
    @Test func whoeverIsCancelledLeavesAtOnceAndTheOthersKeepTheirOrder() async throws {
        let turns = AsyncSemaphore(1)
        let gate = Gate()
        let begun = Locked<[Int]>([])
        let isIn = Locked(false)
        let first = Task {
            await turns.take {
                isIn.withLock { $0 = true }
                await gate.wait()
            }
        }
        try await wait(for: "the first") { isIn.withLock { $0 } }
        var others: [Task<Void?, Never>] = []
        for number in 1...4 {
            others.append(Task { await turns.take { begun.withLock { $0.append(number) } } })
            try await wait(for: "one more that waits") { turns.waitingCount == number }
        }
        for other in [others[0], others[2]] {
            other.cancel()
            #expect(await other.value == nil)
        }
        #expect(turns.waitingCount == 2)
        gate.open()
        #expect(await first.value != nil)
        for other in others { _ = await other.value }
        #expect(begun.withLock { $0 } == [2, 4])
        #expect(await turns.take { 42 } == 42, "no turn was lost")
    }

    /// Cancelled at any moment: before it waits, while it does, as its turn comes, and when it is in.
    @Test func noTurnIsLostWhoeverIsCancelledWhen() async {
        let turns = AsyncSemaphore(2)
        let running = Counter()
        await withTaskGroup { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task {
                        await turns.take {
                            running.add(1)
                            await Task.yield()
                            running.add(-1)
                        }
                    }
                    for _ in 0..<(number % 5) { await Task.yield() }
                    if number % 3 != 0 { task.cancel() }
                    let isDone = await task.value != nil
                    #expect(isDone || number % 3 != 0)
                }
            }
        }
        #expect((1...2).contains(running.most) && running.now == 0)
        let both = Counter()
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    await turns.take {
                        both.add(1)
                        while both.most < 2 { await Task.yield() }
                        both.add(-1)
                    }
                }
            }
        }
        #expect(both.most == 2, "both turns are still there")
    }

    @Test func whoIsCancelledAlreadyTakesNone() async {
        let turns = AsyncSemaphore(1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await turns.take { 1 }
        }
        task.cancel()
        #expect(await task.value == nil)
        #expect(await turns.take { 2 } == 2)
    }
}
