import EvokeDigests
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Analysis of photos that can be searched already, which runs as long as it is wanted; that is asked before photos are
/// taken. Called again, it resumes.
typealias LateWork = @Sendable (_ isWanted: @Sendable () async -> Bool) async throws -> Void

/// Analyzes photos that can be searched already, and stores results as they come. Photos that cannot be analyzed now
/// are left to a later run.
///
/// In a library in a database, the photos are shared among all workers, and only the library's own maker is used.
protocol LatePassing: Sendable {
    /// In the words of an error.
    var doing: String { get }
    /// The pass in pieces, which throw errors that are not about a photo, and `CancellationError`; nil if the owner does
    /// not want it.
    ///
    /// - Parameter rereading: whether photos that could not be analyzed are tried again; nil if this does not end an
    ///   indexing run, which scanned the folders.
    func work(rereading: Bool?) async throws -> LateWork?
    /// As one of several workers.
    func shared(in catalog: any WorkSharing, by engine: Engine, rereading: Bool?) -> any SharedPassing
    /// Only queues the photos.
    func enrol(rereading: Bool) async throws
}

struct LatePass<Found: Sendable>: LatePassing {
    let library: PhotoLibrary
    let notify: @Sendable (IndexEvent) -> Void
    let progress: @Sendable (_ done: Int, _ total: Int) -> IndexEvent
    let madeByAnother: EvokeError
    var isWanted: @Sendable () async throws -> Bool = { true }
    var whenDone: @Sendable () async throws -> Void = {}
    /// What this machine has for it.
    let files: @Sendable () async throws -> FileAnalysis<Found>

    var doing: String { madeByAnother.doing }

    func work(rereading: Bool?) async throws -> LateWork? {
        let (catalog, engine) = (try await library.catalog, try await library.engine)
        if let catalog = catalog as? any WorkSharing {
            let pass = shared(in: catalog, by: engine, rereading: rereading)
            return { try await pass.run(untilEmpty: rereading != nil, while: $0) }
        }
        guard try await isWanted() else { return nil }
        let files = try await files()
        let pass = AnalysisPass(
            of: files.analysis, in: catalog, by: engine, find: { try await files.found(in: $0, by: engine) },
            notify: { notify(progress($0, $1)) })
        return { isAwaited in
            try await pass.run {
                guard await isAwaited() else { return false }
                return try await isWanted()
            }
            try await whenDone()
        }
    }

    func shared(in catalog: any WorkSharing, by engine: Engine, rereading: Bool?) -> any SharedPassing {
        SharedPass<Found>(
            catalog: catalog, width: Engine.cores, executor: engine.executor, notify: notify, progress: progress,
            isWanted: isWanted, whenDone: whenDone
        ) {
            let files = try await enrolled(in: catalog, rereading: rereading)
            return (files.analysis, { try await files.found(in: $0, seenByOthers: engine) })
        }
    }

    func enrol(rereading: Bool) async throws {
        guard try await isWanted() else { return }
        _ = try await enrolled(in: PhotoLibrary.shared(library.catalog), rereading: rereading)
    }

    private func enrolled(in catalog: any WorkSharing, rereading: Bool?) async throws -> FileAnalysis<Found> {
        let files = try await files()
        let isOwn = try await catalog.enrol(files.analysis, asPlanned: rereading != nil, again: rereading ?? false)
        guard isOwn else { throw madeByAnother }
        return files
    }
}

extension PhotoLibrary {
    /// Those that this machine can make, in the order in which a worker does.
    func latePasses(_ notify: @escaping @Sendable (IndexEvent) -> Void) -> [any LatePassing] {
        let passes: [(any LatePassing)?] = [texts(notify), faces(notify)]
        return passes.compactMap(\.self)
    }
}

extension FileAnalysis {
    /// The same when other machines have recorded the photo; nil if its file here differs or is gone.
    func found(in card: PhotoCard, seenByOthers engine: Engine) async throws -> Found? {
        let executor = engine.executor
        let seen = await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) } }
        guard let seen, try await seen.isOf(card, ContentDigester(executor: executor)) else { return nil }
        return try await found(in: card) {
            await executor.run { FileSystem.status(of: card.path).map { FileStamp($0) == seen } ?? false }
        }
    }
}

extension FileStamp {
    /// Whether a file with this stamp is the recorded one. Inode numbers differ between machines.
    fileprivate func isOf(_ card: PhotoCard, _ digester: ContentDigester) async throws -> Bool {
        if fits(card.stamp) { return true }
        guard (size, modifiedNanoseconds) == (card.stamp.size, card.stamp.modifiedNanoseconds) else { return false }
        return try await digester.digest(of: card.path) == card.content
    }
}
