import EvokeValues

/// Counts the results of a run's photos.
struct Tally {
    private var report: IndexReport
    /// The photos that this run found missing.
    private let vanished: Set<PhotoID>
    /// Paths of known photos that have other content now.
    private var rewritten: Set<FilePath> = []
    /// Earlier paths of contents that were also found elsewhere.
    private var origins: [[FilePath]] = []

    init(_ report: IndexReport, vanished: Set<PhotoID>) {
        self.report = report
        self.vanished = vanished
    }

    mutating func count(_ outcome: PhotoOutcome) {
        switch outcome {
        case .encoded(let task, let content, _, _, _): count(task, content)
        case .truncated(let task, let content, _, _, _, _):
            count(task, content)
            report.cut += 1
        case .same(let task, let known):
            report.unchanged += 1
            if known.isCut { report.cut += 1 }
            if !known.isHere { report.returned += 1 }
            if known.sidecarStamp != task.file.companions.sidecarStamp { report.described += 1 }
        case .moved(let task, let photo, let known):
            report.moved += 1
            if vanished.contains(photo) { report.vanished -= 1 }
            record(task, known.digest)
        case .copied(let task, let known):
            origins.append(known.places.values.map(\.path).filter { $0 != task.file.path })
            record(task, known.digest)
        case .failed(let task, let content, _):
            report.failed += 1
            record(task, content)
        case .refused(let task, let content, _):
            report.failed += 1
            record(task, content)
        case .unread: report.failed += 1
        case .described: report.described += 1
        case .gone: break
        }
    }

    private mutating func count(_ task: IndexPlan.Task, _ content: ContentDigest) {
        if task.isNew { report.added += 1 } else { report.changed += 1 }
        record(task, content)
    }

    private mutating func record(_ task: IndexPlan.Task, _ content: ContentDigest?) {
        if let known = task.known, known.content != content { rewritten.insert(known.path) }
    }

    /// Content that is no longer at any earlier path has moved; all other known content was copied.
    func total(isInterrupted: Bool) -> IndexReport {
        var report = report
        for places in origins {
            if rewritten.isSuperset(of: places) { report.moved += 1 } else { report.copied += 1 }
        }
        report.isInterrupted = isInterrupted
        return report
    }
}
