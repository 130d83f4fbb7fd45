import Evoke
import EvokeClient
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import Synchronization

extension Option {
    static let failed = Option("--failed", "List photos that could not be read, or only in part, and why")
    static let check = Option("--check", "Verify the library row by row; exits with 1 if something is wrong")
    static let readPhotos = Option("--read-photos", "With --check: read every photo, too, and compare it")
}

extension Command {
    static let libraryStatus = Command(
        name: "library status",
        summary: "Show what a library contains",
        options: [.library, .root, .json, .failed, .check, .readPhotos],
        details: [
            "--check verifies every row against its checksum, and the search index. It can run while photos are "
                + "indexed. Problems are recorded, and the next 'evoke index' repairs them.",
            "--read-photos also reads every photo and finds files that changed although their size and time did not, "
                + "as on a failing disk. Photos that you changed or deleted are listed, but are no error.",
        ],
        examples: [
            "evoke library status",
            "evoke library status --failed",
            "evoke library status --check --read-photos",
        ],
        run: { arguments, terminal in
            let configuration = try await arguments.configurationToIndex(terminal)
            if arguments.has(.check) {
                if arguments.has(.failed) {
                    throw UsageError("Choose one of --check and --failed.", of: "library status")
                }
                return try await check(configuration, arguments, terminal)
            }
            if arguments.has(.readPhotos) { throw UsageError("--read-photos goes with --check.", of: "library status") }
            let status = try await PhotoLibrary.open(
                configuration, access: .read, upgrading: UpgradeDisplay(terminal).show
            ).status()
            // For a library in a folder, a server knows nothing more.
            let health = status.queue == nil ? nil : LibrarySocket(configuration, warn: terminal.message).health()
            if arguments.has(.json) {
                try terminal.print(JSONText.of(LibraryAnswer(status, health)))
            } else if arguments.has(.failed) {
                let failures = status.failures + (status.queue?.setAside ?? [])
                for failure in failures {
                    let (reason, remedy) = (failure.error.reason, failure.error.remedies.inWords { $0.words })
                    try terminal.print("\(failure.path): \(reason)" + (remedy.isEmpty ? "" : ". \(remedy)"))
                }
                if failures.isEmpty { terminal.message("All photos could be read.") }
                if !status.truncatedPhotos.isEmpty {
                    terminal.message("Truncated files, partly indexed:")
                }
                for photo in status.truncatedPhotos {
                    try terminal.print("\(photo.path): truncated; \(photo.inWords)")
                }
            } else {
                for line in lines(status, of: configuration, health, terminal) { try terminal.print(line) }
            }
            return .done
        })

    private static func check(_ configuration: LibraryConfiguration, _ arguments: Arguments, _ terminal: Terminal)
        async throws
        -> ExitCode
    {
        let display = CheckDisplay(terminal)
        let readingPhotos = arguments.has(.readPhotos)
        let report: CheckReport
        do {
            report = try await display.during {
                try await untilInterrupted {
                    let library = try await PhotoLibrary.open(
                        configuration, access: .read, upgrading: UpgradeDisplay(terminal).show)
                    return try await library.check(readingPhotos: readingPhotos) { display.show($0) }
                }
            }
        } catch is CancellationError {
            terminal.message("Stopped. Nothing was changed.")
            return .interrupted
        }
        if arguments.has(.json) {
            try terminal.print(JSONText.of(CheckAnswer(report, of: configuration.address)))
        } else {
            for line in CheckReportText(library: configuration.address, report: report).lines {
                try terminal.print(line)
            }
        }
        return report.isInOrder ? .done : .failed
    }

