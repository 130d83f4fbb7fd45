package import Evoke
package import EvokeClient
import EvokePorts
import EvokeSystem
package import EvokeValues

extension IndexingAnswer {
    init(_ progress: IndexingProgress) {
        func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        self.init(
            state: progress.state.rawValue, found: progress.found, done: progress.done, total: progress.total,
            photosPerSecond: progress.photosPerSecond.map(tenths), secondsLeft: progress.secondsLeft.map(tenths),
            error: progress.error.map { Problem($0).answer })
    }
}

extension LibraryAnswer {
    init(_ overview: LibraryOverview) {
        let summary = overview.summary
        self.init(
            folder: JSONText.path(overview.folder), bytes: overview.bytes, model: overview.model.nameOrPath,
            photos: summary.photos, searchable: overview.searchable, read: overview.read,
            people: overview.people.map { People(searched: $0.searched, named: $0.named) }, failed: summary.failed,
            cut: summary.truncated, missing: summary.missing, hidden: summary.hidden, exclusions: overview.exclusions,
            roots: Root.all(summary.roots, overview.namedRoots), models: summary.models.map { Model($0) },
            marksVersion: overview.marksVersion, indexing: IndexingAnswer(overview.indexing))
    }

    /// - Parameter health: from the server.
    package init(_ status: LibraryStatus, _ health: HealthAnswer?) {
        let summary = status.summary
        self.init(
            folder: JSONText.path(status.folder), bytes: status.bytes, model: status.chosenModel?.nameOrPath,
            photos: summary.photos, read: status.read,
            people: status.people.map { People(searched: $0.searched, named: $0.named) }, failed: summary.failed,
            cut: summary.truncated,
            missing: summary.missing, hidden: summary.hidden, exclusions: status.exclusions,
            roots: Root.all(summary.roots, status.namedRoots),
            models: summary.models.map { Model($0) }, failures: status.failures.map { .init($0) },
            cutPhotos: status.truncatedPhotos.map { .init($0) },
            queue: status.queue.map { queue in
                QueueAnswer(queue, setAside: queue.setAside.map { .init($0) })
            },
            lagMs: health?.lagMs, standby: health?.standby)
    }
}

extension LibraryAnswer.Root {
    fileprivate static func all(_ roots: [DiskPath], _ named: [NamedRoot]) -> [Self] {
        roots.map { path in Self(path, name: named.first { ($0.place ?? $0.path) == path }?.name) }
    }

    private init(_ path: DiskPath, name: String?) {
        self.init(
            id: Fingerprint.of(path.bytes), name: name, path: JSONText.path(path), pathBase64: JSONText.base64(path),
            isThere: !FileSystem.isMissing(path))
    }
}

extension FailuresAnswer.Failure {
    init(_ photo: FailedPhoto) {
        self.init(
            path: JSONText.path(photo.path), pathBase64: JSONText.base64(photo.path), kind: photo.error.kind.rawValue,
            reason: photo.error.reason, remedy: photo.error.remedyForWeb)
    }
}

extension FailureEvent {
    init(_ error: EvokeError) {
        self.init(subject: error.subject, kind: error.kind.rawValue, reason: error.reason, remedy: error.remedyForWeb)
    }
}

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
