import EvokeSystem
package import EvokeValues

/// The vectors that a model gave a library's photos, to be searched: an index beside the catalogue, kept in step with it.
///
/// The catalogue is the truth. What the index lacks is taken from there, and an index that cannot be trusted is made
/// again; where that is not possible, as on a full disk, the catalogue itself is searched.
package actor LibraryVectors: LibrarySearching {
    /// Changes that a search takes along without writing them down.
    private static let fewChanges = 256
    /// The most that it takes along where it cannot write.
    private static let mostChanges = 16_384
    /// Changes that are written down at once.
    private static let changesAtOnce = 4_096
    /// How long it is not tried again to write what could not be written.
    private static let patience = Duration.seconds(60)
    /// An index is made again when it has so many rows of photos that are gone, and they are a quarter of it.
    private static let removalsWorthMaking = 1_024

    private let model: ModelID
    private let file: FilePath
    private let catalog: any VectorFollowing
    private let threads: SearchThreads
    private let notify: @Sendable (SearchIndexBuild) -> Void
    private var snapshot: IndexSnapshot?
    private var update: Task<IndexSnapshot?, any Error>?
    /// Whether somebody calls ``takeIn()`` whenever the catalogue has changed, so that it need not be asked.
    private var isTold = false
    /// How many rows of films are among those of a state.
    private var moments: (count: Int, stamp: VectorStamp)?
    /// Since when the index cannot be written, as far as it was tried.
    private var unwritableSince: ContinuousClock.Instant?

    package init(
        of model: ModelID, in folder: FilePath, catalog: any VectorFollowing, threads: SearchThreads,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in }
    ) {
        self.model = model
        file = Self.file(of: model, in: folder)
        self.catalog = catalog
        self.threads = threads
        self.notify = notify
    }

    package static func file(of model: ModelID, in folder: FilePath) -> FilePath {
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

    /// By the index; nil where there is none and none can be made.
    private func answered<Answer: Sendable>(
        _ ask: @Sendable (IndexSnapshot) async throws -> Answer
    ) async throws -> Answer? {
        do {
            if let snapshot = try await current() { return try await ask(snapshot) }
        } catch let fault as IndexFault {
            // Damage that only shows where a row is looked at.
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
        // One under way may have begun before the change.
        if let update { _ = try? await update.value }
        _ = try await refreshed()
    }

    package func askAgain() { isTold = false }

    package var hasPhotos: Bool { isTold && snapshot?.rows ?? 0 > 0 }

    package func prepare() async throws {
        _ = try await current()
    }

    /// Writes all changes into the index, also where the task is cancelled: what was recorded is there.
    package func bringUpToDate() async throws {
        guard IndexLayout.isPossible(dimensions: model.dimensions) else { return }
        try await Task { try await writeChanges() }.value
    }

    private func writeChanges() async throws {
        let lock = await threads.run { [lockFile] in try? FileLock(file: lockFile, waiting: true) }
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

    /// Looks at the whole index, and makes it again when it is damaged. Gives what was wrong with it.
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
            remedy: "Check the folder's permissions; searches work, but slower.")
    }

    // MARK: - Keeping in step

    /// What shows the catalogue as it is now; nil when there is no index and none can be made.
    private func current() async throws -> IndexSnapshot? {
        if isTold, let snapshot { return snapshot }
        return try await refreshed()
    }

    private func refreshed() async throws -> IndexSnapshot? {
        guard IndexLayout.isPossible(dimensions: model.dimensions) else { return nil }
        if let snapshot, try await catalog.vectorStamp() == snapshot.stamp { return snapshot }
        // Whoever asks meanwhile waits for the same.
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

    /// As `remade`; nil also where it cannot be written.
    private func remadeIfPossible(_ fault: IndexFault) async throws -> IndexSnapshot? {
        do {
            return try await remade(fault)
        } catch let failure as Unwritable {
            record(failure.error)
            return nil
        }
    }

    /// As `next`; where the index cannot be written, the one that is there serves if it lacks little.
    private func nextIfPossible(after earlier: VectorIndex?) async throws -> IndexSnapshot? {
        do {
            return try await next(after: earlier)
        } catch let failure as Unwritable {
            record(failure.error)
            return try await next(after: earlier)
        }
    }

    /// Said once, and not tried again for a while.
    private func record(_ error: EvokeError) {
        if unwritableSince == nil {
            notify(SearchIndexBuild(reason: nil, photos: 0, setback: error.whileSearchesGoOn))
        }
        unwritableSince = .now
    }

    /// nil when another has it, or nothing can be written there.
    private func lock() -> FileLock? {
        if let since = unwritableSince, since + Self.patience > .now { return nil }
        // The failure shows where the index is written.
        return try? FileLock(file: lockFile)
    }

    /// Keeps a second writer from the index.
    private var lockFile: FilePath { FilePath(bytes: file.bytes + Array(".lock".utf8)) }

    private func next(after earlier: VectorIndex?) async throws -> IndexSnapshot? {
        do {
            var index = try await VectorIndex.open(file, model: model, threads: threads, after: earlier)
            var changes = try await changes(since: index, limit: Self.fewChanges)
            if !changes.isAll {
                if let lock = lock() {
                    defer { withExtendedLifetime(lock) {} }
                    // Another may have done it meanwhile.
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

    /// Writes down what changed; whoever calls it has the lock.
    private func followed(from index: VectorIndex) async throws -> VectorIndex {
        var index = index
        while true {
            let changes = try await changes(since: index, limit: Self.changesAtOnce)
            if changes.stamp == index.stamp { return index }
            try await threads.run { [file, index] in
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

    /// Makes the index of what the catalogue has; whoever calls it has the lock.
    private func make(_ reason: String?) async throws {
        let maker = try await threads.run { [file, model] in
            try Unwritable.unless { Maker(try VectorIndexWriter(making: file, model: model)) }
        }
        notify(SearchIndexBuild(reason: reason, photos: 0))
        let stamp = try await catalog.scan(model) { [notify] ids, halfFloats in
            notify(
                SearchIndexBuild(reason: reason, photos: try Unwritable.unless { try maker.append(ids, halfFloats) }))
        }
        try await threads.run { try Unwritable.unless { try maker.writer.commit(stamp) } }
        unwritableSince = nil
        notify(SearchIndexBuild(reason: reason, photos: maker.photos, isDone: true))
    }
}

/// What keeps an index from being written, apart from what keeps its catalogue from being read.
private struct Unwritable: Error {
    let error: EvokeError

    static func unless<Result>(_ write: () throws -> Result) throws -> Result {
        do {
            return try write()
        } catch let error as EvokeError where error.kind != .wrongUsage {
            throw Unwritable(error: error)
        }
    }
}

extension EvokeError {
    fileprivate var whileSearchesGoOn: EvokeError {
        with(remedies: remedies + [.advice("Searches look at all photos meanwhile, which takes longer.")])
    }
}

/// Hands a writer to the catalogue's thread.
// Sendable because one thread at a time has it: the catalogue's while it is read, then the one that commits.
private final class Maker: @unchecked Sendable {
    let writer: VectorIndexWriter
    private(set) var photos = 0

    init(_ writer: VectorIndexWriter) {
        self.writer = writer
    }

    /// How many photos there are then.
    func append(_ ids: [PhotoID], _ halfFloats: UnsafeBufferPointer<Float16>) throws(EvokeError) -> Int {
        try writer.append(ids, halfFloats)
        photos += ids.count
        return photos
    }
}
