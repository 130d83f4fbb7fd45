import Evoke
import EvokeClient
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let failed = Option(
        "--failed", .flag, "List the photos that could not be read, and why, and those whose end is missing")
    static let check = Option("--check", .flag, "Verify the library, row by row; exit 1 when something is wrong")
    static let readPhotos = Option(
        "--read-photos", .flag, "With --check: read each photo, too, and compare it with what was indexed")
}

extension Command {
    static let status = Command(
        name: "status",
        summary: "Show what a library holds",
        operands: "",
        operandKind: .nothing,
        options: [.library, .root, .json, .failed, .check, .readPhotos],
        details: [
            "With --check, the file is read to its end, each row is compared with its checksum, and what belongs "
                + "together, each photo and each vector are looked at. It may run while photos are indexed, and changes "
                + "nothing but to note what is wrong: the next 'evoke index' puts that right. The search index, which "
                + "is made of the library, is looked at, too; a damaged one is made again.",
            "--read-photos also reads each photo's file, and finds those that hold something else than when they were "
                + "indexed though their size and time are the same, as failing disks leave them, and those that cannot "
                + "be read. What has changed since or is gone is listed, and is no fault.",
        ],
        examples: ["evoke status", "evoke status --failed", "evoke status --check --read-photos"],
        run: { arguments, terminal in
            let places = try await arguments.placesToIndex(terminal)
            if arguments.has(.check) {
                if arguments.has(.failed) { throw UsageError("Choose one of --check and --failed.", of: "status") }
                return try await check(places, arguments, terminal)
            }
            if arguments.has(.readPhotos) { throw UsageError("--read-photos goes with --check.", of: "status") }
            let status = try await LibraryStatus.read(places, upgrading: UpgradeDisplay(terminal).show)
            // Of a library in a folder, a server knows no more.
            let health = status.queue == nil ? nil : LibrarySocket(places, say: terminal.say).health()
            if arguments.has(.json) {
                try terminal.print(JSONText.of(LibraryAnswer(status, health)))
            } else if arguments.has(.failed) {
                let failures = status.failures + (status.queue?.setAside ?? [])
                for failure in failures {
                    let (reason, remedy) = (failure.error.reason, failure.error.remedies.inWords { $0.words })
                    try terminal.print("\(failure.path): \(reason)" + (remedy.isEmpty ? "" : ". \(remedy)"))
                }
                if failures.isEmpty { terminal.say("Every photo could be read.") }
                if !status.cutPhotos.isEmpty {
                    terminal.say("These have lost their end, and are found by what is there:")
                }
                for photo in status.cutPhotos {
                    try terminal.print("\(photo.path): its end is missing; \(photo.inWords)")
                }
            } else {
                for line in lines(status, of: places, health, terminal) { try terminal.print(line) }
            }
            return .done
        })

    private static func check(_ places: LibraryConfiguration, _ arguments: Arguments, _ terminal: Terminal) async throws
        -> ExitCode
    {
        let display = CheckDisplay(terminal)
        let readingPhotos = arguments.has(.readPhotos)
        let run = Task {
            try await LibraryStatus.check(
                places, readingPhotos: readingPhotos, notify: { display.show($0) },
                upgrading: UpgradeDisplay(terminal).show)
        }
        let interruption = Interruption { _ in run.cancel() }
        defer { interruption.end() }
        let report: CheckReport
        do {
            report = try await display.during { try await run.value }
        } catch is CancellationError {
            terminal.say("Stopped. Nothing was changed.")
            return .interrupted
        }
        if arguments.has(.json) {
            try terminal.print(JSONText.of(CheckAnswer(report, of: places.address)))
        } else {
            for line in CheckForm(library: places.address, report: report).lines { try terminal.print(line) }
        }
        return report.isInOrder ? .done : .failed
    }

