import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary.Duplicates {
    /// Moves photos away, one after another, and deletes nothing. Each is checked right before, and recorded, so that
    /// ``undo()`` can put it back. A photo that cannot be moved stays, and is listed in the report. Marks of a
    /// photo that goes to the trash are given to the one that stays, unless that has its own. At the end, the library
    /// is updated. A canceled run ends between two photos, and says so in its report.
    ///
    /// In a library that is followed, reading text and finding faces pauses meanwhile.
    ///
    /// Throws `EvokeError` if another process is tidying, if the journal cannot be written, and if the library cannot
    /// be written to: of the kind `libraryBusy` during indexing.
    ///
    /// - Parameters:
    ///   - steps: from ``DuplicateGroup/steps(of:)``.
    ///   - merging: whether a photo that goes to the trash adds its keywords to the sidecar of the one that stays, and
    ///     its rating, title, description, date and place if that has none. No photo's file is written to.
    ///   - notify: called with the number of photos done.
    public func tidy(
        _ steps: [TidyStep], _ way: TidyMethod, merging: Bool = false,
        notify: @escaping @Sendable (_ done: Int) -> Void = { _ in }
    ) async throws -> TidyReport {
        if library.isFollowed {
            return try await library.kept.betweenRuns("move photos to the trash") {
                try await $0.duplicates.tidy(steps, way, merging: merging, notify: notify)
            }
        }
        let (tidier, engine, catalog) = (try await tidier(), try await library.engine, try await library.catalog)
        let merge = merging ? SidecarMerge(try await additions(for: steps), writer: engine.sidecars) : nil
        let bequest = Bequest(way == .trash ? steps : [], try await marks(of: steps))
        try await catalog.exchange([:], for: bequest.marks)
        // Before the merge, so that nothing is written later to a sidecar that may be restored.
        if !bequest.marks.isEmpty { await library.writeWaitingSidecars { _ in } }
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
        // If all of it failed, nothing was done; the error is thrown below.
        let done = Bequest((try? result.get().done) ?? [], bequest.known)
        try await catalog.exchange(bequest.marks, for: done.marks)
        var report = try result.get()
        report.marked = done.marks.count
        try await recordChanges(in: report.done.flatMap { [$0.goes.path, $0.stays.path] })
        return report
    }

    private func marks(of steps: [TidyStep]) async throws -> [ContentDigest: Set<Mark>] {
        try await library.catalog.marks(of: steps.flatMap { [$0.goes.content, $0.stays.content].compactMap(\.self) })
    }

    /// By the photo that goes. If several go for one, later ones only add what the earlier ones did not.
    private func additions(for steps: [TidyStep]) async throws -> [DiskPath: SidecarAdditions] {
        var known: [PhotoID: PhotoMetadata] = [:]
        var additions: [DiskPath: SidecarAdditions] = [:]
        let catalog = try await library.catalog
        for step in steps {
            guard let goes = try await catalog.metadata(of: step.goes.id)?.metadata else { continue }
            var stays =
                if let metadata = known[step.stays.id] { metadata } else {
                    try await catalog.metadata(of: step.stays.id)?.metadata ?? PhotoMetadata()
                }
            let found = SidecarAdditions(from: goes, to: &stays)
            known[step.stays.id] = stays
            if !found.isEmpty { additions[step.goes.path] = found }
        }
        return additions
    }

    /// Puts back what the last ``tidy(_:_:merging:notify:)`` moved away, unless that was done already, and takes back
    /// the marks that other photos got from it. It never replaces an existing file: such photos are in the report, and
    /// another call tries them again.
    ///
    /// Throws `EvokeError` as that does.
    public func undo() async throws -> UndoReport {
        if library.isFollowed {
            return try await library.kept.betweenRuns("put photos back") { try await $0.duplicates.undo() }
        }
        let tidier = try await tidier()
        let report = try await library.engine.executor.run { () throws(EvokeError) in try tidier.undoLastRun() }
        try await recordChanges(in: report.files)
        guard report.left.isEmpty, !report.marks.contents.isEmpty else { return report }
        try await library.catalog.exchange(report.marks.contents.mapValues(\.added), for: [:])
        await library.writeWaitingSidecars { _ in }
        return report
    }

    /// A shell script that moves the photos to the trash.
    package func script(for steps: [TidyStep]) async -> [UInt8] {
        await BlockingExecutor(width: 1).run { TidyScript.bytes(steps) }
    }

    private func tidier() async throws -> Tidier {
        Tidier(
            roots: try await library.catalog.roots(), journal: TidyJournal(library.configuration.tidyJournal),
            now: { .now })
    }

    /// Also after a cancellation, to record what has moved.
    private func recordChanges(in files: [DiskPath]) async throws {
        let folders = Set(files.compactMap(\.parent))
        guard !folders.isEmpty else { return }
        _ = try await Task { try await library.refreshPhotos(FolderChanges(folders: folders)) { _ in } }.value
    }
}

