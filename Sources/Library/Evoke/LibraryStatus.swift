import EvokeDigests
public import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// The contents of a library.
public struct LibraryStatus: Sendable {
    /// The library's own folder.
    public let folder: DiskPath
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The model that searches use.
    public let chosenModel: ModelChoice?
    /// Counts of its contents.
    public let summary: CatalogSummary
    /// Photos whose text has been read; nil if this machine has no text reader.
    public let read: Int?
    /// What is known about people; nil if they are off.
    public let people: PeopleFigures?
    /// The roots that have names; only libraries in a database have them.
    public let namedRoots: [NamedRoot]
    /// Patterns excluded below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// The photos that could not be read, sorted by path.
    public let failures: [FailedPhoto]
    /// Truncated photos; they are searched as far as they go.
    public let truncatedPhotos: [TruncatedPhoto]
    /// The photos that wait for workers, and the workers; nil for a library in a folder.
    public let queue: WorkQueue?
    /// Photos whose sidecar waits to be written; nil if changes are not written to sidecars.
    public let sidecarsWaiting: Int?
    /// Why sidecars are not written, unless the owner turned that off.
    public let sidecarProblem: EvokeError?
    /// Backups from before upgrades. They may be deleted.
    public let copies: [DiskPath]
}

extension PhotoLibrary {
    /// What the library contains.
    public func status() async throws -> LibraryStatus {
        let (place, catalog) = (configuration.catalog, try await catalog)
        let summary = try await catalog.summary()
        var (ledger, problem): (SidecarLedger, EvokeError?) = (SidecarLedger(), nil)
        do throws(EvokeError) {
            ledger = try SidecarLedger(in: configuration.library)
        } catch {
            problem = error
        }
        return LibraryStatus(
            folder: configuration.library, bytes: try await place.bytes(),
            chosenModel: try await catalog.chosenModel(), summary: summary,
            read: try await configuration.countRead(in: catalog, of: summary),
            people: try await configuration.people(in: catalog, of: summary),
            namedRoots: try await (catalog as? any RootNaming)?.namedRoots() ?? [],
            exclusions: try await catalog.exclusions(),
            failures: try await catalog.failures(), truncatedPhotos: try await catalog.truncatedPhotos(),
            queue: try await (catalog as? any WorkSharing)?.queue(),
            sidecarsWaiting: try await SidecarUpkeep.waiting(in: catalog, ledger), sidecarProblem: problem,
            copies: try await place.copies())
    }

    /// Verifies the library, row by row, and with `readingPhotos` its photos' files, byte by byte. Damage is recorded
    /// for the next run, which repairs it; nothing else changes. A damaged search index is rebuilt.
    ///
    /// A canceled check throws `CancellationError`.
    package func check(
        readingPhotos: Bool = false, notify: @escaping @Sendable (CheckProgress) -> Void = { _ in }
    ) async throws -> CheckReport {
        let catalog = try await catalog
        var report = try await catalog.check(notify: notify)
        if readingPhotos {
            report.addFiles()
            try await LibraryStatus.readPhotos(of: catalog, &report, notify)
        }
        do {
            let suspects = report.suspects
            if !suspects.isEmpty { try await changing { try await $0.leave(suspects) } }
            report.isLeftToTheNextRun = report.isMendable
        } catch is EvokeError {
            // If nothing can be written, no run could repair anything.
        }
        // An index built from a damaged library would be no better.
        guard report.isInOrder else { return report }
        let threads = SearchThreads(count: Engine.cores)
        for model in try await catalog.models()
        where FileSystem.isFile(LibraryVectors.file(of: model, in: configuration.library)) {
            let vectors = LibraryVectors(of: model, in: configuration.library, catalog: catalog, threads: threads)
            report.indexes += 1
            guard let reason = try await vectors.check()?.reason else { continue }
            report.mended.append("the index of '\(model.name)' was rebuilt: \(reason)")
        }
        return report
    }
}

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
                if finding == .same || finding == .other { read += 1 }
                comparison.record(finding, of: card)
                done += 1
                notify(CheckProgress(.files, done: done, total: max(done, total)))
            })
        comparison.finish(.files, count: read)
        report = comparison
    }

    fileprivate enum PhotoFinding: Equatable {
        case same, changed, gone, other
        /// In a root that has no location on this machine.
        case elsewhere
        case unreadable(EvokeError)
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

/// How much of a library can be found during an indexing run.
package struct IndexedSoFar: Hashable, Sendable {
    /// Photos that searches find now.
    package let photos: Int
    /// The expected number at the end of the run.
    package let total: Int
}

extension PhotoLibrary {
    /// Nil if nobody is indexing the library, or if all of it can be found already.
    package func indexedSoFar() async throws -> IndexedSoFar? { try await current { try await $0.indexedSoFar() } }

    private static let fewestToTell = 16

    /// Runs `work`, and tells other processes on this machine how many photos it will add.
    func tellingTotal<Answer>(
        _ work: (_ willAdd: @escaping @Sendable (Int) async throws -> Void) async throws -> Answer
    ) async throws -> Answer {
        let (folder, catalog) = (folder, try await catalog)
        let total = Locked<IndexedTotal?>(nil)
        defer { total.withLock { $0 = nil } }
        return try await work { added in
            // A small run is done before anyone asks.
            guard added >= Self.fewestToTell else { return }
            let known = try await catalog.summary().photos
            total.withLock { $0 = IndexedTotal(known + added, in: folder) }
        }
    }
}

extension OpenLibrary {
    package func indexedSoFar() async throws -> IndexedSoFar? {
        guard let total = IndexedTotal.kept(in: configuration.library) else { return nil }
        let photos = try await catalog.summary().photos(indexedBy: model)
        return photos < total ? IndexedSoFar(photos: photos, total: total) : nil
    }
}

extension CatalogSummary {
    func photos(indexedBy model: ModelID) -> Int {
        models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
    }
}

/// The expected number of photos, in a file that exists for as long as the run.
private final class IndexedTotal: Sendable {
    private static let fileName = "indexing"

    private let lock: FileLock

    /// Nil if the file cannot be written: nobody is told then.
    init?(_ total: Int, in folder: DiskPath) {
        do {
            lock = try FileLock(file: Self.file(in: folder))
            try withUnsafeBytes(of: Int64(total)) { try lock.file.write(Array($0), at: 0) }
        } catch {
            return nil
        }
    }

    deinit { FileSystem.remove(lock.file.path) }

    static func kept(in folder: DiskPath) -> Int? {
        let file = file(in: folder)
        // A run that just ended has deleted the file.
        guard FileLock.isHeld(file), let bytes = try? FileSystem.read(file, most: 64), bytes.count == 8 else {
            return nil
        }
        return Int(bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
    }

    private static func file(in folder: DiskPath) -> DiskPath { folder.appending(fileName) }
}

extension PhotoLibrary {
    package func queue() async throws -> WorkQueue { try await Self.shared(catalog).queue() }
}
