import Evoke
import EvokeValues

extension Option {
    static let exclude = Option(
        "--exclude", .text("GLOB"), "Exclude matching files, now and later; may be repeated", mayRepeat: true)
    static let include = Option(
        "--include", .text("GLOB"), "Remove such an exclusion; may be repeated", mayRepeat: true)
    fileprivate static let forWorkers = Option(
        "--for-workers", "Only queue the photos for 'evoke work' (library in a database)")
    static let reread = Option("--reread", "Read all files again, even if they look unchanged")
}

extension Command {
    static let index = Command(
        name: "index",
        summary: "Index folders of photos, or refresh them",
        operands: "[PATH...]",
        operandKind: .files,
        options: [
            .library, .root, .vectors, .model, .variant, .precision, .exclude, .include, .reread, .forWorkers, .without,
        ],
        details: [
            "Indexes folders with all subfolders and remembers them. Without PATH, refreshes all remembered folders: "
                + "new and changed photos are indexed, unchanged ones are skipped, and deleted ones are no longer "
                + "found. You can interrupt it at any time; finished work is kept.",
            "At the end, text in photos is recognized, unless --without text is given. Photos can be searched "
                + "meanwhile.",
            "--exclude takes names ('*.png', 'Screenshots/') and paths ('2019/raw'); a file .evokeignore in any "
                + "folder does the same, one a line. Excluded photos keep their data, and come back when they are "
                + "included again.",
            "Videos are indexed, too: 'type:video' finds them. A video beside a photo of the same name is part of "
                + "that photo.",
            "A photo counts as unchanged if its size, times and inode are. --reread reads all files again, including "
                + "those that failed.",
            "Photos that cannot be read are reported and skipped, and the exit code is 3; 'evoke library status "
                + "--failed' lists them. If a file is truncated, what is left of it is indexed.",
            "With --model, the library switches to that model. Vectors of other models are kept; 'evoke models use' "
                + "switches back.",
            "If the library is in a database, several machines can share it: --root archive=/mnt/archive indexes a "
                + "folder under a name, and says where it is on each machine. 'evoke work' on other machines helps.",
        ],
        examples: ["evoke index ~/Pictures", "evoke index"],
        run: { arguments, terminal in
            let configuration = try await arguments.configurationToIndex(enrolling: true, terminal)
            let folders = try arguments.operands + arguments.namedRoots().compactMap(\.place)
            if folders.isEmpty {
                let roots = try await arguments.libraryIfAny(terminal)?.roots() ?? []
                guard !roots.isEmpty else {
                    throw UsageError("The library has no folders yet. Give one, such as ~/Pictures.")
                }
                terminal.reportSkippedRoots(roots.filter(\.isElsewhere))
            }
            let library = try await PhotoLibrary.open(
                configuration, access: .write, model: arguments.model(),
                precision: arguments.precision(),
                notify: SearchIndexDisplay(terminal, isExpected: configuration.vectors == .replica).show,
                upgrading: UpgradeDisplay(terminal).show)
            try await terminal.reportSetback(of: library.engine)
            if arguments.has(.exclude) || arguments.has(.include) {
                try await library.exclude(arguments.texts(.exclude), including: arguments.texts(.include))
            }
            let display = ProgressDisplay(terminal)
            let report = try await untilInterrupted {
                try await library.index(
                    folders, rereading: arguments.has(.reread), leavingWork: arguments.has(.forWorkers)
                ) { display.show($0) }
            }
            try await library.close()
            display.finish()
            terminal.message(report.summary())
            return report.code(namesRoots: !folders.isEmpty)
        })
}

extension IndexReport {
    /// `.done` only if every photo can be found; those that failed in an earlier run count.
    func code(namesRoots: Bool) -> ExitCode {
        if isInterrupted { return .interrupted }
        if problems.isEmpty, failed == 0 { return .done }
        guard namesRoots, isOfNoPhotos else { return .partly }
        return problems.allSatisfy { ExitCode.of($0.error) == .wrongUsage } ? .wrongUsage : .failed
    }

