package import EvokeClient
package import EvokeValues

extension WorkEventJSON {
    /// Nil for events that do not occur in workers.
    package init?(_ event: IndexEvent) {
        switch event {
        case .encoding(let done, let total): self.init("progress", done: done, total: total)
        case .reading(let done, let total): self.init("reading", done: done, total: total)
        case .findingFaces(let done, let total): self.init("faces", done: done, total: total)
        case .failed(let error): self.init("failed", error: FailureEvent(error))
        case .problem(let error): self.init("problem", error: FailureEvent(error))
        case .truncated(let photo): self.init("cut", photo: FailuresAnswer.Truncated(photo))
        case .rereadingTexts, .scanning, .coloring, .looking, .comparing, .lookingThroughFilms: return nil
        }
    }

    package init(finished report: IndexReport) {
        self.init("finished", report: ReportAnswer(report))
    }
}
