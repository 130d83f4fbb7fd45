import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let exact = Option("--exact", "Show exact copies")
    static let same = Option("--same", "Show the same picture in other versions: rotated, scaled, cropped")
    static let burst = Option("--burst", "Show similar shots taken within seconds")
}

extension Command {
    static let duplicates = Command(
        name: "duplicates",
        summary: "Find copies and near-duplicates, and clean them up",
        operands: "[QUERY]",
        operandKind: .query,
        options: [
            .library, .root, .model, .variant, .precision, .exact, .same, .burst, .trash, .merge, .link, .script, .yes,
            .dryRun, .undo, .json,
        ],
        details: [
            "Lists groups of photos, the one to keep first. With QUERY (see 'evoke help search'), only matching "
                + "photos are compared. --exact, --same and --burst choose the kinds; without them, all three are "
                + "shown.",
            "Exact copies are identical files. The same picture may be rotated, scaled, saved again, in gray, "
                + "lighter or darker, with text on it, or cropped by up to a tenth; a mirror image is another "
                + "picture. A burst is similar shots within five seconds, or similar photos without a date. A raw "
                + "file and its JPEG are one photo.",
            "Evoke deletes nothing. --trash moves the others to the trash, with their raw files, videos and "
                + "sidecars; --link makes exact copies share disk space; --script prints a shell script instead. "
                + "--trash and --script leave bursts alone unless you add --burst. Each photo is checked again right "
                + "before: if it changed, its disk is missing, or its raw file or video has no copy, it is left "
                + "alone. --undo restores what the last run moved or linked.",
            "Your tags, albums, favorites, stars and captions go over to the photo that stays, except with --script. "
                + "--merge also adds the metadata of the others to the sidecar of the photo that stays, where that "
                + "has none.",
            "--json prints one group a line: {\"kind\": \"exact\" | \"same\" | \"burst\", \"photos\": [{\"path\", "
                + "\"keep\", \"reason\", \"bytes\", \"width\", \"height\"}]}.",
        ],
        examples: [
            "evoke duplicates",
            "evoke duplicates --same --json",
            "evoke duplicates --burst date:2024",
            "evoke duplicates --trash in:Downloads",
            "evoke duplicates --trash --merge",
            "evoke duplicates --undo",
        ],
        run: { arguments, terminal in
            let cleanup = DuplicatesCleanup(arguments: arguments, terminal: terminal)
            let chosen = [(Option.exact, DuplicateGroup.Kind.exact), (.same, .same), (.burst, .burst)]
                .filter { arguments.has($0.0) }.map(\.1)
            let kinds = chosen.isEmpty ? cleanup.usualKinds : Set(chosen)
            try cleanup.check(kinds)
            let library = try await PhotoLibrary.open(
                arguments.configurationWithRoots(terminal), access: cleanup.changesLibrary ? .write : .read,
                model: arguments.model(), precision: arguments.precision(), notify: SearchIndexDisplay(terminal).show,
                upgrading: UpgradeDisplay(terminal).show)
            keepAliveUntilExit(library)
            try await terminal.reportSetback(of: library.engine)
            if arguments.has(.undo) { return try await cleanup.undo(library) }
            let groups = try await groups(kinds, in: library, arguments, terminal)
            if arguments.has(.script) {
                try await cleanup.print(scriptFor: groups, library)
            } else {
                try show(groups, isJSON: arguments.has(.json), terminal)
            }
            let unready = kinds == [.exact] ? 0 : try await library.duplicates.countNotCompared()
            if unready > 0 {
                terminal.message(
                    "\(Format.count(unready, "photo")) only checked for exact copies yet. Run 'evoke index'.")
            }
            return try await cleanup.run(groups, library)
        })

    private static func groups(
        _ kinds: Set<DuplicateGroup.Kind>, in library: PhotoLibrary, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> [DuplicateGroup] {
        let query = arguments.words.joined(separator: " ")
        var photos: PhotoSet?
        if !query.isBlank {
            photos = try await library.photos(answering: library.read(query, now: .now, isLiteral: false).query)
        }
        return try await library.duplicates.groups(kinds, among: photos)
    }

    private static func show(_ groups: [DuplicateGroup], isJSON: Bool, _ terminal: Terminal) throws {
        let form = DuplicatesPrinter(terminal: terminal)
        for group in groups {
            if isJSON {
                try terminal.print(JSONText.of(DuplicatesAnswer(group)))
            } else {
                try form.print(group)
            }
        }
        if !isJSON { form.printTotal(of: groups) }
    }
}

/// Prints groups of duplicates on a terminal or into a pipe.
struct DuplicatesPrinter {
    let terminal: Terminal

    func print(_ group: DuplicateGroup) throws(EvokeError) {
        guard terminal.resultsAreShown else {
            for (place, member) in group.photos.enumerated() {
                let reasons = member.merits.map(\.rawValue).joined(separator: ",")
                try terminal.print(
                    "\(group.kind.rawValue)\t\(place == 0 ? "keep" : "")\t\(member.card.stamp.size)\t\(reasons)\t"
                        + member.card.path.display)
            }
            return
        }
        let room = Format.bytes(group.reclaimable)
        try terminal.print(terminal.bold("\(group.kind.words), \(group.photos.count) photos, \(room) could be freed"))
        for (place, member) in group.photos.enumerated() {
            let size = member.card.size.map { "\($0.width) × \($0.height)" } ?? ""
            let reasons = member.merits.map { place == 0 ? $0.words : $0.wordsOfLack }.joined(separator: ", ")
            let folder = member.card.path.parent.map { $0.appending([]).display } ?? ""
            try terminal.print(
                "  \(place == 0 ? "keep" : "    ")  \(padded(size, 13))  "
                    + "\(padded(Format.bytes(member.card.stamp.size), 10))  \(terminal.dim(folder))"
                    + DiskPath(bytes: member.card.path.name).display + (reasons.isEmpty ? "" : "  (\(reasons))"))
        }
    }

