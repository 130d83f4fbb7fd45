import Evoke
import EvokeValues

extension Option {
    static let exclude = Option(
        "--exclude", .text("GLOB"), "Leave out what fits, now and later; may be given several times", mayRepeat: true)
    static let include = Option(
        "--include", .text("GLOB"), "Take such an exclusion back; may be given several times", mayRepeat: true)
    fileprivate static let forWorkers = Option(
        "--for-workers", .flag, "Only find out what is to be done; 'evoke work' does it (libraries in a database)")
    static let reread = Option("--reread", .flag, "Read all files, those that look unchanged, too")
}

extension Command {
    static let index = Command(
        name: "index",
        summary: "Index folders of photos, or refresh what is indexed",
        operands: "[PATH...]",
        operandKind: .files,
        options: [
            .library, .root, .vectors, .model, .variant, .precision, .exclude, .include, .reread, .forWorkers, .without,
        ],
        details: [
            "Folders are searched with everything below them and are remembered: without PATH, all remembered folders "
                + "are refreshed. Unchanged photos are skipped, changed ones done again, and those that are gone are no "
                + "longer found. Interrupt it whenever you like: what is done stays done.",
            "A photo counts as unchanged when its size, its times and its number on the disk are what they were. When one "
                + "of them is another, the file is read, and encoded again only if it holds something else. --reread "
                + "reads all files, for disks that tell little, and tries again those that could not be read.",
            "--exclude takes names ('*.png', 'Screenshots/') and paths below a folder of the library ('2019/raw'); so does "
                + "a file .evokeignore in any folder, one a line, for what is below it. Photos that are left out keep "
                + "their vectors, and are found again when they are taken back.",
            "Films are indexed, too, by one picture that stands for each: 'type:video' finds them, and 'length:>1m' by how "
                + "long they are. A film beside a photo of its name is what moves in that photo.",
            "With --model, the library changes to that model; photos keep the vectors that other models gave them, and "
                + "'evoke models use' goes back at once.",
            "A photo that cannot be read is reported and never stops the rest. One whose end is missing, as after a card "
                + "has failed, is indexed as far as it goes when a third is there. 'evoke status --failed' lists both. "
                + "A model that gives no vectors ends the run, and no photo is marked for it.",
            "A library in a database is used by machines that have the same photos elsewhere. --root archive=/mnt/archive "
                + "indexes that folder under a name; on another machine, or when its place has become another, the same "
                + "option says where it is there. A folder that was indexed by its path gets the name with all its "
                + "photos. What has no place on this machine stays as it is.",
            "Of a library in a database, photos are worked on beside whoever runs 'evoke work' for it, and the command ends "
                + "when nothing is left that this machine can reach.",
            "Photos that an older Evoke indexed get their colours once, without being encoded again.",
            "At the end of a run, the texts in photos are read, for search by what is written in them. The photos can be "
                + "searched by then, and an interrupted run goes on where it was. --without text leaves it to a later run.",
            "Exits with 3 where a folder or a photo could not be read, in this run or before, and with 1 where nothing "
                + "that was named could be. Evoke's own folders, such as a library's, and the desktop's trash are passed "
                + "over wherever they lie.",
        ],
        examples: ["evoke index ~/Pictures", "evoke index"],
        run: { arguments, terminal in
            let places = try await arguments.placesToIndex(enrolling: true, terminal)
            let folders = try arguments.operands + arguments.namedRoots().compactMap(\.place)
            if folders.isEmpty {
                let roots = try await roots(of: places, terminal)
                guard !roots.isEmpty else {
                    throw UsageError("The library knows no folders yet. Name one, such as ~/Pictures.", of: "index")
                }
                terminal.say(rootsElsewhere: roots.filter(\.isElsewhere))
            }
            let library = try await PhotoLibrary.open(
                places, access: .write, model: arguments.model(),
                precision: arguments.precision(),
                notify: IndexBuildDisplay(terminal, isExpected: places.vectors == .replica).show,
                upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            if arguments.has(.exclude) || arguments.has(.include) {
                try await library.exclude(arguments.texts(.exclude), including: arguments.texts(.include))
            }
            let display = ProgressDisplay(terminal)
            let run = Task {
                try await library.index(
                    folders, rereading: arguments.has(.reread), leavingWork: arguments.has(.forWorkers)
                ) { display.show($0) }
            }
            let interruption = Interruption { _ in run.cancel() }
            defer { interruption.end() }
            let report = try await run.value
            try await library.close()
            display.finish()
            terminal.say(report.summary())
            return report.code(namesRoots: !folders.isEmpty)
        })

    /// Those that it remembers; none where there is no library.
    static func roots(of places: LibraryConfiguration, _ terminal: Terminal) async throws -> [FilePath] {
        do {
            return try await LibraryStatus.read(places, upgrading: UpgradeDisplay(terminal).show).summary.roots
        } catch let error as EvokeError where error.kind == .notFound {
            return []
        }
    }
}

extension IndexReport {
    /// Complete means that each photo there is can be found; one that could not be read in an earlier run either counts.
    func code(namesRoots: Bool) -> ExitCode {
        if isInterrupted { return .interrupted }
        if problems.isEmpty, failed == 0 { return .done }
        guard namesRoots, isOfNoPhotos else { return .partly }
        return problems.allSatisfy { ExitCode.of($0.error) == .wrongUsage } ? .wrongUsage : .failed
    }

    /// Whether nothing that was named could be looked at.
    private var isOfNoPhotos: Bool {
        [added, changed, unchanged, vanished, described, hidden, moved, copied, returned, failed, left].allSatisfy {
            $0 == 0
        }
    }

    /// - Parameter nothing: what is said where no photo was seen.
    func summary(nothing: String = "No photos found.") -> String {
        let parts = Self.words([
            (added, "new"), (changed, "changed"), (moved, "moved"), (copied, "copied"), (returned, "back again"),
            (unchanged, "unchanged"),
            (vanished, "gone"), (hidden, "left out"), (described, "described anew"),
            (failed, "unreadable"), (left, "left to workers"),
        ])
        let none = problems.isEmpty ? nothing : "Nothing was indexed."
        let text = parts.isEmpty ? none : "Photos: \(parts)."
        let ends =
            switch cut {
            case 0: ""
            case 1: " One of them lacks its end, and is indexed as far as it goes."
            default: " \(cut) of them lack their end, and are indexed as far as they go."
            }
        let advice = failed > 0 || cut > 0 ? " See 'evoke status --failed'." : ""
        return (isInterrupted ? "Stopped. What is done is kept; run it again to go on. " : "") + text + ends + advice
    }

    /// What is another than before; nil when nothing is.
    var changes: String? {
        let parts = Self.words([
            (added, "new"), (changed, "changed"), (returned, "back again"), (vanished, "gone"),
        ])
        return parts.isEmpty ? nil : "Photos: \(parts)."
    }

    private static func words(_ counts: [(count: Int, name: String)]) -> String {
        counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }
}
