package import EvokePorts
package import EvokeSystem
package import EvokeValues

/// The sidecar that a photo has, or would have, for its metadata.
package struct SidecarFile: Sendable {
    static let doing = "add to the sidecar"
    /// Longer ones belong to photos with hours of retouching in them, or more.
    private static let longest: Int64 = 16_000_000

    let path: DiskPath
    /// Nil if there is none yet.
    let bytes: [UInt8]?
    /// The permissions: a new sidecar is no more readable than its photo.
    let mode: UInt32

    /// Throws if what has its name is not a sidecar, or if another program is writing it.
    init(of photo: DiskPath, _ disk: FileChanges = FileChanges()) throws(EvokeError) {
        var files = try PhotoFiles(of: photo, doing: Self.doing)
        if try SidecarDraft.clear(files.drafts, of: photo, disk) {
            files = try PhotoFiles(of: photo, doing: Self.doing)
        }
        path = files.sidecars.first(where: PhotoNames.isXMP) ?? Self.place(for: photo)
        bytes = try Self.read(path)
        let status = try FileSystem.status(of: bytes == nil ? photo : path, doing: Self.doing)
        mode = bytes == nil ? status.permissions & 0o666 : status.permissions
    }

    package static func place(for photo: DiskPath) -> DiskPath { DiskPath(bytes: photo.bytes + Array(".xmp".utf8)) }

    private static func read(_ path: DiskPath) throws(EvokeError) -> [UInt8]? {
        func refusal(_ reason: String, _ remedy: String = "") -> EvokeError {
            EvokeError(.notAllowed, doing: doing, subject: path.display, reason: reason, remedy: remedy)
        }
        guard !FileSystem.isNothing(path) else { return nil }
        guard let status = try? FileStatus(of: path, followingLinks: false), status.isFile, status.size <= longest
        else { throw refusal("it is a link, too large, or not a file") }
        // Programs empty a file before they write to it.
        guard status.size > 0, !FileSystem.hasWriter(path) else {
            throw refusal(
                status.size > 0 ? "another program has it open for writing" : "it is empty",
                "Try again when the program writing to it has finished.")
        }
        return try FileSystem.read(path)
    }

    /// The sidecar with these additions; nil if it has all of them.
    func bytes(
        adding additions: SidecarAdditions, by writer: any SidecarWriting
    ) throws(EvokeError) -> [UInt8]? {
        let new = try writer.sidecar(at: path, bytes, adding: additions)
        return new == bytes ? nil : new
    }

    /// Makes `draft` from these bytes and replaces the sidecar with it. Returns where the old sidecar is; nil if there
    /// was none. Nothing that appears there meanwhile is replaced.
    func write(
        _ new: [UInt8], by draft: DiskPath, spare: DiskPath, _ disk: FileChanges
    ) throws(EvokeError) -> DiskPath? {
        func isDraft(_ file: DiskPath) -> Bool { FileSystem.restingBytes(file) == new }
        do throws(Errno) {
            try disk.make(draft, new, mode: mode)
        } catch {
            throw .system(error.code, doing: Self.doing, subject: path)
        }
        guard let bytes else {
            do throws(EvokeError) {
                try disk.moveWhereFree(draft, to: path, doing: Self.doing)
                return nil
            } catch {
                if isDraft(draft) { try? disk.remove(draft) }
                throw error
            }
        }
        return try disk.replace(path, with: draft, spare: spare, doing: Self.doing, isDraft: isDraft) { old in
            FileSystem.restingBytes(old) == bytes
        }
    }

    /// Adds to the photo's sidecar atomically. False if it has all of it already.
    ///
    /// Throws if it cannot be read or written, would lose anything, or has changed meanwhile.
    package static func add(
        _ additions: SidecarAdditions, to photo: DiskPath, by writer: any SidecarWriting,
        _ disk: FileChanges = FileChanges()
    ) throws(EvokeError) -> Bool {
        let sidecar = try SidecarFile(of: photo, disk)
        guard let new = try sidecar.bytes(adding: additions, by: writer) else { return false }
        let names = (0..<2).map { _ in SidecarDraft(of: sidecar, new).path }
        // The new one includes its content, and nobody has it open for writing anymore.
        if let old = try sidecar.write(new, by: names[0], spare: names[1], disk) { try? disk.remove(old) }
        return true
    }
}

/// A file next to a sidecar that is being written. Its name tells what it may contain, so that what a killed process
/// left is deleted only if it is that.
struct SidecarDraft {
    let path: DiskPath

    init(of sidecar: SidecarFile, _ new: [UInt8]) {
        let sums = [Array(sidecar.path.name), new, sidecar.bytes ?? new].map(FileSystem.sum)
        let words = sums + [UInt64(OwnProcess.number), .random(in: 0 ... .max)]
        let name = ".evoke-\(words.map { String($0, radix: 16) }.joined(separator: "-")).part"
        path = (sidecar.path.parent ?? sidecar.path).appending(name)
    }

