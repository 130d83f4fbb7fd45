import EvokeValues

/// Reports the progress of a download, a few times per second.
final class Meter {
    private let report: @Sendable (FetchProgress) -> Void
    private let clock = ContinuousClock()
    private var total: Int64?
    private var resumedFrom: Int64
    private var received: Int64
    private var next: ContinuousClock.Instant

    init(resumedFrom: Int64, total: Int64?, _ report: @escaping @Sendable (FetchProgress) -> Void) {
        (self.resumedFrom, self.total, self.report) = (resumedFrom, total, report)
        received = resumedFrom
        next = clock.now
    }

    /// An answer never starts beyond what was already received.
    func begin(at place: Int64, of total: Int64?) {
        self.total = total
        resumedFrom = min(resumedFrom, place)
        end(at: place)
    }

    func move(to place: Int64) {
        received = place
        if clock.now >= next { tell() }
    }

    func end(at place: Int64) {
        received = place
        tell()
    }

    func pause(after setback: EvokeError) { tell(setback) }

    private func tell(_ setback: EvokeError? = nil) {
        next = clock.now + .milliseconds(100)
        report(FetchProgress(received: received, total: total, resumedFrom: resumedFrom, setback: setback))
    }
}
