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
        /// The name beside it that it has on its way, or its replacement.
        var aside: String?
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
            let lock = try FileLock(file: file)
            if let folder = file.parent { FileSystem.sync(folder: folder) }
            return lock
        } catch {
            guard error.isHeldByAnother else { throw .system(error.code, doing: Self.doing, subject: file) }
            throw EvokeError(
                .libraryBusy, doing: "put photos away", subject: file.display, reason: "another process does so",
                remedy: "Wait until it has ended.")
        }
    }

    /// Returns when it is on the disk.
    func record(_ entry: Entry, _ disk: FileChanges) throws(EvokeError) { try append(entry, disk) }

    func recordUndone(_ run: Int64, _ disk: FileChanges) throws(EvokeError) { try append(Undone(undone: run), disk) }

    private func append(_ line: some Encodable, _ disk: FileChanges) throws(EvokeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Cannot fail: there are texts and numbers.
        try disk.append(Array(try! encoder.encode(line)), to: file, doing: Self.doing)
    }

    func unreadable(_ line: Int) -> EvokeError {
        EvokeError(
            .damaged, doing: "put back what was put away", subject: file.display,
            reason: "its line \(line) cannot be read; a file of which that spoke is in the trash, or beside its place")
    }

    /// What it says.
    struct Story {
        /// What the last run put away that was not undone, the first file first; empty where there is none.
        var lastRun: [Entry] = []
        /// The number of the next run: above all that there were.
        var next: Int64 = 1
        /// The lines around the last run that nobody can read, by their numbers.
        var unreadable: [Int] = []
    }

    func read() throws(EvokeError) -> Story {
        guard !FileSystem.isMissing(file) else { return Story() }
        let decoder = JSONDecoder()
        var (entries, unreadable): ([(line: Int, entry: Entry)], [Int]) = ([], [])
        var undone: [Int64: Int] = [:]
        let lines = try FileSystem.read(file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) where !line.isEmpty {
            if let entry = try? decoder.decode(Entry.self, from: Data(line)) {
                entries.append((number, entry))
            } else if let end = try? decoder.decode(Undone.self, from: Data(line)) {
                undone[end.undone] = number
            } else if number < lines.count {
                unreadable.append(number)
            }
            // The last line may have been cut off: what it speaks of did not happen.
        }
        var story = Story()
        story.next = (entries.map(\.entry.run) + undone.keys).max().map { $0 &+ 1 } ?? 1
        // Version 0.1 might give a run the number of one that had been undone.
        let waiting = entries.filter { $0.line > undone[$0.entry.run] ?? 0 }
        let own = waiting.filter { $0.entry.run == waiting.last?.entry.run }
        story.lastRun = own.map(\.entry)
        // From the line before the run to the one behind it.
        let others = Set(entries.map(\.line) + undone.values).subtracting(own.map(\.line))
        let start = own.first?.line ?? .max
        let (before, behind) = (others.filter { $0 < start }.max() ?? 0, others.filter { $0 > start }.min() ?? .max)
        story.unreadable = unreadable.filter { before < $0 && $0 < behind }
        return story
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