    /// A file in two groups counts once.
    func printTotal(of groups: [DuplicateGroup]) {
        guard !groups.isEmpty else { return terminal.message("No duplicates found.") }
        let room = Format.bytes(DuplicateGroup.reclaimable(of: groups))
        terminal.message("\(Format.count(groups.count, "group")); \(room) could be freed.")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension DuplicateGroup.Kind {
    fileprivate var words: String {
        switch self {
        case .exact: "Exact copies"
        case .same: "The same picture"
        case .burst: "Burst"
        }
    }
}

extension DuplicateGroup.Merit {
    fileprivate var words: String {
        switch self {
        case .favorite: "favorite"
        case .larger: "larger"
        case .colored: "in color"
        case .originalFormat: "original format"
        case .hasDate: "has a date"
        case .sharper: "sharper"
        case .lessCompressed: "less compressed"
        case .older: "older file"
        }
    }

    /// What the others are, compared with the first.
    fileprivate var wordsOfLack: String {
        switch self {
        case .favorite: "not a favorite"
        case .larger: "smaller"
        case .colored: "gray"
        case .originalFormat: "another format"
        case .hasDate: "no date"
        case .sharper: "less sharp"
        case .lessCompressed: "more compressed"
        case .older: "newer file"
        }
    }
}

extension Option {
    static let trash = Option("--trash", "Move all but the photo to keep to the trash, after asking")
    static let link = Option("--link", "Make exact copies share disk space, after asking")
    static let merge = Option("--merge", "With --trash: add metadata to the sidecar of the photo that stays")
    static let script = Option("--script", "Print a shell script that does what --trash does")
    static let undo = Option("--undo", "Undo the last --trash or --link")
}

struct DuplicatesCleanup {
    let arguments: Arguments
    let terminal: Terminal

    var changesLibrary: Bool { way != nil && !arguments.has(.dryRun) || arguments.has(.undo) }

    private var way: TidyMethod? { arguments.has(.trash) ? .trash : arguments.has(.link) ? .oneCopy : nil }

    /// Throws for options that cannot be combined.
    func check(_ kinds: Set<DuplicateGroup.Kind>) throws {
        let asked = [Option.trash, .link, .script, .undo].filter(arguments.has).map(\.name)
        guard asked.count < 2 else {
            throw UsageError("'\(asked[0])' and '\(asked[1])' cannot be combined.")
        }
        if arguments.has(.link), kinds != [.exact] {
            throw UsageError("'--link' is only for exact copies.")
        }
        if arguments.has(.merge), !arguments.has(.trash) {
            throw UsageError("'--merge' needs --trash.")
        }
        if arguments.has(.undo), !arguments.operands.isEmpty {
            throw UsageError("'--undo' takes no query; it undoes all of the last run.")
        }
    }

    /// The default kinds. Bursts are never cleaned up by accident.
    var usualKinds: Set<DuplicateGroup.Kind> {
        if arguments.has(.link) { return [.exact] }
        return way != nil || arguments.has(.script) ? [.exact, .same] : Set(DuplicateGroup.Kind.allCases)
    }

    func print(scriptFor groups: [DuplicateGroup], _ library: PhotoLibrary) async throws {
        try await terminal.print(bytes: library.duplicates.script(for: DuplicateGroup.steps(of: groups)))
    }

    func run(_ groups: [DuplicateGroup], _ library: PhotoLibrary) async throws -> ExitCode {
        let steps = DuplicateGroup.steps(of: groups).filter { way == .trash || $0.isExact }
        guard let way, !steps.isEmpty, !arguments.has(.dryRun) else { return .done }
        let photos = Format.count(steps.count, "photo")
        let room = Format.bytes(steps.reduce(0) { $0 + $1.goes.stamp.size })
        let merging = arguments.has(.merge)
        let addition = merging ? ", adding their metadata to those that stay" : ""
        let question =
            way == .trash
            ? "Move \(photos), \(room), to the trash\(addition)?"
            : "Make \(photos), \(room), share the space of the originals?"
        guard try arguments.confirm(question, terminal) else { return .done }
        let line = StatusLine(terminal)
        let report = try await untilInterrupted {
            try await library.duplicates.tidy(steps, way, merging: merging) { done in
                line.show("Cleaned up: \(done) of \(steps.count)")
            }
        }
        line.clear()
        for left in report.left { terminal.report(left.why) }
        if !report.done.isEmpty {
            let done = "\(Format.count(report.done.count, "photo")) (\(Format.bytes(report.bytes)))"
            terminal.message(
                (way == .trash ? "Moved \(done) to the trash." : "\(done) now share disk space.")
                    + " Undo with 'evoke duplicates --undo'.")
        }
        if report.marked > 0 {
            terminal.message("Transferred marks to \(Format.count(report.marked, "photo")).")
        }
        if report.isInterrupted { return .interrupted }
        return .of(done: report.done.count, failed: report.left.count)
    }

    func undo(_ library: PhotoLibrary) async throws -> ExitCode {
        let report = try await library.duplicates.undo()
        for error in report.left { terminal.report(error) }
        if !report.files.isEmpty {
            terminal.message("Restored \(Format.count(report.files.count, "file")).")
        } else if report.left.isEmpty {
            terminal.message("Nothing to undo.")
        }
        return .of(done: report.files.count, failed: report.left.count)
    }
}
