import EvokeSystem
package import EvokeValues

/// Adds the metadata of removed photos to the sidecars of those that stay, and never to photos. The old sidecar goes to
/// the trash, so everything can be undone.
package struct SidecarMerge: Sendable {
    private let writer: any SidecarWriting
    private let additions: [FilePath: SidecarAdditions]

    /// - Parameter additions: by the photo that is removed.
    package init(_ additions: [FilePath: SidecarAdditions], writer: any SidecarWriting) {
        (self.additions, self.writer) = (additions, writer)
    }

    /// Nil if there is nothing to add.
    func merge(
        _ step: TidyStep, _ trash: Trash, at now: CivilTime, _ disk: FileChanges,
        note: (TidyJournal.Entry.Merged) throws(EvokeError) -> Void
    ) throws(EvokeError) -> TidyJournal.Entry.Merged? {
        guard let additions = additions[step.goes.path] else { return nil }
        let sidecar = try SidecarFile(of: step.stays.path, disk)
        guard let bytes = try sidecar.bytes(adding: additions, by: writer) else { return nil }
        let place = sidecar.bytes == nil ? nil : try trash.reserve(for: sidecar.path, at: now, disk)
        let draft = FileChanges.nameBeside(sidecar.path)
        let merged = TidyJournal.Entry.Merged(
            file: sidecar.path, old: place, draft: draft, sum: FileSystem.sum(bytes))
        do throws(EvokeError) {
            try note(merged)
            let old = try sidecar.write(bytes, by: draft, spare: place?.file ?? draft, disk)
            if let old, let place, old != place.file { try trash.take(old, to: place, disk) }
        } catch {
            // It is in the journal, so undo takes it back.
            _ = try? Self.takeBack(merged, disk)
            throw error
        }
        return merged
    }

    /// Restores the old sidecar. Nil if it is restored already.
    static func takeBack(_ merged: TidyJournal.Entry.Merged, _ disk: FileChanges) throws(EvokeError) -> FilePath? {
        let (file, doing) = (merged.file, "restore")
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(.damaged, doing: doing, subject: file.display, reason: reason)
        }
        defer { if let old = merged.old { Trash.forget(old, disk) } }
        var old: FilePath?
        for place in [merged.old?.file, merged.draft].compactMap({ $0 }) where !FileSystem.isNothing(place) {
            // An unused draft, or what a killed undo replaced.
            if FileSystem.holds(place, sum: merged.sum) { try? disk.remove(place) } else { old = place }
        }
        if FileSystem.isNothing(file) {
            guard let old else { return nil }
            try disk.putBack(old, to: file)
            return file
        }
        // An unreadable file is not known to be ours.
        guard (try? FileSystem.read(file)).map(FileSystem.sum) == merged.sum else {
            if let old, FileSystem.isOneFile(old, file) {
                try disk.putBack(old, to: file)
                return file
            }
            if let old { throw refusal("it was modified since; the original is in '\(old.display)'") }
            if merged.old == nil { throw refusal("it was modified after it was created") }
            return nil
        }
        let aside = merged.draft.flatMap { $0 == old ? nil : $0 } ?? FileChanges.nameBeside(file)
        if merged.old == nil {
            try disk.moveAway(file, to: aside, doing: doing)
            guard FileSystem.holds(aside, sum: merged.sum) else {
                try disk.putBack(aside, to: file)
                throw refusal("it was modified after it was created")
            }
            // Written by Evoke, and no longer wanted.
            try? disk.remove(aside)
            return file
        }
        guard let old else { throw refusal("the original is no longer in the trash") }
        let own = try disk.replace(
            file, with: old, spare: aside, doing: doing, isDraft: { _ in false },
            isKnown: { FileSystem.holds($0, sum: merged.sum) })
        // As above.
        try? disk.remove(own)
        return file
    }
}

extension TidyJournal.Entry {
    /// A sidecar that was added to.
    struct Merged {
        let file: FilePath
        /// Where the old one is; nil if there was none.
        let old: Trash.Place?
        /// The path of the draft, which the old one had for a moment.
        let draft: FilePath?
        /// Of what was written, so that later changes by others are not lost.
        let sum: UInt64
    }

    init(_ merged: Merged, run: Int64) {
        self.init(
            run: run, act: .merged, file: merged.file.percentEncoded, place: merged.old?.file.percentEncoded ?? "",
            note: merged.old?.note.percentEncoded, aside: merged.draft?.percentEncoded, sum: merged.sum)
    }

    /// Nil if the entry is about something else.
    var merged: Merged? {
        guard act == .merged, let sum, let file = FilePath(percentEncoded: file) else { return nil }
        let draft = aside.flatMap(FilePath.init(percentEncoded:))
        guard let note else { return Merged(file: file, old: nil, draft: draft, sum: sum) }
        guard let place = FilePath(percentEncoded: place), let note = FilePath(percentEncoded: note) else { return nil }
        return Merged(file: file, old: Trash.Place(file: place, note: note), draft: draft, sum: sum)
    }
}