    private static func lines(
        _ status: LibraryStatus, of configuration: LibraryConfiguration, _ health: HealthAnswer?, _ terminal: Terminal
    ) -> [String] {
        let summary = status.summary
        var lines = [
            "Library   \(configuration.address)  (\(Format.bytes(status.bytes)))",
            "Photos    \(summary.photos)",
        ]
        for copy in status.copies {
            let name = String(decoding: copy.name, as: UTF8.self)
            lines.insert("Copy      \(name)  (previous library; may be deleted)", at: 1)
        }
        if summary.failed > 0 { lines.append("Failed    \(summary.failed)  (see 'evoke library status --failed')") }
        let text = status.read.map { "recognized in \(Format.count($0, "photo"))" }
        let unread = "off  (models not installed; run ./bootstrap)"
        lines.append("Text      " + (text ?? unread))
        lines.append("People    " + words(status.people))
        if let waiting = status.sidecarsWaiting {
            let rest = waiting == 0 ? "" : "; \(Format.count(waiting, "photo")) waiting"
            lines.append("Sidecars  written after every change\(rest)")
        } else if status.sidecarProblem != nil {
            lines.append(
                "Sidecars  not written: the record of earlier changes is damaged  (see 'evoke help config write-xmp')")
        }
        if health?.standby == true {
            lines.append("Server    follows a standby of the database; lag unknown")
        } else if let lag = health?.lagMs {
            let behind = lag == 0 ? "up to date" : "\(Format.duration(.milliseconds(lag))) behind the database"
            lines.append("Server    \(behind)")
        }
        if let queue = status.queue { lines += Self.lines(queue) }
        if summary.truncated > 0 { lines.append("Truncated \(summary.truncated)  (indexed in part)") }
        if summary.missing > 0 {
            lines.append("Missing   \(summary.missing)  (files not there now; kept for when they return)")
        }
        if summary.hidden > 0 {
            lines.append("Left out  \(summary.hidden)  (excluded; kept for when they are included again)")
        }
        for (place, pattern) in status.exclusions.enumerated() {
            lines.append((place == 0 ? "Excluded  " : "          ") + pattern)
        }
        for (place, root) in summary.roots.enumerated() {
            let name = status.namedRoots.first { ($0.place ?? $0.path) == root }?.name
            let state =
                root.isElsewhere
                ? "(location on this machine unknown; set it with --root \(root.display.dropLast())=PATH)"
                : FileSystem.status(of: root) == nil ? "(not there now)" : ""
            let words = [name, root.isElsewhere ? nil : root.display, state].compactMap { $0 }.filter { !$0.isEmpty }
            lines.append((place == 0 ? "Folders   " : "          ") + words.joined(separator: "  "))
        }
        for (place, model) in summary.models.enumerated() {
            lines.append(
                (place == 0 ? "Models    " : "          ")
                    + "\(model.id.name)  \(model.photos) photos, \(model.id.dimensions) dimensions, "
                    + terminal.dim(model.id.fingerprint))
        }
        return lines
    }

    private static func words(_ people: PeopleFigures?) -> String {
        guard let people else { return "off  (turn on with 'evoke people on')" }
        let searched = people.searched.map { "faces searched in \(Format.count($0, "photo"))" }
        let missing =
            "no model for faces installed  (run ./bootstrap, or 'evoke models download')"
        return "\(searched ?? missing); \(people.named) named"
    }

    private static func lines(_ queue: WorkQueue) -> [String] {
        var lines: [String] = []
        if !queue.setAside.isEmpty {
            lines.append("Set aside \(queue.setAside.count)  (see 'evoke library status --failed')")
        }
        if queue.waiting + queue.claimed > 0 {
            lines.append("Queue     \(queue.waiting) waiting, \(queue.claimed) in progress")
        }
        if queue.textsWaiting + queue.textsClaimed > 0 {
            lines.append("Texts     \(queue.textsWaiting) waiting, \(queue.textsClaimed) in progress")
        }
        for (place, worker) in queue.workers.enumerated() {
            let rate = worker.photosAMinute.map { ", \(Int(nearest: $0))/min" } ?? ""
            let silence = "last seen \(worker.silence) s ago" + (worker.isLost ? ": lost" : "")
            lines.append(
                (place == 0 ? "Workers   " : "          ")
                    + "\(worker.name)\(worker.analysis.map { " (\($0))" } ?? "")  \(worker.done) done\(rate), \(worker.claimed) in progress, for "
                    + "\(worker.age / 60) min, \(silence)")
        }
        return lines
    }
}

