import EvokeDigests
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension LibraryStatus {
    private static let photosAtOnce = 4
    private static let cardsAtOnce = 1_024

    /// Reads each photo to its end, and compares it with its record from indexing.
    static func readPhotos(
        of catalog: any LibraryChecking & LibraryReporting, _ report: inout CheckReport,
        _ notify: @escaping @Sendable (CheckProgress) -> Void
    ) async throws {
        let digester = ContentDigester(executor: BlockingExecutor(width: photosAtOnce))
        let total = try await catalog.summary().photos
        notify(CheckProgress(.files, done: 0, total: total))
        var cards: ArraySlice<PhotoCard> = []
        var last = PhotoID(0)
        var (done, read, comparison) = (0, 0, report)
        try await OrderedPipeline(width: photosAtOnce, slack: photosAtOnce).run(
            pulling: {
                if cards.isEmpty { cards = try await catalog.cards(after: last, limit: cardsAtOnce)[...] }
                let next = cards.popFirst()
                if let next { last = next.id }
                return next
            },
            work: { card in (card, try await finding(of: card, digester)) },
            deliver: { card, finding in
                if finding.isRead { read += 1 }
                comparison.record(finding, of: card)
                done += 1
                notify(CheckProgress(.files, done: done, total: max(done, total)))
            })
        comparison.finish(.files, count: read)
        report = comparison
    }

    fileprivate enum PhotoFinding: Sendable {
        case same, changed, gone, other
        /// In a root that has no location on this machine.
        case elsewhere
        case unreadable(EvokeError)

        var isRead: Bool {
            switch self {
            case .same, .other: true
            case .changed, .gone, .elsewhere, .unreadable: false
            }
        }
    }

    private static func finding(of card: PhotoCard, _ digester: ContentDigester) async throws -> PhotoFinding {
        try Task.checkCancellation()
        if card.path.isElsewhere { return .elsewhere }
        if FileSystem.isMissing(card.path) { return .gone }
        if let status = FileSystem.status(of: card.path), !FileStamp(status).fits(card.stamp) { return .changed }
        do {
            let content = try await digester.digest(of: card.path)
            // It may have been written to while being read.
            guard let after = FileSystem.status(of: card.path), FileStamp(after).fits(card.stamp) else {
                return .changed
            }
            return card.content.map { $0 == content } ?? true ? .same : .other
        } catch let error as EvokeError {
            return .unreadable(error)
        }
    }
}

extension CheckReport {
    fileprivate mutating func record(_ finding: LibraryStatus.PhotoFinding, of card: PhotoCard) {
        switch finding {
        case .same, .elsewhere: break
        case .changed: remark("'\(card.path.display)' has changed since it was indexed")
        case .gone: remark("'\(card.path.display)' is gone")
        case .other:
            record(
                .files, "'\(card.path.display)' changed silently: it no longer holds what was indexed",
                suspecting: .photo(card.id))
        case .unreadable(let error): record(.files, "'\(card.path.display)' cannot be read: \(error.reason)")
        }
    }
}
