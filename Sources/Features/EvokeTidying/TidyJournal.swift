import EvokeSystem
package import EvokeValues
import Foundation

/// What was put away, written down before it happens, so that the last run can be undone.
package struct TidyJournal: Sendable {
    /// What was about to be done to one file.
    struct Entry: Codable, Hashable {
        enum Act: String, Codable {
            case trashed, linked, merged, marked
        }

        /// Those of one run have the same.
        let run: Int64
        let act: Act
        /// Where it was; paths are written as addresses have them, since they may be no text.
        let file: String
        /// Where it is in the trash, with its note; or the file that it was made the same with. Of a sidecar that was added
        /// to, where it lies as it was, or nothing. Of a photo that got marks, those, in base 64.
        let place: String
        var note: String?
        /// Of a file that was made the same as another: when it was written last, and who could read it.
        var modified: Int64?
        var permissions: UInt32?
        /// Of what was written into a sidecar.
        var sum: UInt64?
    }

    /// Ends a run that was undone.
    private struct Undone: Codable {
        let undone: Int64
    }

    private static let doing = "write down what is put away"

    private let file: FilePath

    /// - Parameter file: it need not be there.
    package init(_ file: FilePath) { self.file = file }

    /// Keeps other runs out until it goes.
    func lock() throws(EvokeError) -> FileLock {
        if let folder = file.parent { try FileSystem.makeFolder(folder) }
        do throws(Errno) {
            return try FileLock(file: file)
        } catch {
            guard error.isHeldByAnother else { throw .system(error.code, doing: Self.doing, subject: file) }
            throw EvokeError(
                .libraryBusy, doing: "put photos away", subject: file.display, reason: "another process does so",
                remedy: "Wait until it has ended.")
        }
    }

    /// Returns when it is on the disk.
    func note(_ entry: Entry) throws(EvokeError) { try append(entry) }

    func noteUndone(_ run: Int64) throws(EvokeError) { try append(Undone(undone: run)) }

    private func append(_ line: some Encodable) throws(EvokeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Cannot fail: there are texts and numbers.
        let bytes = Array(try! encoder.encode(line)) + Array("\n".utf8)
        let open = try OpenFile(file, .append, doing: Self.doing)
        try open.write(bytes)
        try open.sync()
    }

    /// What the last run put away that was not undone, the first file first; empty where there is none.
    func lastRun() throws(EvokeError) -> [Entry] {
        guard FileSystem.status(of: file) != nil else { return [] }
        var entries: [Entry] = []
        var undone: Set<Int64> = []
        let decoder = JSONDecoder()
        // The last line may have been cut off with the power: what it speaks of did not happen.
        for line in try FileSystem.read(file).split(separator: UInt8(ascii: "\n")) {
            if let entry = try? decoder.decode(Entry.self, from: Data(line)) {
                entries.append(entry)
            } else if let end = try? decoder.decode(Undone.self, from: Data(line)) {
                undone.insert(end.undone)
            }
        }
        guard let last = entries.map(\.run).filter({ !undone.contains($0) }).max() else { return [] }
        return entries.filter { $0.run == last }
    }
}

extension TidyJournal.Entry {
    init(_ marks: MarkChange, of step: TidyStep, run: Int64) {
        self.init(
            run: run, act: .marked, file: step.stays.path.percentEncoded,
            place: Data(marks.bytes).base64EncodedString())
    }

    /// Empty where it is of something else.
    var marks: MarkChange {
        act == .marked ? Data(base64Encoded: place).flatMap { MarkChange(bytes: $0) } ?? MarkChange() : MarkChange()
    }
}
