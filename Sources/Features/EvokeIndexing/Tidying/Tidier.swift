package import EvokeSystem
package import EvokeValues

/// Puts photos away of which another copy stays. It deletes nothing.
package struct Tidier: Sendable {
    let journal: TidyJournal
    private let safety: DeletionCheck
    private let trash: Trash
    private let now: @Sendable () -> CivilTime
    let disk: FileChanges

    /// - Parameters:
    ///   - roots: the folders that the library follows; nothing outside of them is touched.
    ///   - now: by the clock on the wall.
    package init(
        roots: [FilePath], journal: TidyJournal, trash: Trash = .own, disk: FileChanges = FileChanges(),
        now: @escaping @Sendable () -> CivilTime
    ) {
        (self.journal, self.trash, self.now, self.disk) = (journal, trash, now, disk)
        safety = DeletionCheck(roots: roots)
    }

    /// One after the other, each looked at right before. What cannot be put away is left, and said.
    ///
    /// Throws what keeps all of it from being done: that another process puts photos away here.
    ///
    /// - Parameters:
    ///   - merge: adds what goes into the trash says to what stays.
    ///   - marks: what was given to those that stay, by the photo that goes.
    ///   - notify: hears after each how many have had their turn.
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
                        .wrongUsage, doing: "put away the photo", subject: step.goes.path.display,
                        reason: "it is to stay instead of another one")
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

    /// All files of the photo, or none. Gives the room that they take.
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
                try disk.moveAway(file, to: aside, doing: "put away the photo")
                try safety.check(file, at: aside, of: step, seen)
                try trash.take(aside, to: place, disk)
                bytes += room
            }
        } catch {
            // What stays in the trash is in the journal: undo brings it back.
            for entry in moved.reversed() { _ = try? undo(entry) }
            throw error
        }
        return bytes
    }

    private func join(_ step: TidyStep, _ run: Int64) throws(EvokeError) -> Int64 {
        let doing = "have two photos share their room"
        guard step.isExact else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: step.goes.path.display, reason: "they do not hold the same")
        }
        try safety.checkSame(step.goes.path, step)
        let (file, kept) = (step.goes.path, step.stays.path)
        let status = FileSystem.status(of: file)
        let way = try OneCopy(disk: disk).join(
            file, with: kept,
            // What cannot be read is not known to be the same.
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
    /// What is free once this name of the file has gone: where it has another one, nothing.
    fileprivate var room: Int64 { names == 1 ? size : 0 }
}
