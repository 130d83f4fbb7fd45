import EvokeSystem
package import EvokeValues

extension Tidier {
    /// Puts back what the last run put away, the last file first. What cannot be put back is said, and tried again by the
    /// next call, unless it is gone. Nothing that lies there now is replaced.
    package func undoLastRun() throws(EvokeError) -> UndoReport {
        let lock = try journal.lock()
        defer { withExtendedLifetime(lock) {} }
        let entries = try journal.lastRun()
        var undone = UndoReport()
        var mayPass = false
        for entry in entries.reversed() {
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
        if let run = entries.last?.run, !mayPass { try journal.noteUndone(run) }
        return undone
    }

    /// Nil where there is nothing to undo.
    private func undo(_ entry: TidyJournal.Entry) throws(EvokeError) -> FilePath? {
        if entry.act == .merged {
            guard let merged = entry.merged else { return nil }
            return try SidecarMerge.takeBack(merged)
        }
        guard let file = FilePath(percentEncoded: entry.file), let place = FilePath(percentEncoded: entry.place) else {
            return nil
        }
        switch entry.act {
        case .trashed:
            guard let note = entry.note.flatMap(FilePath.init(percentEncoded:)) else { return nil }
            if FileSystem.isMissing(place) {
                // It never went there, or is back already.
                if !FileSystem.isMissing(file) { return nil }
                // Where the trash is not there either, its disk may be connected again.
                if let trash = place.parent, FileSystem.isFolder(trash) {
                    throw EvokeError(
                        .damaged, doing: "put back", subject: file.display, reason: "it is no longer in the trash")
                }
            }
            try Trash.putBack(Trash.Place(file: place, note: note), to: file)
            return file
        case .merged, .marked: return nil
        case .linked:
            guard let modified = entry.modified, let permissions = entry.permissions else { return nil }
            return try OneCopy.part(file, from: place, modified: modified, permissions: permissions) ? file : nil
        }
    }
}