    /// Whether nothing could be read.
    private var isOfNoPhotos: Bool {
        [added, changed, unchanged, vanished, described, hidden, moved, copied, returned, failed, left].allSatisfy {
            $0 == 0
        }
    }

    /// - Parameter nothing: the message if there are no photos.
    func summary(nothing: String = "No photos found.") -> String {
        let parts = Self.words([
            (added, "new"), (changed, "changed"), (moved, "moved"), (copied, "copied"), (returned, "found again"),
            (unchanged, "unchanged"),
            (vanished, "deleted"), (hidden, "excluded"), (described, "updated (details)"),
            (failed, "unreadable"), (left, "queued for workers"),
        ])
        let none = problems.isEmpty ? nothing : "Nothing was indexed."
        let text = parts.isEmpty ? none : "Photos: \(parts)."
        let ends =
            switch truncated {
            case 0: ""
            case 1: " 1 file is truncated, and indexed in part."
            default: " \(truncated) files are truncated, and indexed in part."
            }
        let advice = failed > 0 || truncated > 0 ? " See 'evoke library status --failed'." : ""
        return (isInterrupted ? "Stopped. Run it again to continue. " : "") + text + ends + advice
    }

    /// What changed; nil if nothing did.
    var changes: String? {
        let parts = Self.words([(added, "new"), (changed, "changed"), (returned, "found again"), (vanished, "deleted")])
        return parts.isEmpty ? nil : "Photos: \(parts)."
    }

    private static func words(_ counts: [(count: Int, name: String)]) -> String {
        counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }
}

extension Option {
    static let root = Option(
        "--root", .text("NAME=PATH"),
        "Where a named folder is on this machine, from now on; may be repeated (library in a database)",
        mayRepeat: true)
}

extension Arguments {
    /// The library's configuration, after applying --root.
    ///
    /// - Parameter enrolling: whether to add new roots or names.
    func configurationWithRoots(enrolling: Bool = false, _ terminal: Terminal) async throws -> LibraryConfiguration {
        let configuration = try configuration()
        let roots = try namedRoots()
        if !roots.isEmpty {
            try await configuration.place(roots, enrolling: enrolling, upgrading: UpgradeDisplay(terminal).show)
        }
        return configuration
    }

    /// The same for commands that index, with face recognition, and text recognition unless skipped.
    func configurationToIndex(enrolling: Bool = false, _ terminal: Terminal) async throws -> LibraryConfiguration {
        let wantsTexts = try wantsTexts()
        let configuration = try await configurationWithRoots(enrolling: enrolling, terminal)
        return try await (wantsTexts ? configuration.readingTexts() : configuration).findingFaces()
    }

    func namedRoots() throws(UsageError) -> [NamedRoot] {
        var roots: [NamedRoot] = []
        for value in options where value.name == Option.root.name {
            let halves = value.value.bytes.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, !halves[1].isEmpty else {
                throw UsageError(
                    "'--root' needs NAME=PATH, such as archive=/mnt/archive, not '\(value.value.display)'.")
            }
            guard let name = String(validating: halves[0], as: UTF8.self),
                let root = NamedRoot(name: name, place: DiskPath(bytes: halves[1]))
            else {
                throw UsageError(
                    "'\(DiskPath(bytes: halves[0]).display)' cannot name a folder: use letters, digits, '-', '_' and '.', and "
                        + "begin with a letter or digit.")
            }
            guard !roots.contains(where: { $0.name == name }) else {
                throw UsageError("'--root \(name)' is given twice.")
            }
            roots.append(root)
        }
        return roots
    }
}

extension Terminal {
    func reportSkippedRoots(_ roots: [DiskPath]) {
        guard !roots.isEmpty else { return }
        let names = roots.map { $0.display.dropLast() }.joined(separator: ", ")
        message("Skipped, because their location on this machine is unknown: \(names). Set it with --root NAME=PATH.")
    }
}