    private static func lines(
        _ status: LibraryStatus, of places: LibraryConfiguration, _ health: HealthAnswer?, _ terminal: Terminal
    ) -> [String] {
        let summary = status.summary
        var lines = [
            "Library   \(places.address)  (\(Amount.ofBytes(status.bytes)))",
            "Photos    \(summary.photos)",
        ]
        for copy in status.copies {
            let name = String(decoding: copy.name, as: UTF8.self)
            lines.insert("Copy      \(name)  (of how it was before; may be deleted)", at: 1)
        }
        if summary.failed > 0 { lines.append("Failed    \(summary.failed)  (see 'evoke status --failed')") }
        let text = status.read.map { "read in \($0) photos" }
        let unread = "not read  (the graphs for it are not on the shelf; ./bootstrap puts them there)"
        lines.append("Text      " + (text ?? unread))
        lines.append("People    " + words(status.people))
        if let waiting = status.sidecarsWaiting {
            let rest = waiting == 0 ? "" : "; those of \(Amount.of(waiting, "photo")) wait"
            lines.append("Sidecars  written after each change of marks\(rest)")
        } else if status.sidecarProblem != nil {
            lines.append(
                "Sidecars  not written: what was written there is not known any more ('evoke config write-xmp')")
        }
        if health?.standby == true {
            lines.append("Server    follows a standby, which does not tell how far it is behind the database")
        } else if let lag = health?.lagMs {
            let behind = lag == 0 ? "up to date" : "\(Amount.ofTime(.milliseconds(lag))) behind the database"
            lines.append("Server    \(behind)")
        }
        if let queue = status.queue { lines += Self.lines(queue) }
        if summary.cut > 0 { lines.append("Cut       \(summary.cut)  (their end is missing; found by what is there)") }
        if summary.missing > 0 {
            lines.append("Missing   \(summary.missing)  (kept, and found again when they return)")
        }
        if summary.hidden > 0 { lines.append("Left out  \(summary.hidden)  (kept, and found again when taken back)") }
        for (place, pattern) in status.exclusions.enumerated() {
            lines.append((place == 0 ? "Excluded  " : "          ") + pattern)
        }
        for (place, root) in summary.roots.enumerated() {
            let name = status.namedRoots.first { ($0.place ?? $0.path) == root }?.name
            let state =
                root.isElsewhere
                ? "(no place on this machine; --root \(root.display.dropLast())=PATH says where it is)"
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
        guard let people else { return "off  (no faces are looked for; 'evoke people on' has them found)" }
        let searched = people.searched.map { "faces looked for in \($0) photos" }
        let missing =
            "faces not looked for  (a graph for it is not on the shelf; ./bootstrap puts Evoke's own there, and 'evoke "
            + "models pull' others)"
        return "\(searched ?? missing); \(people.named) named"
    }

    private static func lines(_ queue: WorkQueue) -> [String] {
        var lines: [String] = []
        if !queue.setAside.isEmpty {
            lines.append("Set aside \(queue.setAside.count)  (see 'evoke status --failed')")
        }
        if queue.waiting + queue.claimed > 0 {
            lines.append("Waiting   \(queue.waiting), and \(queue.claimed) are being worked on")
        }
        if queue.textsWaiting + queue.textsClaimed > 0 {
            lines.append("Texts     of \(queue.textsWaiting) photos wait, and \(queue.textsClaimed) are being read")
        }
        for (place, worker) in queue.workers.enumerated() {
            let rate = worker.photosAMinute.map { ", \(Int(nearest: $0)) a minute" } ?? ""
            let silence = "last heard of \(worker.silence) seconds ago" + (worker.isLost ? ": lost" : "")
            lines.append(
                (place == 0 ? "Workers   " : "          ")
                    + "\(worker.name)\(worker.isReader ? " (texts)" : "")  \(worker.done) done\(rate), \(worker.claimed) in hand, since "
                    + "\(worker.age / 60) minutes, \(silence)")
        }
        return lines
    }
}
