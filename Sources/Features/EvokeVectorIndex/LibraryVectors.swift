package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// The vectors of a library's photos, searched with an index next to the catalog that is kept up to date.
///
/// The catalog is the truth. Whatever the index lacks is read from it, and an index that cannot be trusted is rebuilt.
/// If that isn't possible, for example on a full disk, the catalog itself is searched.
package actor LibraryVectors: LibrarySearching {
    /// The number of changes that a search handles without writing them.
    private static let fewChanges = 256
    /// The most that it handles if it cannot write.
    private static let mostChanges = 16_384
    /// The number of changes to write at once.
    private static let changesAtOnce = 4_096
    /// How long to wait after a failure before trying to write again.
    private static let patience = Duration.seconds(60)
    /// An index is rebuilt when it has at least this many rows of removed photos, and they make up a quarter of it.
    private static let removalsWorthMaking = 1_024

    private let model: ModelID
    private let file: DiskPath
    private let catalog: any VectorFollowing
    private let threads: SearchThreads
    private let notify: @Sendable (SearchIndexBuild) -> Void
    private var snapshot: IndexSnapshot?
    private var update: Task<IndexSnapshot?, any Error>?
    /// Whether ``takeIn()`` is called whenever the catalog changes, so that it need not be polled.
    private var isTold = false
    /// The number of film rows in a state.
    private var moments: (count: Int, stamp: VectorStamp)?
    /// Since when writing the index has failed.
    private var unwritableSince: ContinuousClock.Instant?

    package init(
        of model: ModelID, in folder: DiskPath, catalog: any VectorFollowing, threads: SearchThreads,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in }
    ) {
        self.model = model
        file = Self.file(of: model, in: folder)
        self.catalog = catalog
        self.threads = threads
        self.notify = notify
    }

    package static func file(of model: ModelID, in folder: DiskPath) -> DiskPath {
        folder.appending("vectors-\(model.fingerprint).evx")
    }

    package func search(
        _ queries: [Embedding], top count: Int, among photos: PhotoSet? = nil
    ) async throws -> [[VectorMatch]] {
        let found = try await answered { snapshot in
            guard try await countOfMoments(at: snapshot.stamp) > 0 else {
                return try await snapshot.search(queries, top: count, among: photos)
            }
            return try await bestOfEach(count) { try await snapshot.search(queries, top: $0, among: photos) }
        }
        if let found { return found }
        return try await Nearest(catalog, model: model).search(queries, top: count, among: photos)
    }

    package func photos(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet? = nil
    ) async throws -> PhotoSet {
        let found = try await answered { try await $0.photos(atLeast: limit, for: query, among: photos) }
        if let found { return found }
        return try await Nearest(catalog, model: model).photos(atLeast: limit, for: query, among: photos)
    }

    /// Answers with the index; nil if there is none and none can be built.
    private func answered<Answer: Sendable>(
        _ ask: @Sendable (IndexSnapshot) async throws -> Answer
    ) async throws -> Answer? {
        do {
            if let snapshot = try await current() { return try await ask(snapshot) }
        } catch let fault as IndexFault {
            // The damage only became apparent when reading a row.
            if let snapshot = try await remadeIfPossible(fault) { return try await ask(snapshot) }
        }
        return nil
    }

    package func count() async throws -> Int? {
        guard let snapshot = try await current() else { return nil }
        return try await snapshot.rows - countOfMoments(at: snapshot.stamp)
    }

    private func countOfMoments(at stamp: VectorStamp) async throws -> Int {
        if let moments, moments.stamp == stamp { return moments.count }
        let count = try await catalog.countOfMoments(of: model)
        moments = (count, stamp)
        return count
    }

    package func takeIn() async throws {
        isTold = true
        // An update in progress may have started before the change.
        if let update { _ = try? await update.value }
        _ = try await refreshed()
    }

    package func askAgain() { isTold = false }

    package var hasPhotos: Bool { isTold && snapshot?.rows ?? 0 > 0 }

    package func prepare() async throws {
        _ = try await current()
    }

    /// Writes all changes to the index, even if the task is canceled, because what was recorded is there.
    package func bringUpToDate() async throws {
        guard IndexLayout.isPossible(dimensions: model.dimensions) else { return }
        try await Task { try await writeChanges() }.value
    }

    private func writeChanges() async throws {
        let lock = await threads.executor.run { [lockFile] in try? FileLock(file: lockFile, waiting: true) }
        guard let lock else { throw cannotBeLocked }
        defer { withExtendedLifetime(lock) {} }
        do {
            let index = try await followed(from: VectorIndex.open(file, model: model, threads: threads))
            let isSparse = index.commit.removals > max(Self.removalsWorthMaking, index.commit.rows / 4)
            if isSparse { try await make(nil) }
        } catch let fault as IndexFault {
            do { try await make(fault.reason) } catch let failure as Unwritable { throw failure.error }
        } catch let failure as Unwritable {
            throw failure.error
        }
    }

    /// Verifies the whole index, and rebuilds it if it is damaged. Returns what was wrong.
    package func check() async throws -> IndexFault? {
        guard IndexLayout.isPossible(dimensions: model.dimensions) else { return nil }
        do {
            try await VectorIndex.open(file, model: model, threads: threads).check()
            return nil
        } catch let fault as IndexFault {
            do { _ = try await remade(fault) } catch let failure as Unwritable { throw failure.error }
            return fault
        }
    }

    private var cannotBeLocked: EvokeError {
        EvokeError(
            .notAllowed, doing: "write the search index", subject: file.display, reason: "it cannot be locked",
            remedy: "Check the folder's permissions. Searches still work, but slower.")
    }

    // MARK: - Keeping in step

    /// A snapshot of the catalog's current state; nil if there is no index and none can be built.
    private func current() async throws -> IndexSnapshot? {
        if isTold, let snapshot { return snapshot }
        return try await refreshed()
    }

    private func refreshed() async throws -> IndexSnapshot? {
        guard IndexLayout.isPossible(dimensions: model.dimensions) else { return nil }
        if let snapshot, try await catalog.vectorStamp() == snapshot.stamp { return snapshot }
        // Concurrent callers wait for the same update.
        if let update { return try await update.value }
        let task = Task { try await nextIfPossible(after: snapshot?.index) }
        update = task
        defer { update = nil }
        snapshot = try await task.value
        return snapshot
    }

    private func remade(_ fault: IndexFault) async throws -> IndexSnapshot? {
        snapshot = nil
        guard let lock = lock() else { return nil }
        try await make(fault.reason)
        withExtendedLifetime(lock) {}
        return try await current()
    }

    /// Like `remade`, but also returns nil if it cannot be written.
    private func remadeIfPossible(_ fault: IndexFault) async throws -> IndexSnapshot? {
        do {
            return try await remade(fault)
        } catch let failure as Unwritable {
            record(failure.error)
            return nil
        }
    }

    /// Like `next`, but if the index cannot be written, the existing one is used if it lacks little.
    private func nextIfPossible(after earlier: VectorIndex?) async throws -> IndexSnapshot? {
        do {
            return try await next(after: earlier)
        } catch let failure as Unwritable {
            record(failure.error)
            return try await next(after: earlier)
        }
    }

    /// Reported once, then not tried again for a while.
    private func record(_ error: EvokeError) {
        if unwritableSince == nil {
            let advice = Remedy.advice("For now, searches compare every photo, which takes longer.")
            notify(SearchIndexBuild(reason: nil, photos: 0, setback: error.with(remedies: error.remedies + [advice])))
        }
        unwritableSince = .now
    }

    /// Nil if another process holds it, or the folder isn't writable.
    private func lock() -> FileLock? {
        if let since = unwritableSince, since + Self.patience > .now { return nil }
        // If this fails, writing the index will report it.
        return try? FileLock(file: lockFile)
    }

    /// Keeps out a second writer.
    private var lockFile: DiskPath { DiskPath(bytes: file.bytes + Array(".lock".utf8)) }

    private func next(after earlier: VectorIndex?) async throws -> IndexSnapshot? {
        do {
            var index = try await VectorIndex.open(file, model: model, threads: threads, after: earlier)
            var changes = try await changes(since: index, limit: Self.fewChanges)
            if !changes.isAll {
                if let lock = lock() {
                    defer { withExtendedLifetime(lock) {} }
                    // Another process may have done it meanwhile.
                    index = try await followed(
                        from: VectorIndex.open(file, model: model, threads: threads, after: index))
                    changes = try await self.changes(since: index, limit: Self.fewChanges)
                } else {
                    changes = try await self.changes(since: index, limit: Self.mostChanges)
                }
            }
            return changes.isAll ? IndexSnapshot(index, changes) : nil
        } catch let fault as IndexFault {
            guard let lock = lock() else { return nil }
            defer { withExtendedLifetime(lock) {} }
            try await make(fault.reason)
            let index = try await VectorIndex.open(file, model: model, threads: threads)
            let changes = try await changes(since: index, limit: Self.mostChanges)
            return changes.isAll ? IndexSnapshot(index, changes) : nil
        }
    }

    private func changes(since index: VectorIndex, limit: Int) async throws -> VectorChanges {
        guard let changes = try await catalog.vectorChanges(since: index.stamp, model: model, limit: limit) else {
            throw IndexFault.foreign("it does not belong to this state of the library")
        }
        return changes
    }

    /// Writes what has changed; the caller holds the lock.
    private func followed(from index: VectorIndex) async throws -> VectorIndex {
        var index = index
        while true {
            let changes = try await changes(since: index, limit: Self.changesAtOnce)
            if changes.stamp == index.stamp { return index }
            try await threads.executor.run { [file, index] in
                try Unwritable.unless {
                    let writer = try VectorIndexWriter(appendingTo: index, at: file)
                    try writer.remove(index.rows(of: changes.dropped))
                    if !changes.ids.isEmpty {
                        try changes.halfFloats.withUnsafeBufferPointer { try writer.append(changes.ids, $0) }
                    }
                    try writer.commit(changes.stamp)
                }
            }
            unwritableSince = nil
            index = try await VectorIndex.open(file, model: model, threads: threads, after: index)
            if changes.isAll { return index }
        }
    }

    /// Builds the index from the catalog; the caller holds the lock.
    private func make(_ reason: String?) async throws {
        let maker = try await threads.executor.run { [file, model] in
            try Unwritable.unless { Maker(try VectorIndexWriter(making: file, model: model)) }
        }
        notify(SearchIndexBuild(reason: reason, photos: 0))
        let stamp = try await catalog.scan(model) { [notify] ids, halfFloats in
            notify(
                SearchIndexBuild(reason: reason, photos: try Unwritable.unless { try maker.append(ids, halfFloats) }))
        }
        try await threads.executor.run { try Unwritable.unless { try maker.writer.commit(stamp) } }
        unwritableSince = nil
        notify(SearchIndexBuild(reason: reason, photos: maker.photos, isDone: true))
    }
}

/// Distinguishes errors from writing an index from those from reading its catalog.
private struct Unwritable: Error {
    let error: EvokeError

    static func unless<Result>(_ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let error as EvokeError where error.kind.told != .wrongUsage {
            throw Unwritable(error: error)
        }
    }
}

/// Passes a writer to the catalog's thread.
// Sendable because only one thread at a time uses it: the catalog's while reading, then the one that commits.
private final class Maker: @unchecked Sendable {
    let writer: VectorIndexWriter
    private(set) var photos = 0

    init(_ writer: VectorIndexWriter) {
        self.writer = writer
    }

    /// Returns the number of photos so far.
    func append(_ ids: [PhotoID], _ halfFloats: UnsafeBufferPointer<Float16>) throws(EvokeError) -> Int {
        try writer.append(ids, halfFloats)
        photos += ids.count
        return photos
    }
}
