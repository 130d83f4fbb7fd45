import EvokeIndexing
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Puts photos away, one after the other, and deletes nothing. Each is looked at right before, and written down, so that
    /// ``undoTidying()`` can put it back. What cannot be put away is left, and is in the report. What the owner says in the
    /// library of a photo that goes into the trash is said of the one that stays, where nothing else is said there. At the end
    /// the library knows what has gone. A cancelled run ends between two photos, and says so in its report.
    ///
    /// Throws `EvokeError` where another process puts photos away, where that cannot be written down, and where the library
    /// cannot be written to.
    ///
    /// - Parameters:
    ///   - steps: those of ``DuplicateGroup/steps(of:)``.
    ///   - merging: whether what goes into the trash adds its keywords to the sidecar of what stays, and its rating, title,
    ///     description, date and place where that has none. No photo's file is written to.
    ///   - notify: hears how many photos have had their turn.
    public func tidy(
        _ steps: [TidyStep], _ way: TidyMethod, merging: Bool = false,
        notify: @escaping @Sendable (_ done: Int) -> Void = { _ in }
    ) async throws -> TidyReport {
        let tidier = try await tidier()
        let merge = merging ? SidecarMerge(try await additions(for: steps), writer: engine.sidecars) : nil
        let bequest = Bequest(way == .trash ? steps : [], try await marks(of: steps))
        try await catalog.exchange([:], for: bequest.marks)
        // Before the merge: nobody writes to a sidecar after it that is to be taken back.
        if !bequest.marks.isEmpty { await writeWaitingSidecars { _ in } }
        let isWanted = Locked(true)
        let result = await withTaskCancellationHandler {
            await engine.executor.run {
                Result { () throws(EvokeError) in
                    try tidier.tidy(
                        steps, way, merge: merge, marks: bequest.gifts, while: { isWanted.withLock { $0 } },
                        notify: notify)
                }
            }
        } onCancel: {
            isWanted.withLock { $0 = false }
        }
        // Where all of it failed, nothing was done; the error is thrown below.
        let done = Bequest((try? result.get().done) ?? [], bequest.known)
        try await catalog.exchange(bequest.marks, for: done.marks)
        var report = try result.get()
        report.marked = done.marks.count
        try await recordChanges(in: report.done.flatMap { [$0.goes.path, $0.stays.path] })
        return report
    }

    private func marks(of steps: [TidyStep]) async throws -> [ContentDigest: Set<Mark>] {
        try await catalog.marks(of: steps.flatMap { [$0.goes.content, $0.stays.content].compactMap(\.self) })
    }

    /// By the photo that goes. Of several that go for one, the first says what the next ones then need not.
    private func additions(for steps: [TidyStep]) async throws -> [FilePath: SidecarAdditions] {
        var known: [PhotoID: PhotoMetadata] = [:]
        var additions: [FilePath: SidecarAdditions] = [:]
        for step in steps {
            guard let goes = try await catalog.metadata(of: step.goes.id)?.metadata else { continue }
            var stays: PhotoMetadata
            if let metadata = known[step.stays.id] {
                stays = metadata
            } else {
                stays = try await catalog.metadata(of: step.stays.id)?.metadata ?? PhotoMetadata()
            }
            let found = SidecarAdditions(from: goes, to: &stays)
            known[step.stays.id] = stays
            if !found.isEmpty { additions[step.goes.path] = found }
        }
        return additions
    }

    /// Puts back what the last ``tidy(_:_:merging:notify:)`` put away, and takes back the marks that others got of it; what was put back already is not put back again. Nothing that
    /// lies in the way is replaced: it is in the report, and the same call tries it again.
    ///
    /// Throws `EvokeError` as that does.
    public func undoTidying() async throws -> UndoReport {
        let tidier = try await tidier()
        let report = try await engine.executor.run { () throws(EvokeError) in try tidier.undoLastRun() }
        try await recordChanges(in: report.files)
        guard report.left.isEmpty, !report.marks.contents.isEmpty else { return report }
        try await catalog.exchange(report.marks.contents.mapValues(\.added), for: [:])
        await writeWaitingSidecars { _ in }
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
    private func recordChanges(in files: [FilePath]) async throws {
        let folders = Set(files.compactMap(\.parent))
        guard !folders.isEmpty else { return }
        _ = try await Task { try await refresh(FolderChanges(folders: folders)) { _ in } }.value
    }
}

/// What photos that go leave of the owner's marks to those that stay.
private struct Bequest {
    let known: [ContentDigest: Set<Mark>]
    /// By the photo that goes.
    private(set) var gifts: [FilePath: MarkChange] = [:]
    /// By what stays.
    private(set) var marks: [ContentDigest: Set<Mark>] = [:]

    init(_ steps: [TidyStep], _ known: [ContentDigest: Set<Mark>]) {
        self.known = known
        for step in steps {
            guard let goes = step.goes.content, let stays = step.stays.content, let own = known[goes] else { continue }
            // Of several that say different things, the first counts.
            let taken = (known[stays] ?? []).union(marks[stays, default: []].subtracting(own))
            let given = Set(MarkEdit(of: own, missingIn: taken).adding)
            guard !given.isEmpty else { continue }
            gifts[step.goes.path] = MarkChange([stays: MarkChange.Delta(added: given, removed: [])])
            marks[stays, default: []].formUnion(given)
        }
    }
}

extension PhotoCatalog {
    /// Takes marks away, as far as they are still there, and gives others.
    fileprivate func exchange(
        _ old: [ContentDigest: Set<Mark>], for new: [ContentDigest: Set<Mark>]
    ) async throws {
        let contents = Array(Set(old.keys).union(new.keys))
        guard old != new else { return }
        let marks = try await marks(of: contents)
        var edits: [ContentDigest: MarkEdit] = [:]
        for content in contents {
            let (before, after) = (old[content] ?? [], new[content] ?? [])
            let gone = before.subtracting(after).intersection(marks[content] ?? [])
            edits[content] = MarkEdit(adding: Array(after.subtracting(before)), removing: gone.map(\.slot))
        }
        var photos: [PhotoID: MarkEdit] = [:]
        for trace in try await traces(of: contents) {
            if let edit = trace.content.flatMap({ edits.removeValue(forKey: $0) }) { photos[trace.photo] = edit }
        }
        _ = try await record(photos) { _ in }
    }
}

extension LibraryConfiguration {
    /// Where it is written down which photos were put away. It must outlast the cache.
    var tidyJournal: FilePath {
        Self.isDatabase(address) ? FilePath(bytes: roots.bytes + Array(".tidied".utf8)) : library.appending("tidied")
    }
}