    /// Deletes what was left next to the photo's sidecar. True if the sidecar was gone and has been restored.
    static func clear(_ drafts: [DiskPath], of photo: DiskPath, _ disk: FileChanges) throws(EvokeError) -> Bool {
        var isBack = false
        let stem = photo.name.lastIndex(of: .dot).map { photo.name[..<$0] } ?? photo.name
        let places = [photo.name, stem].map { (photo.parent ?? photo).appending(Array($0) + Array(".xmp".utf8)) }
        for draft in drafts {
            let words = draft.display.split(separator: "/").last?.dropFirst(".evoke-".count).dropLast(".part".count)
            let sums = (words ?? "").split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard sums.count == 5, let place = places.first(where: { FileSystem.sum(Array($0.name)) == sums[0] }),
                isForsaken(draft, by: sums[3])
            else { continue }
            let isOld = sums[1] != sums[2] && FileSystem.holds(draft, sum: sums[2])
            if isOld, FileSystem.isNothing(place) {
                try disk.moveWhereFree(draft, to: place, doing: SidecarFile.doing)
                isBack = true
            } else if FileSystem.holds(isOld ? place : draft, sum: sums[1]) {
                // It is what was written, or a file that is also in place.
                try? disk.remove(draft)
            }
        }
        return isBack
    }

    /// If another machine wrote it, only time can tell.
    private static func isForsaken(_ draft: DiskPath, by process: UInt64) -> Bool {
        guard let changed = FileSystem.status(of: draft).map({ FileStamp($0) })?.changedNanoseconds else {
            return false
        }
        return FileSystem.isNothing(DiskPath("/proc/\(process)")) || SystemClock.now - changed > 60_000_000_000
    }
}

/// Adds the metadata of removed photos to the sidecars of those that stay, and never to photos. The old sidecar goes to
/// the trash, so everything can be undone.
package struct SidecarMerge: Sendable {
    private let writer: any SidecarWriting
    private let additions: [DiskPath: SidecarAdditions]

    /// - Parameter additions: by the photo that is removed.
    package init(_ additions: [DiskPath: SidecarAdditions], writer: any SidecarWriting) {
        (self.additions, self.writer) = (additions, writer)
    }

    /// Nil if there is nothing to add.
    func merge(
        _ step: TidyStep, _ trash: Trash, at now: CivilTime, _ disk: FileChanges,
        record: (TidyJournal.Entry.Merged) throws(EvokeError) -> Void
    ) throws(EvokeError) -> TidyJournal.Entry.Merged? {
        guard let additions = additions[step.goes.path] else { return nil }
        let sidecar = try SidecarFile(of: step.stays.path, disk)
        guard let bytes = try sidecar.bytes(adding: additions, by: writer) else { return nil }
        let place = sidecar.bytes == nil ? nil : try trash.reserve(for: sidecar.path, at: now, disk)
        let draft = FileChanges.nameBeside(sidecar.path)
        let merged = TidyJournal.Entry.Merged(file: sidecar.path, old: place, draft: draft, sum: FileSystem.sum(bytes))
        do throws(EvokeError) {
            try record(merged)
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
    static func takeBack(_ merged: TidyJournal.Entry.Merged, _ disk: FileChanges) throws(EvokeError) -> DiskPath? {
        let (file, doing) = (merged.file, "restore")
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(.damaged, doing: doing, subject: file.display, reason: reason)
        }
        defer { if let old = merged.old { Trash.forget(old, disk) } }
        var old: DiskPath?
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
    struct Merged {
        let file: DiskPath
        /// Where the old one is; nil if there was none.
        let old: Trash.Place?
        /// The path of the draft, which the old one had for a moment.
        let draft: DiskPath?
        /// Of what was written, so that later changes by others are not lost.
        let sum: UInt64
    }

    init(_ merged: Merged, run: Int64) {
        self.init(
            run: run, act: .merged, file: merged.file.percentEncoded, place: merged.old?.file.percentEncoded ?? "",
            info: merged.old?.info.percentEncoded, aside: merged.draft?.percentEncoded, sum: merged.sum)
    }

    /// Nil if the entry is about something else.
    var merged: Merged? {
        guard act == .merged, let sum, let file = DiskPath(percentEncoded: file) else { return nil }
        let draft = aside.flatMap(DiskPath.init(percentEncoded:))
        guard let info else { return Merged(file: file, old: nil, draft: draft, sum: sum) }
        guard let place = DiskPath(percentEncoded: place), let info = DiskPath(percentEncoded: info) else { return nil }
        return Merged(file: file, old: Trash.Place(file: place, info: info), draft: draft, sum: sum)
    }
}
