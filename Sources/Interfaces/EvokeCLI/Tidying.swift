import Evoke
import EvokeSystem
import EvokeValues

extension Option {
    static let trash = Option("--trash", .flag, "Move what is not kept to the desktop's trash, after asking")
    static let link = Option("--link", .flag, "Have exact copies take the room of one, after asking")
    static let merge = Option(
        "--merge", .flag, "With --trash, add what the photos that go say to the sidecars of those that stay")
    static let script = Option("--script", .flag, "Print a shell script that would move what is not kept to the trash")
    static let undo = Option("--undo", .flag, "Put back what the last --trash or --link put away")
}

/// What `evoke duplicates` does with the photos that are not kept.
struct Tidying {
    private let arguments: Arguments
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) { (self.arguments, self.terminal) = (arguments, terminal) }

    /// Whether the library is written to.
    var changesLibrary: Bool { way != nil && !arguments.has(.dryRun) || arguments.has(.undo) }

    private var way: TidyMethod? { arguments.has(.trash) ? .trash : arguments.has(.link) ? .oneCopy : nil }

    /// Throws for what does not go together.
    func check(_ kinds: Set<DuplicateGroup.Kind>) throws {
        let asked = [Option.trash, .link, .script, .undo].filter(arguments.has).map(\.name)
        guard asked.count < 2 else {
            throw UsageError("\(asked[0]) and \(asked[1]) do not go together.", of: "duplicates")
        }
        if arguments.has(.link), kinds != [.exact] {
            throw UsageError("--link is for exact copies alone.", of: "duplicates")
        }
        if arguments.has(.merge), !arguments.has(.trash) {
            throw UsageError("--merge goes with --trash alone.", of: "duplicates")
        }
        if arguments.has(.undo), !arguments.operands.isEmpty {
            throw UsageError("--undo puts back all of the last run, and takes no query.", of: "duplicates")
        }
    }

    /// The kinds that are meant where nobody names any: different shots are not put away by accident.
    var usualKinds: Set<DuplicateGroup.Kind> {
        if arguments.has(.link) { return [.exact] }
        return way != nil || arguments.has(.script) ? [.exact, .same] : Set(DuplicateGroup.Kind.allCases)
    }

    /// Prints the script, and nothing else.
    func print(scriptFor groups: [DuplicateGroup], _ library: PhotoLibrary) async throws {
        try await terminal.print(bytes: library.script(for: DuplicateGroup.steps(of: groups)))
    }

    func run(_ groups: [DuplicateGroup], _ library: PhotoLibrary) async throws -> ExitCode {
        let steps = DuplicateGroup.steps(of: groups).filter { way == .trash || $0.isExact }
        guard let way, !steps.isEmpty, !arguments.has(.dryRun) else { return .done }
        let photos = steps.count == 1 ? "1 photo" : "\(steps.count) photos"
        let room = Amount.ofBytes(steps.reduce(0) { $0 + $1.goes.stamp.size })
        let merging = arguments.has(.merge)
        let addition = merging ? ", and add what they say to those that stay" : ""
        let question =
            way == .trash
            ? "Move \(photos), \(room), to the trash\(addition)?"
            : "Have \(photos), \(room), take the room of those that stay?"
        guard try arguments.isWanted(question, of: "duplicates", terminal) else { return .done }
        let line = StatusLine(terminal)
        let run = Task {
            try await library.tidy(steps, way, merging: merging) { done in
                line.show("Put away: \(done) of \(steps.count)")
            }
        }
        let interruption = Interruption { _ in run.cancel() }
        defer { interruption.end() }
        let report = try await run.value
        line.clear()
        for left in report.left { terminal.say(error: left.why) }
        let done = report.done.count == 1 ? "1 photo" : "\(report.done.count) photos"
        let verb = way == .trash ? "is in the trash" : "takes no room of its own"
        let verbs = way == .trash ? "are in the trash" : "take no room of their own"
        if !report.done.isEmpty {
            terminal.say(
                "\(done), \(Amount.ofBytes(report.bytes)), \(report.done.count == 1 ? verb : verbs). "
                    + "'evoke duplicates --undo' takes it back.")
        }
        if report.marked > 0 {
            let has = report.marked == 1 ? "that stays has" : "that stay have"
            terminal.say("\(Amount.of(report.marked, "photo")) \(has) the marks of what went.")
        }
        if report.isInterrupted { return .interrupted }
        return .of(done: report.done.count, failed: report.left.count)
    }

    func undo(_ library: PhotoLibrary) async throws -> ExitCode {
        let report = try await library.undoTidying()
        for error in report.left { terminal.say(error: error) }
        let files = report.files.count == 1 ? "1 file is" : "\(report.files.count) files are"
        if !report.files.isEmpty {
            terminal.say("\(files) back as before.")
        } else if report.left.isEmpty {
            terminal.say("There is nothing to put back.")
        }
        return .of(done: report.files.count, failed: report.left.count)
    }
}
