import EvokeWorkers
import Testing

@Suite struct OrderedPipelineTests {
    private struct Failure: Error {}

    @Test(arguments: [(1, 0), (2, 0), (3, 4), (8, 100)])
    func deliversInTheOrderOfTheInputs(width: Int, slack: Int) async throws {
        var inputs = (0..<500).makeIterator()
        var delivered: [Int] = []
        try await OrderedPipeline(width: width, slack: slack).run(
            pulling: { inputs.next() },
            work: { number in
                for _ in 0..<(number % 7) { await Task.yield() }
                return number
            },
            deliver: { delivered.append($0) })
        #expect(delivered == Array(0..<500))
    }

    @Test func neverWorksOnMoreThanItsWidth() async throws {
        let running = Counter()
        var inputs = (0..<200).makeIterator()
        try await OrderedPipeline(width: 3, slack: 5).run(
            pulling: { inputs.next() },
            work: { _ in
                running.add(1)
                await Task.yield()
                running.add(-1)
            },
            deliver: { _ in })
        #expect((1...3).contains(running.most))
    }

    @Test func pullsNoFurtherThanItsSlackAllows() async throws {
        let gate = Gate()
        let pulled = Counter()
        var inputs = (0..<50).makeIterator()
        var delivered = 0
        try await OrderedPipeline(width: 2, slack: 3).run(
            pulling: {
                pulled.add(1)
                return inputs.next()
            },
            work: { number in
                // The first input holds everything up until as many others are done as may wait.
                if number == 0 { await gate.wait() }
                if number == 4 { gate.open() }
            },
            deliver: {
                if delivered == 0 { #expect(pulled.now <= 5) }
                delivered += 1
            })
        #expect(delivered == 50)
    }

    @Test func aFailingStageEndsTheRun() async throws {
        for stage in ["pull", "work", "deliver"] {
            var inputs = (0..<100).makeIterator()
            var delivered: [Int] = []
            await #expect(throws: Failure.self) {
                try await OrderedPipeline(width: 4, slack: 4).run(
                    pulling: {
                        let next = inputs.next()
                        if next == 20, stage == "pull" { throw Failure() }
                        return next
                    },
                    work: { number in
                        if number == 20, stage == "work" { throw Failure() }
                        return number
                    },
                    deliver: { number in
                        if number == 20, stage == "deliver" { throw Failure() }
                        delivered.append(number)
                    })
            }
            #expect(delivered == Array(0..<delivered.count) && delivered.count <= 20)
        }
    }

    @Test func cancellingStopsPullingAndAwaitsWhatIsUnderWay() async throws {
        let (started, ended) = (Counter(), Counter())
        let gate = Gate()
        let run = Task {
            try await OrderedPipeline(width: 3, slack: 3).run(
                pulling: { 1 },
                work: { _ in
                    if started.add(1) == 10 { gate.open() }
                    await Task.yield()
                    ended.add(1)
                },
                deliver: { _ in })
        }
        await gate.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(started.now == ended.now)
    }

    @Test func aStageThatHangsEndsWhenItIsCancelled() async throws {
        let others = Counter()
        let gate = Gate()
        let run = Task {
            var inputs = (0..<50).makeIterator()
            try await OrderedPipeline(width: 2, slack: 3).run(
                pulling: { inputs.next() },
                work: { number in
                    if number == 0 { try await Task.sleep(for: .seconds(3_600)) }
                    if others.add(1) == 4 { gate.open() }
                },
                deliver: { Issue.record("nothing comes before the first") })
        }
        await gate.wait()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(others.now == 4, "as many as may wait")
    }

    @Test func handlesNoInputAtAll() async throws {
        try await OrderedPipeline(width: 2, slack: 0).run(
            pulling: { Int?.none }, work: { $0 }, deliver: { _ in Issue.record("nothing was pulled") })
    }
}
