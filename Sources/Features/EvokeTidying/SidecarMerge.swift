import DigestXXHash
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// Writes what photos that go say into the sidecars of those that stay, and never into photos. A sidecar as it was goes to
/// the trash, so whatever is written can be taken back.
package struct SidecarMerge: Sendable {
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
        let sidecar = try SidecarFile(of: step.stays.path)
        guard let bytes = try sidecar.bytes(adding: additions, by: writer) else { return nil }
        let place = sidecar.bytes == nil ? nil : try trash.reserve(for: sidecar.path, at: now)
        let merged = TidyJournal.Entry.Merged(file: sidecar.path, old: place, sum: Self.sum(bytes))
        do throws(EvokeError) {
            try note(merged)
            if let place { try trash.take(sidecar.path, to: place) }
        } catch {
            if let place { FileSystem.remove(place.note) }
            throw error
        }
        do throws(EvokeError) {
            try sidecar.write(bytes)
        } catch {
            if let place { try? Trash.putBack(place, to: sidecar.path) }
            throw error
        }
        return merged
    }

    /// Puts the sidecar back as it was. Nil where it is so already.
    static func takeBack(_ merged: TidyJournal.Entry.Merged) throws(EvokeError) -> FilePath? {
        func refusal(_ reason: String) -> EvokeError {
            EvokeError(.damaged, doing: "put back", subject: merged.file.display, reason: reason)
        }
        let isThere = !FileSystem.isMissing(merged.file)
        // What cannot be read is not known to be ours.
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
