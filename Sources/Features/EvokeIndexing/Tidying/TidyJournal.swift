import EvokeSystem
package import EvokeValues
import Foundation

/// A journal of removals, written before each happens, so that the last run can be undone.
package struct TidyJournal: Sendable {
    /// What was about to be done to one file.
    struct Entry: Codable, Hashable {
        enum Act: String, Codable {
            case trashed, linked, merged, marked
        }

        /// Shared by all entries of one run.
        let run: Int64
        let act: Act
        /// Where it was; paths are percent-encoded, since they may not be valid text.
        let file: String
        /// Where it is in the trash, with its `.trashinfo` file; or the file it shares storage with. For a changed sidecar, where
        /// the old one is, or empty. For a photo that got marks, these marks in base 64.
        let place: String
        var info: String?
        /// Its temporary name, or that of its replacement.
        var aside: String?
        /// For a file that shares storage: its modification time and permissions.
        var modified: Int64?
        var permissions: UInt32?
        /// Of what was written into a sidecar.
        var sum: UInt64?

        enum CodingKeys: String, CodingKey {
            case run, act, file, place
            case info = "note"
            case aside, modified, permissions, sum
        }
    }

    struct Undone: Codable {
        let undone: Int64
    }

    private static let doing = "write the journal of removed duplicates"

    private let file: DiskPath

    /// - Parameter file: it need not exist.
    package init(_ file: DiskPath) { self.file = file }

    /// Keeps other runs out until it is released.
    func lock() throws(EvokeError) -> FileLock {
        if let folder = file.parent { try FileSystem.makeFolder(folder) }
        do throws(Errno) {
            let lock = try FileLock(file: file)
            if let folder = file.parent { FileSystem.sync(folder: folder) }
            return lock
        } catch {
            guard error.isHeldByAnother else { throw .system(error.code, doing: Self.doing, subject: file) }
            throw EvokeError(
                .libraryBusy, doing: "remove duplicates", subject: file.display, reason: "another process is doing so",
                remedy: "Wait until it has finished.")
        }
    }

    /// The entry is on the disk when this returns.
    func record(_ entry: some Encodable, _ disk: FileChanges) throws(EvokeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Cannot fail: there are only texts and numbers.
        try disk.append(Array(try! encoder.encode(entry)), to: file, doing: Self.doing)
    }

    func unreadable(_ line: Int) -> EvokeError {
        EvokeError(
            .damaged, doing: "undo the removal of duplicates", subject: file.display,
            reason:
                "line \(line) cannot be read; the file it refers to is in the trash, or next to its original location")
    }

    struct Story {
        /// What the last run that was not undone removed, the first file first; empty if there is none.
        var lastRun: [Entry] = []
        /// The number of the next run: above all earlier ones.
        var next: Int64 = 1
        /// Unreadable lines around the last run, by line number.
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
            // The last line may be incomplete: what it describes did not happen.
        }
        var story = Story()
        story.next = (entries.map(\.entry.run) + undone.keys).max().map { $0 &+ 1 } ?? 1
        // Version 0.1 might reuse the number of a run that had been undone.
        let waiting = entries.filter { $0.line > undone[$0.entry.run] ?? 0 }
        let own = waiting.filter { $0.entry.run == waiting.last?.entry.run }
        story.lastRun = own.map(\.entry)
        // From the line before the run to the one after it.
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

    /// Empty if the entry is about something else.
    var marks: MarkChange {
        act == .marked ? Data(base64Encoded: place).flatMap { MarkChange(bytes: $0) } ?? MarkChange() : MarkChange()
    }
}