/// Shows the progress of a check that takes longer than a second.
final class CheckDisplay: Sendable {
    private let terminal: Terminal
    private let progress = Mutex<CheckProgress?>(nil)

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func show(_ progress: CheckProgress) {
        self.progress.withLock { $0 = progress }
    }

    /// SQLite checks a whole file in one call, so drawing needs a task of its own.
    func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard terminal.messagesAreShown else { return try await body() }
        let drawing = Task {
            try await Task.sleep(for: .seconds(1))
            let line = StatusLine(terminal)
            defer { line.clear() }
            while true {
                if let progress = progress.withLock({ $0 }) { line.show(progress.words) }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        do {
            let result = try await body()
            await Self.end(drawing)
            return result
        } catch {
            await Self.end(drawing)
            throw error
        }
    }

    private static func end(_ drawing: Task<Void, any Error>) async {
        drawing.cancel()
        _ = await drawing.result
    }
}

extension CheckProgress {
    var words: String {
        let what =
            switch part {
            case .file: "Checking the library's file"
            case .tables: "Checking tables"
            case .references: "Checking references"
            case .photos: "Checking photos"
            case .vectors: "Checking vectors"
            case .files: "Reading photos"
            }
        return total > 0 ? "\(what): \(done) of \(total)" : what
    }
}

struct CheckReportText {
    let library: DiskPath
    let report: CheckReport

    var lines: [String] {
        var lines = ["Library     \(library)"]
        for part in report.parts {
            lines.append(part.title + verdict(on: part))
            let listed = report.faults.filter { $0.part == part }
            lines += listed.map { "            - \($0.words)" }
            if report.faults(of: part) > listed.count {
                lines.append("            and \(report.faults(of: part) - listed.count) more")
            }
            if part == .files { lines += remarks }
        }
        if report.indexes > 0 {
            lines.append("Index       " + (report.mended.isEmpty ? "intact" : "repaired"))
            lines += report.mended.map { "            - \($0)" }
        }
        return lines + [advice]
    }

    /// Not errors: people change their photos.
    private var remarks: [String] {
        let more = report.remarkCount - report.remarks.count
        return report.remarks.map { "            - \($0)" } + (more > 0 ? ["            and \(more) more"] : [])
    }

    private func verdict(on part: CheckReport.Part) -> String {
        let count = report.counts[part] ?? 0
        let faults = report.faults(of: part)
        if faults > 0 { return Format.count(faults, "error") }
        return switch part {
        case .file: "intact"
        case .tables: "\(count), unmodified"
        case .references: "intact"
        case .photos: "\(count), each with a vector or a recorded error"
        case .vectors: "\(count), all intact"
        case .files: "\(count), all as indexed"
        }
    }

    private var advice: String {
        if report.isInOrder { return "No errors found." }
        let found = Format.count(report.faultCount, "error") + " found"
        if !report.isLeftToTheNextRun, report.faults.allSatisfy({ $0.part == .files }) {
            return
                "\(found). The library is intact, but these photos are damaged: check their disk, and restore them from "
                + "a backup."
        }
        guard report.isLeftToTheNextRun else {
            return
                "\(found); nothing was changed. Restore the library from a backup, or move it away and index again. Your "
                + "photos are not affected."
        }
        return "\(found). Run 'evoke index' to repair the library, and check again."
    }
}

extension CheckReport.Part {
    fileprivate var title: String {
        switch self {
        case .file: "File        "
        case .tables: "Tables      "
        case .references: "References  "
        case .photos: "Photos      "
        case .vectors: "Vectors     "
        case .files: "Files       "
        }
    }
}
