import EvokeValues
import EvokeWorkers

/// Processes photos, several at once, and delivers the results in batches.
struct PhotoRun {
    /// How much a killed process may lose: the photos of a batch, and those in flight.
    static let photosAtRisk = 64
    private static let mostAtOnce = 4_096

    let notify: @Sendable (IndexEvent) -> Void
    private let work: PhotoWork
    private(set) var tally: Tally
    /// Photos that are done, with any result.
    private(set) var done = 0
    private var doubts = ModelFailures()

    init(_ work: PhotoWork, _ tally: Tally, _ notify: @escaping @Sendable (IndexEvent) -> Void) {
        self.work = work
        self.tally = tally
        self.notify = notify
    }

    /// Runs until there is no next photo. Work completed before an error or a cancellation is kept.
    mutating func run(
        pulling next: () async throws -> IndexPlan.Task?, total: () -> Int, keep: ([Finding]) async throws -> Void
    ) async throws {
        // Other programs' encoders may return any width.
        let width = min(max(work.encoder.width, 1), Self.mostAtOnce)
        let pipeline = OrderedPipeline(width: width + 1, slack: width)
        // With very many cores, the photos in flight alone exceed the limit, but a batch must still be worth a
        // transaction.
        let photosInABatch = max(16, Self.photosAtRisk - pipeline.width - pipeline.slack)
        var batch: [Finding] = []
        do {
            try await pipeline.run(
                pulling: next,
                work: { [work] in try await work.finding(of: $0) },
                deliver: { finding in
                    for finding in try doubts.settle(finding) { take(finding, &batch) }
                    if batch.count >= photosInABatch {
                        try await keep(batch)
                        batch.removeAll(keepingCapacity: true)
                    }
                    done += 1
                    notify(.encoding(done: done, total: total()))
                })
            for finding in try await doubts.settleRest(asking: work.encoder) { take(finding, &batch) }
        } catch is CancellationError {
            try await keep(batch)
            throw CancellationError()
        } catch {
            // Completed work is kept, unless it is the catalog that fails.
            try? await keep(batch)
            throw error
        }
        try await keep(batch)
    }

    private mutating func take(_ finding: Finding, _ batch: inout [Finding]) {
        tally.count(finding.outcome)
        if let event = finding.outcome.event { notify(event) }
        batch.append(finding)
    }
}
