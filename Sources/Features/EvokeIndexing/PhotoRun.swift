import EvokeValues
import EvokeWorkers

/// Works through photos, several at once, and hands on in batches what became of them.
struct PhotoRun {
    /// What a kill may cost: the photos of a batch, and those in hand.
    static let photosAtRisk = 64
    private static let mostAtOnce = 4_096

    let notify: @Sendable (IndexEvent) -> Void
    private let work: PhotoWork
    private(set) var tally: Tally
    /// Photos that are done, whatever became of them.
    private(set) var done = 0
    private var doubts = ModelFailures()

    init(_ work: PhotoWork, _ tally: Tally, _ notify: @escaping @Sendable (IndexEvent) -> Void) {
        self.work = work
        self.tally = tally
        self.notify = notify
    }

    /// Until there is no next one. What was done before something went wrong, or the task was cancelled, is kept.
    mutating func run(
        pulling next: () async throws -> IndexPlan.Task?, total: () -> Int, keep: ([Finding]) async throws -> Void
    ) async throws {
        // Encoders of others may say anything.
        let width = min(max(work.encoder.width, 1), Self.mostAtOnce)
        let pipeline = OrderedPipeline(width: width + 1, slack: width)
        // With very many cores the photos in hand alone are more; then a batch is still worth its transaction.
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
            // What was done before it went wrong stays done, unless it is the catalogue that fails.
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
