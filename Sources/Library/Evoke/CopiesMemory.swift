package import EvokeAnalysis
package import EvokeValues
import EvokeWorkers

/// What a process remembers of the fingerprints in its library between runs, so that a new photo is compared without
/// reading all of them again.
package final class CopiesMemory: Sendable {
    private struct Mind: Sendable {
        var contents: KnownContents
        /// The state of the library that the fingerprints are from.
        var stamp: VectorStamp
        /// How many contents there were when all were read. Those removed since are still included.
        let countRead: Int
    }

    /// If more photos have changed, all are read.
    private static let mostChanged = 1_024
    /// How many are read between two checks for cancellation.
    private static let together = 10_000

    private let mind = Locked<Mind?>(nil)

    package init() {}

    /// Compares contents that have a fingerprint with all others, unless that was done before. After a cancellation,
    /// the rest is left to a later run.
    ///
    /// - Returns: whether it got by without reading all of them.
    @discardableResult
    package func compare(
        in catalog: any PhotoCatalog, pictures: @escaping FingerprintComparer.PictureReading,
        notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> Bool {
        // Taken out of the lock, so that it can be changed in place.
        let followed = try await follow(catalog, mind.withLock { $0.take() })
        guard let now = if let followed { followed } else { try await read(catalog, notify) } else { return false }
        let total = now.contents.countWaiting
        if total > 0, followed != nil { notify(0, total) }
        var comparer = FingerprintComparer(
            now.contents, fingerprints: { try await catalog.fingerprints(of: $0) }, pictures: pictures)
        var done = 0
        while let found = try await comparer.next() {
            try await catalog.record(found, by: FingerprintComparer.judge)
            done += found.count
            notify(min(done, total), total)
        }
        let compared = Mind(contents: comparer.compared, stamp: now.stamp, countRead: now.countRead)
        mind.withLock { $0 = compared }
        return followed != nil
    }

    /// Nil if too much has changed.
    private func follow(_ catalog: any PhotoCatalog, _ known: consuming Mind?) async throws -> Mind? {
        guard var mind = consume known, mind.contents.count <= 2 * mind.countRead + Self.mostChanged else { return nil }
        let news = try await catalog.fingerprintChanges(
            since: mind.stamp, comparedBy: FingerprintComparer.judge, limit: Self.mostChanged)
        guard let traces = news.traces else { return nil }
        for (trace, isCompared) in traces { mind.contents.add(trace, isCompared: isCompared) }
        mind.stamp = news.stamp
        return mind
    }

    /// Nil if all are compared.
    private func read(
        _ catalog: any PhotoCatalog, _ notify: (_ done: Int, _ total: Int) -> Void
    ) async throws -> Mind? {
        let total = try await catalog.countNotCompared(by: FingerprintComparer.judge)
        guard total > 0 else { return nil }
        notify(0, total)
        let stamp = try await catalog.fingerprintChanges(since: nil, comparedBy: FingerprintComparer.judge, limit: 0)
            .stamp
        var (contents, last) = (KnownContents(), PhotoID(-1))
        while true {
            try Task.checkCancellation()
            let traces = try await catalog.tracesWithFingerprint(
                comparedBy: FingerprintComparer.judge, after: last, limit: Self.together)
            guard let end = traces.last else { break }
            for (trace, isCompared) in traces { contents.add(trace, isCompared: isCompared) }
            last = end.trace.photo
        }
        return Mind(contents: contents, stamp: stamp, countRead: contents.count)
    }
}

extension CopiesMemory: Equatable {
    /// Ignored by `==` of the configuration.
    package static func == (left: CopiesMemory, right: CopiesMemory) -> Bool { true }
}
