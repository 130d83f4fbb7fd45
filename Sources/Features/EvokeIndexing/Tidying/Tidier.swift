package import EvokeSystem
package import EvokeValues

/// Removes duplicates of which another copy stays. It deletes nothing.
package struct Tidier: Sendable {
    let journal: TidyJournal
    private let safety: DeletionCheck
    private let trash: Trash
    private let now: @Sendable () -> CivilTime
    let disk: FileChanges

    /// - Parameters:
    ///   - roots: the folders that the library follows; nothing outside of them is touched.
    ///   - now: in local time.
    package init(
        roots: [FilePath], journal: TidyJournal, trash: Trash = .own, disk: FileChanges = FileChanges(),
        now: @escaping @Sendable () -> CivilTime
    ) {
        (self.journal, self.trash, self.now, self.disk) = (journal, trash, now, disk)
        safety = DeletionCheck(roots: roots)
    }

    /// Processes the steps one by one, checking each right before. What cannot be removed is left and reported.
    ///
    /// Throws only if nothing can be done, because another process is removing duplicates here.
    ///
    /// - Parameters:
    ///   - merge: adds the metadata of removed photos to those that stay.
    ///   - marks: the marks given to those that stay, by the photo that is removed.
    ///   - notify: gets the number of processed steps after each one.
    package func tidy(
        _ steps: [TidyStep], _ way: TidyMethod, merge: SidecarMerge? = nil,
        marks: [FilePath: MarkChange] = [:], while isWanted: () -> Bool = { true },
        notify: (Int) -> Void = { _ in }
    ) throws(EvokeError) -> TidyReport {
        let lock = try journal.lock()
        defer { withExtendedLifetime(lock) {} }
        let number = try journal.read().next
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
                        .wrongUsage, doing: "remove the duplicate", subject: step.goes.path.display,
                        reason: "it is to be kept instead of another photo")
                }
                let seen = try safety.look(at: step, after: changes)
                let both = [step.goes.path, step.stays.path]
                switch way {
                case .trash:
                    if let marks = marks[step.goes.path] {
                        try journal.record(TidyJournal.Entry(marks, of: step, run: number), disk)
                    }
                    let merged = try merge?.merge(step, trash, at: now(), disk) { merged throws(EvokeError) in
                        try journal.record(TidyJournal.Entry(merged, run: number), disk)
                    }
                    do throws(EvokeError) {
                        let bytes = try changes.watch(both) { () throws(EvokeError) in
                            try trash(seen, of: step, number)
                        }
                        report.record(step, bytes: bytes)
                    } catch {
                        if let merged { _ = try? SidecarMerge.takeBack(merged, disk) }
                        throw error
                    }
                case .oneCopy:
                    let bytes = try changes.watch(both) { () throws(EvokeError) in try join(step, number) }
                    report.record(step, bytes: bytes)
                }
            } catch {
                report.record(step, left: error)
            }
            notify(done + 1)
        }
        return report
    }

    /// Moves all files of the photo, or none. Returns the space they take.
    private func trash(_ seen: DeletionCheck.Seen, of step: TidyStep, _ run: Int64) throws(EvokeError) -> Int64 {
        var moved: [TidyJournal.Entry] = []
        var bytes: Int64 = 0
        do throws(EvokeError) {
            for file in seen.files.all {
                let room = FileSystem.status(of: file)?.room ?? 0
                let place = try trash.reserve(for: file, at: now(), disk)
                let aside = FileChanges.nameBeside(file)
                moved.append(
                    TidyJournal.Entry(
                        run: run, act: .trashed, file: file.percentEncoded, place: place.file.percentEncoded,
                        note: place.note.percentEncoded, aside: aside.percentEncoded))
                try journal.record(moved[moved.count - 1], disk)
                try disk.moveAway(file, to: aside, doing: "remove the duplicate")
                try safety.check(file, at: aside, of: step, seen)
                try trash.take(aside, to: place, disk)
                bytes += room
            }
        } catch {
            // What stays in the trash is in the journal, so undo brings it back.
            for entry in moved.reversed() { _ = try? undo(entry) }
            throw error
        }
        return bytes
    }

    private func join(_ step: TidyStep, _ run: Int64) throws(EvokeError) -> Int64 {
        let doing = "share storage for the photo"
        guard step.isExact else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: step.goes.path.display,
                reason: "the two files have different content")
        }
        try safety.checkSame(step.goes.path, step)
        let (file, kept) = (step.goes.path, step.stays.path)
        let status = FileSystem.status(of: file)
        let way = try OneCopy(disk: disk).join(
            file, with: kept,
            // An unreadable file is not known to be the same.
            isSame: { aside in (try? safety.holdSame(aside, kept)) == true },
            note: { status, aside throws(EvokeError) in
                try journal.record(
                    TidyJournal.Entry(
                        run: run, act: .linked, file: file.percentEncoded, place: kept.percentEncoded,
                        aside: aside.percentEncoded, modified: FileStamp(status).modifiedNanoseconds,
                        permissions: status.permissions), disk)
            })
        guard let status else { return 0 }
        return way == .shared ? status.size : status.room
    }
}

extension FileStatus {
    /// The space freed when this name of the file goes: none if it has another one.
    fileprivate var room: Int64 { names == 1 ? size : 0 }
}
