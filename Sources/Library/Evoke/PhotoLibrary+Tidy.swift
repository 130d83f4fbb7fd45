import EvokeSystem
import EvokeTidying
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Puts photos away, one after the other, and deletes nothing. Each is looked at right before, and written down, so that
    /// ``undoTidying()`` can put it back. What cannot be put away is left, and is in the report. At the end the library
    /// knows what has gone. A cancelled run ends between two photos, and says so in its report.
    ///
    /// Throws `EvokeError` where another process puts photos away, where that cannot be written down, and where the library
    /// cannot be written to.
    ///
    /// - Parameters:
    ///   - steps: those of ``DuplicateGroup/steps(of:)``.
    ///   - notify: hears how many photos have had their turn.
    public func tidy(
        _ steps: [TidyStep], _ way: TidyWay, notify: @escaping @Sendable (_ done: Int) -> Void = { _ in }
    ) async throws -> TidyReport {
        let tidier = try await tidier()
        let isWanted = Locked(true)
        let report = try await withTaskCancellationHandler {
            try await engine.executor.run { () throws(EvokeError) in
                try tidier.tidy(steps, way, while: { isWanted.withLock { $0 } }, notify: notify)
            }
        } onCancel: {
            isWanted.withLock { $0 = false }
        }
        try await noteChanges(in: report.done.map(\.goes.path))
        return report
    }

    /// Puts back what the last ``tidy(_:_:notify:)`` put away; what was put back already is not put back again. Nothing that
    /// lies in the way is replaced: it is in the report, and the same call tries it again.
    ///
    /// Throws `EvokeError` as that does.
    public func undoTidying() async throws -> UndoReport {
        let tidier = try await tidier()
        let report = try await engine.executor.run { () throws(EvokeError) in try tidier.undoLastRun() }
        try await noteChanges(in: report.files)
        return report
    }

    /// A shell script that moves the photos to the trash when somebody runs it.
    public func script(for steps: [TidyStep]) async -> [UInt8] {
        await engine.executor.run { TidyScript.bytes(steps) }
    }

    private func tidier() async throws -> Tidier {
        Tidier(roots: try await catalog.roots(), journal: TidyJournal(places.tidyJournal), now: { .now })
    }

    /// Also where the run has been cancelled: what has moved has moved.
    private func noteChanges(in files: [FilePath]) async throws {
        let folders = Set(files.compactMap(\.parent))
        guard !folders.isEmpty else { return }
        _ = try await Task { try await refresh(FolderChanges(folders: folders)) { _ in } }.value
    }
}

extension Places {
    /// Where it is written down which photos were put away. It must outlast the cache.
    var tidyJournal: FilePath {
        Self.isDatabase(address) ? FilePath(bytes: roots.bytes + Array(".tidied".utf8)) : library.appending("tidied")
    }
}
