import EvokeSystem
package import EvokeValues

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
        if let run = story.lastRun.last?.run, !mayPass { try journal.recordUndone(run, disk) }
        return undone
    }

    /// Nil if there is nothing to undo.
    func undo(_ entry: TidyJournal.Entry) throws(EvokeError) -> FilePath? {
        func damaged(_ reason: String) -> EvokeError {
            let file = FilePath(percentEncoded: entry.file)?.display ?? entry.file
            return EvokeError(.damaged, doing: "restore", subject: file, reason: reason)
        }
        let incomplete = damaged("its journal entry is damaged")
        let aside = entry.aside.flatMap(FilePath.init(percentEncoded:))
        guard let file = FilePath(percentEncoded: entry.file), let place = FilePath(percentEncoded: entry.place),
            (entry.aside == nil) == (aside == nil)
        else { throw incomplete }
        switch entry.act {
        // The library undoes marks.
        case .marked: return nil
        case .merged:
            guard let merged = entry.merged else { throw incomplete }
            return try SidecarMerge.takeBack(merged, disk)
        case .trashed:
            guard let note = entry.note.flatMap(FilePath.init(percentEncoded:)) else { throw incomplete }
            let trashed = Trash.Place(file: place, note: note)
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