extension PhotoLibrary.Duplicates {
    /// Moves photos to the trash as ``tidy(_:_:merging:notify:)`` does. A photo goes only if ``known()`` has found it in
    /// a group with the one that stays, and if both have not changed since.
    package func tidy(_ requests: [TidyRequest]) async throws -> TidyOutcome {
        let cards = try await library.cards(of: requests.flatMap { [$0.goes, $0.stays] })
        let groups = await library.kept.held?.groups ?? []
        var (steps, refused): ([TidyStep], [TidyOutcome.Refused]) = ([], [])
        for request in requests {
            do throws(EvokeError) {
                guard !steps.contains(where: { $0.goes.id == request.goes }) else {
                    throw request.refused("it is listed twice", "List it once.")
                }
                steps.append(try step(request, cards, groups))
            } catch {
                refused.append(TidyOutcome.Refused(request: request, why: error))
            }
        }
        guard !steps.isEmpty else { return TidyOutcome(report: TidyReport(), refused: refused) }
        let wanted = steps
        let progress = WorkProgress.current
        let report = try await tidy(wanted, .trash) { _ in progress?.record() }
        await library.kept.drop(Set(report.done.map(\.goes.id)))
        // Those not done because of a cancellation.
        for step in wanted.dropFirst(report.done.count + report.left.count) {
            let request = TidyRequest(goes: step.goes.id, stays: step.stays.id)
            let why = request.refused("moving photos to the trash was stopped before it", "Try again.", step.goes)
            refused.append(TidyOutcome.Refused(request: request, why: why))
        }
        return TidyOutcome(report: report, refused: refused)
    }

    private func step(
        _ request: TidyRequest, _ cards: [PhotoID: PhotoCard], _ groups: [DuplicateGroup]
    ) throws(EvokeError) -> TidyStep {
        guard let goes = cards[request.goes], let stays = cards[request.stays] else {
            throw request.refused("it is not in the library or cannot be shown", "Look for duplicates again.")
        }
        let found = groups.lazy.compactMap { group in
            let members = group.photos.lazy.map(\.card)
            return members.first { $0.id == request.goes }.flatMap { goes in
                members.first { $0.id == request.stays }.map { (goes: goes, stays: $0) }
            }
        }.first
        guard request.goes != request.stays, let found else {
            throw request.refused(
                "it is not in a group with the photo to keep, \(stays.path.display)",
                "Look for duplicates again.", goes)
        }
        for (then, now) in [(found.goes, goes), (found.stays, stays)] where !now.holdsSame(as: then) {
            throw request.refused(
                "\(now.path.display) has changed since duplicates were found", "Look for duplicates again.", goes)
        }
        return TidyStep(goes: goes, stays: stays, isExact: goes.content != nil && goes.content == stays.content)
    }
}

extension TidyRequest {
    fileprivate func refused(_ reason: String, _ remedy: String, _ card: PhotoCard? = nil) -> EvokeError {
        EvokeError(
            .notAllowed, doing: "trash the photo", subject: card?.path.display ?? "\(goes.value)", reason: reason,
            remedy: remedy)
    }
}

/// The marks that photos to be removed leave to those that stay.
private struct Bequest {
    let known: [ContentDigest: Set<Mark>]
    /// By the photo that goes.
    private(set) var gifts: [DiskPath: MarkChange] = [:]
    /// By the content that stays.
    private(set) var marks: [ContentDigest: Set<Mark>] = [:]

    init(_ steps: [TidyStep], _ known: [ContentDigest: Set<Mark>]) {
        self.known = known
        for step in steps {
            guard let goes = step.goes.content, let stays = step.stays.content, let own = known[goes] else { continue }
            // If several differ, the first one wins.
            let taken = (known[stays] ?? []).union(marks[stays, default: []].subtracting(own))
            let given = Set(MarkEdit(of: own, missingIn: taken).adding)
            guard !given.isEmpty else { continue }
            gifts[step.goes.path] = MarkChange([stays: MarkChange.Delta(added: given, removed: [])])
            marks[stays, default: []].formUnion(given)
        }
    }
}

extension PhotoCatalog {
    /// Removes marks that are still there, and adds others.
    fileprivate func exchange(_ old: [ContentDigest: Set<Mark>], for new: [ContentDigest: Set<Mark>]) async throws {
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
    /// The journal of photos that were moved away. It must outlast the cache.
    var tidyJournal: DiskPath {
        Self.isDatabase(address) ? DiskPath(bytes: roots.bytes + Array(".tidied".utf8)) : library.appending("tidied")
    }
}
