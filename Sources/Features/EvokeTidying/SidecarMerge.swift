import DigestXXHash
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// Writes what photos that go say into the sidecars of those that stay, and never into photos. A sidecar as it was goes to
/// the trash, so whatever is written can be taken back.
package struct SidecarMerge: Sendable {
    private static let doing = "add to the sidecar"
    /// Longer ones are those of photos that were painted on for hours, and more.
    private static let longest: Int64 = 16_000_000

    private let writer: any SidecarWriting
    private let additions: [FilePath: SidecarAdditions]

    /// - Parameter additions: by the photo that goes.
    package init(_ additions: [FilePath: SidecarAdditions], writer: any SidecarWriting) {
        (self.additions, self.writer) = (additions, writer)
    }

    /// Nil where there is nothing to be added.
    func merge(
        _ step: TidyStep, _ trash: Trash, at now: CivilTime, note: (TidyJournal.Entry.Merged) throws(EvokeError) -> Void
    ) throws(EvokeError) -> TidyJournal.Entry.Merged? {
        guard let additions = additions[step.goes.path] else { return nil }
        let photo = step.stays.path
        let sidecar =
            try PhotoFiles(of: photo).sidecars.first ?? FilePath(bytes: photo.bytes + Array(".xmp".utf8))
        let known = try read(sidecar)
        let bytes = try writer.sidecar(at: sidecar, known, adding: additions)
        guard bytes != known else { return nil }
        let place = known == nil ? nil : try trash.reserve(for: sidecar, at: now)
        let merged = TidyJournal.Entry.Merged(file: sidecar, old: place, sum: Self.sum(bytes))
        do throws(EvokeError) {
            try note(merged)
            if let place { try trash.take(sidecar, to: place) }
        } catch {
            if let place { FileSystem.remove(place.note) }
            throw error
        }
        do throws(EvokeError) {
            try Self.write(bytes, to: sidecar)
        } catch {
            if let place { try? Trash.putBack(place, to: sidecar) }
            throw error
        }
        return merged
    }

    /// Nil where there is none.
    private func read(_ sidecar: FilePath) throws(EvokeError) -> [UInt8]? {
        guard !FileSystem.isMissing(sidecar) else { return nil }
        guard let status = try? FileStatus(of: sidecar, followingLinks: false), status.isFile,
            status.size <= Self.longest
        else {
            throw EvokeError(
                .notAllowed, doing: Self.doing, subject: sidecar.display,
                reason: "it is a link, or too long, or no file")
        }
        return try FileSystem.read(sidecar)
    }

    /// Nothing that has come there meanwhile is replaced.
    private static func write(_ bytes: [UInt8], to sidecar: FilePath) throws(EvokeError) {
        let draft = (sidecar.parent ?? sidecar).appending(".evoke-\(OwnProcess.nameOfThread).part")
        FileSystem.remove(draft)
        do throws(EvokeError) {
            let open = try OpenFile(draft, .make, doing: doing)
            try open.write(bytes)
            try open.sync()
            try FileSystem.setMode(0o644, of: draft)
            try FileSystem.moveWhereFree(draft, to: sidecar, doing: doing)
        } catch {
            FileSystem.remove(draft)
            throw error
        }
        if let folder = sidecar.parent { FileSystem.sync(folder: folder) }
    }

    /// Puts the sidecar back as it was. Nil where it is so already.
    static func takeBack(_ merged: TidyJournal.Entry.Merged) throws(EvokeError) -> FilePath? {
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(.damaged, doing: "put back", subject: merged.file.display, reason: reason)
        }
        let isThere = !FileSystem.isMissing(merged.file)
        let isOwn = isThere && (try? FileSystem.read(merged.file)).map(sum) == merged.sum
        if let old = merged.old {
            guard !FileSystem.isMissing(old.file) else {
                if isOwn { throw refusal("as it was, it is no longer in the trash") }
                return nil
            }
            guard isOwn || !isThere else {
                throw refusal("it was changed since; as it was, it is in the trash, '\(old.file.display)'")
            }
            if isOwn { FileSystem.remove(merged.file) }
            try Trash.putBack(old, to: merged.file)
            return merged.file
        }
        guard isThere else { return nil }
        guard isOwn else { throw refusal("it was changed since it was made") }
        FileSystem.remove(merged.file)
        return merged.file
    }

    private static func sum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Checksum.of($0) } }
}

extension TidyJournal.Entry {
    /// A sidecar that was added to.
    struct Merged {
        let file: FilePath
        /// Where it lies as it was; nil where there was none.
        let old: Trash.Place?
        /// Of what was written, so that nobody's later words are lost.
        let sum: UInt64
    }

    init(_ merged: Merged, run: Int64) {
        self.init(
            run: run, act: .merged, file: merged.file.percentEncoded, place: merged.old?.file.percentEncoded ?? "",
            note: merged.old?.note.percentEncoded, sum: merged.sum)
    }

    /// Nil where it is of something else.
    var merged: Merged? {
        guard act == .merged, let sum, let file = FilePath(percentEncoded: file) else { return nil }
        guard let note else { return Merged(file: file, old: nil, sum: sum) }
        guard let place = FilePath(percentEncoded: place), let note = FilePath(percentEncoded: note) else { return nil }
        return Merged(file: file, old: Trash.Place(file: place, note: note), sum: sum)
    }
}
