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
        roots: [DiskPath], journal: TidyJournal, trash: Trash = .own, disk: FileChanges = FileChanges(),
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
        marks: [DiskPath: MarkChange] = [:], while isWanted: () -> Bool = { true },
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
                let seen = try safety.inspect(at: step, after: changes)
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
                        info: place.info.percentEncoded, aside: aside.percentEncoded))
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
            record: { status, aside throws(EvokeError) in
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

extension Tidier {
    /// Restores what the last run removed, the last file first. What cannot be restored is reported, and tried again by
    /// the next call unless it is gone. Existing files are never replaced.
    package func undoLastRun() throws(EvokeError) -> UndoReport {
        let lock = try journal.lock()
        defer { withExtendedLifetime(lock) {} }
        let story = try journal.read()
        var undone = UndoReport()
        var mayPass = false
        for entry in story.lastRun.reversed() {
            for (content, delta) in entry.marks.contents {
                undone.marks.contents[content, default: .init(added: [], removed: [])].added.formUnion(delta.added)
            }
            do throws(EvokeError) {
                if let file = try undo(entry) { undone.files.append(file) }
            } catch {
                undone.left.append(error)
                mayPass = mayPass || error.kind != .damaged
            }
        }
        undone.left += story.unreadable.map(journal.unreadable)
        if let run = story.lastRun.last?.run, !mayPass { try journal.record(TidyJournal.Undone(undone: run), disk) }
        return undone
    }

    /// Nil if there is nothing to undo.
    func undo(_ entry: TidyJournal.Entry) throws(EvokeError) -> DiskPath? {
        func damaged(_ reason: String) -> EvokeError {
            let file = DiskPath(percentEncoded: entry.file)?.display ?? entry.file
            return EvokeError(.damaged, doing: "restore", subject: file, reason: reason)
        }
        let incomplete = damaged("its journal entry is damaged")
        let aside = entry.aside.flatMap(DiskPath.init(percentEncoded:))
        guard let file = DiskPath(percentEncoded: entry.file), let place = DiskPath(percentEncoded: entry.place),
            (entry.aside == nil) == (aside == nil)
        else { throw incomplete }
        switch entry.act {
        // The library undoes marks.
        case .marked: return nil
        case .merged:
            guard let merged = entry.merged else { throw incomplete }
            return try SidecarMerge.takeBack(merged, disk)
        case .trashed:
            guard let info = entry.info.flatMap(DiskPath.init(percentEncoded:)) else { throw incomplete }
            let trashed = Trash.Place(file: place, info: info)
            defer { Trash.forget(trashed, disk) }
            guard let there = [place, aside].compactMap({ $0 }).first(where: { !FileSystem.isNothing($0) }) else {
                // It never went there, or is back already.
                if !FileSystem.isNothing(file) { return nil }
                // If the trash is missing as well, its disk may be connected later.
                if let trash = place.parent, FileSystem.isFolder(trash) {
                    throw damaged("it is no longer in the trash")
                }
                throw .system(Errno.notThere.code, doing: "restore", subject: place)
            }
            do throws(EvokeError) {
                try disk.putBack(there, to: file)
            } catch {
                // If another program has saved it again, the original is found in the trash.
                if there == aside { try? disk.moveAway(there, to: place, doing: "restore") }
                throw error
            }
            return file
        case .linked:
            guard let modified = entry.modified, let permissions = entry.permissions else { throw incomplete }
            let wasOwn = try OneCopy(disk: disk).part(
                file, from: place, aside, modified: modified, permissions: permissions)
            return wasOwn ? nil : file
        }
    }
}

/// The planned removals, as a shell script that the reader may edit and run.
package struct TidyScript {
    private static let head = """
        #!/bin/sh
        # Moves photos to the trash of which another copy stays. Review and edit this script before you run it.
        # Without gio, use another program for the trash, such as trash-put.
        away() { gio trash -- "$1"; }
        # away_copy STAYS GOES: both must be identical.
        away_copy() {
            if [ ! -f "$2" ]; then echo "skipped, does not exist: $2" >&2
            elif [ ! -f "$1" ]; then echo "skipped, $1 does not exist: $2" >&2
            elif ! cmp -s -- "$1" "$2"; then echo "skipped, differs from $1: $2" >&2
            else away "$2"; fi
        }
        # away_other STAYS GOES [ITS SIDECARS]: the same picture or moment, in other files.
        away_other() {
            stays=$1; shift
            if [ ! -f "$1" ]; then echo "skipped, does not exist: $1" >&2; return; fi
            if [ ! -f "$stays" ]; then echo "skipped, $stays does not exist: $1" >&2; return; fi
            for file; do away "$file"; done
        }
        # whole STAYS GOES: this script cannot tell whether the raw file or the film of GOES has a copy.
        whole() { echo "skipped, has a raw file or a video: $2" >&2; }

        """

    package static func bytes(_ steps: [TidyStep]) -> [UInt8] {
        steps.reduce(into: Array(head.utf8)) { script, step in
            // If it is unknown what belongs to it, it is skipped.
            let files = try? PhotoFiles(of: step.goes.path)
            let command = files?.companions.isEmpty != true ? "whole" : step.isExact ? "away_copy" : "away_other"
            let words = [step.stays.path, step.goes.path] + (command == "away_other" ? files?.sidecars ?? [] : [])
            script += Array(command.utf8)
            for word in words { script += [UInt8(ascii: " ")] + word.quotedForShell }
            script.append(UInt8(ascii: "\n"))
        }
    }
}

extension DiskPath {
    /// As one shell word, whatever it contains.
    fileprivate var quotedForShell: [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + bytes.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] } + [quote]
    }
}
