import EvokeSystem
package import EvokeValues

/// Puts photos away of which another copy stays. It deletes nothing.
package struct Tidier: Sendable {
    let journal: TidyJournal
    private let safety: SafeToGo
    private let trash: Trash
    private let now: @Sendable () -> CivilTime

    /// - Parameters:
    ///   - roots: the folders that the library follows; nothing outside of them is touched.
    ///   - now: by the clock on the wall.
    package init(
        roots: [FilePath], journal: TidyJournal, trash: Trash = .own, now: @escaping @Sendable () -> CivilTime
    ) {
        (self.journal, self.trash, self.now) = (journal, trash, now)
        safety = SafeToGo(roots: roots)
    }

    /// One after the other, each looked at right before. What cannot be put away is left, and said.
    ///
    /// Throws what keeps all of it from being done: that another process puts photos away here.
    ///
    /// - Parameters:
    ///   - merge: adds what goes into the trash says to what stays.
    ///   - notify: hears after each how many have had their turn.
    package func tidy(
        _ steps: [TidyStep], _ way: TidyWay, merge: SidecarMerge? = nil, while isWanted: () -> Bool = { true },
        notify: (Int) -> Void = { _ in }
    ) throws(EvokeError) -> TidyReport {
        let lock = try journal.lock()
        defer { withExtendedLifetime(lock) {} }
        let run = try (journal.lastRun().last?.run ?? 0) + 1
        let number = max(run, SystemClock.now / 1_000_000_000)
        let staying = Set(steps.map(\.stays.path))
        var (report, changes) = (TidyReport(), OwnChanges())
        for (done, step) in steps.enumerated() {
            guard isWanted() else {
                report.isInterrupted = true
                break
            }
            do throws(EvokeError) {
                guard !staying.contains(step.goes.path) else {
                    throw EvokeError(
                        .wrongUsage, doing: "put away the photo", subject: step.goes.path.display,
                        reason: "it is to stay instead of another one")
                }
                let files = try safety.files(of: step, after: changes)
                let both = [step.goes.path, step.stays.path]
                switch way {
                case .trash:
                    let merged = try merge?.merge(step, trash, at: now()) { merged throws(EvokeError) in
                        try journal.note(TidyJournal.Entry(merged, run: number))
                    }
                    do throws(EvokeError) {
                        let bytes = try changes.watch(both) { () throws(EvokeError) in
                            try trash(files, of: step, number)
                        }
                        report.note(step, bytes: bytes)
                    } catch {
                        if let merged { _ = try? SidecarMerge.takeBack(merged) }
                        throw error
                    }
                case .oneCopy:
                    let bytes = try changes.watch(both) { () throws(EvokeError) in try join(step, number) }
                    report.note(step, bytes: bytes)
                }
            } catch {
                report.note(step, left: error)
            }
            notify(done + 1)
        }
        return report
    }

    /// All files of the photo, or none. Gives the room that they take.
    private func trash(_ files: PhotoFiles, of step: TidyStep, _ run: Int64) throws(EvokeError) -> Int64 {
        var moved: [(file: FilePath, place: Trash.Place)] = []
        var bytes: Int64 = 0
        for file in files.all {
            do throws(EvokeError) {
                let room = FileSystem.status(of: file)?.room ?? 0
                let place = try trash.reserve(for: file, at: now())
                do throws(EvokeError) {
                    try journal.note(
                        TidyJournal.Entry(
                            run: run, act: .trashed, file: file.percentEncoded, place: place.file.percentEncoded,
                            note: place.note.percentEncoded))
                    try trash.take(file, to: place)
                } catch {
                    FileSystem.remove(place.note)
                    throw error
                }
                moved.append((file, place))
                bytes += room
                // Two mounts may show one folder, and what stays may be what has just gone.
                guard FileSystem.isFile(step.stays.path) else {
                    throw EvokeError(
                        .notAllowed, doing: "put away the photo", subject: step.goes.path.display,
                        reason: "the one that stays went with it")
                }
            } catch {
                // What stays in the trash is written down, and comes back with the undoing of the run.
                for (file, place) in moved.reversed() { try? Trash.putBack(place, to: file) }
                throw error
            }
        }
        return bytes
    }

    private func join(_ step: TidyStep, _ run: Int64) throws(EvokeError) -> Int64 {
        guard step.isExact else {
            throw EvokeError(
                .wrongUsage, doing: "have two photos share their room", subject: step.goes.path.display,
                reason: "they do not hold the same")
        }
        let (file, kept) = (step.goes.path, step.stays.path)
        let status = FileSystem.status(of: file)
        let way = try OneCopy().join(
            file, with: kept, isSame: { () throws(EvokeError) in try safety.holdSame(file, kept) },
            note: { status throws(EvokeError) in
                try journal.note(
                    TidyJournal.Entry(
                        run: run, act: .linked, file: file.percentEncoded, place: kept.percentEncoded,
                        modified: FileStamp(status).modifiedNanoseconds, permissions: status.permissions))
            })
        guard let status else { return 0 }
        return way == .shared ? status.size : status.room
    }
}

extension FileStatus {
    /// What is free once this name of the file has gone: where it has another one, nothing.
    fileprivate var room: Int64 { names == 1 ? size : 0 }
}
