import Evoke
import EvokeSystem
package import EvokeValues

/// The command line: finds the command, runs it, and turns errors into sentences and exit codes.
package enum CommandLineTool {
    static let commands: [Command] = [
        .index, .watch, .search, .similar, .duplicates, .serve, .share, .people, .mark, .album, .photo, .models,
        .savedSearches,
        .library, .importGroup, .exportGroup, .config, .work, .schedule, .completions, .manual, .help,
    ]

    static let all = commands.flatMap(\.tree)

    /// `words` are the arguments after the program's name, as bytes.
    package static func run(_ words: [DiskPath]) async -> Int32 {
        // A file-size limit then shows as a failed write, which is reported, and not as a sudden end.
        Signals.ignore(Signals.fileSize)
        let terminal = Terminal.current
        defer { ModelCollection.removeLinks() }
        do {
            return try await dispatch(terminal.withoutOldNames(words), terminal).rawValue
        } catch let error as UsageError {
            terminal.message(error.message)
            terminal.message("See 'evoke help\(error.command.map { " " + $0 } ?? "")'.")
            return ExitCode.of(error).rawValue
        } catch {
            terminal.report(error)
            return ExitCode.of(error).rawValue
        }
    }

    private static func dispatch(_ words: [DiskPath], _ terminal: Terminal) async throws -> ExitCode {
        guard let first = words.first else {
            terminal.message(Help.overview(commands))
            return .wrongUsage
        }
        switch first.display {
        case "--version":
            try terminal.print("evoke \(evokeVersion)")
            return .done
        case "--help", "-h":
            try terminal.print(Help.overview(commands))
            return .done
        default:
            var (command, arguments) = try parse(words)
            if arguments.has(.help) {
                try terminal.print(Help.text(of: command))
                return .done
            }
            if command.options.contains(where: Settings.canBeSet), let settings = try Settings.current() {
                arguments.add(settings.options(of: command))
            }
            do {
                return try await command.run(arguments, terminal)
            } catch let error as UsageError where error.command == nil {
                throw UsageError(error.message, of: command.name)
            }
        }
    }

    static func parse(_ words: [DiskPath]) throws(UsageError) -> (command: Command, arguments: Arguments) {
        let (command, rest) = try resolve(words)
        let arguments = try Arguments(rest, for: command)
        guard command.operandKind == .nothing, !arguments.has(.help), let extra = arguments.operands.first else {
            return (command, arguments)
        }
        guard command.subcommands.isEmpty else { throw .unknownCommand(extra.display, in: command) }
        throw UsageError("'evoke \(command.name)' takes no '\(extra.display)'.", of: command.name)
    }

    /// The command that the first words name, and the words after its name.
    static func resolve(_ words: [DiskPath]) throws(UsageError) -> (command: Command, rest: [DiskPath]) {
        let first = words.first?.display ?? ""
        guard var command = commands.first(where: { $0.isCalled(first) }) else { throw .unknownCommand(first) }
        var rest = words.dropFirst()
        while let word = rest.first?.display, let inner = command.subcommands.first(where: { $0.isCalled(word) }) {
            (command, rest) = (inner, rest.dropFirst())
        }
        return (command, Array(rest))
    }
}

extension UsageError {
    static func unknownOption(_ name: String, of command: Command) -> UsageError {
        let guess = Spelling.nearest(to: name, among: command.options.map(\.name))
        return UsageError(
            "Unknown option '\(name)'." + (guess.map { " Did you mean '\($0)'?" } ?? ""), of: command.name)
    }

    static func unknownCommand(_ word: String, in group: Command) -> UsageError {
        let names = group.subcommands.map(\.lastName)
        let guess = Spelling.nearest(to: word, among: names)
        return UsageError(
            "Unknown command '\(group.name) \(word)'. "
                + (guess.map { "Did you mean '\(group.name) \($0)'?" }
                    ?? (names.isEmpty
                        ? "'\(group.name)' has no subcommands."
                        : "Subcommands: \(names.joined(separator: ", ")).")),
            of: group.name)
    }

    /// Suggests a command that is called so in a group, too.
    fileprivate static func unknownCommand(_ word: String) -> UsageError {
        let inGroups = CommandLineTool.commands.flatMap(\.subcommands).flatMap(\.tree)
        func called(_ name: String?) -> [String] { inGroups.filter { $0.lastName == name }.map(\.name) }
        var guesses = called(word)
        if guesses.isEmpty, let near = Spelling.nearest(to: word, among: CommandLineTool.commands.map(\.name)) {
            guesses = [near]
        }
        if guesses.isEmpty { guesses = called(Spelling.nearest(to: word, among: inGroups.map(\.lastName))) }
        let named = guesses.prefix(3).map { "'\($0)'" }.joined(separator: " or ")
        return UsageError("Unknown command '\(word)'." + (named.isEmpty ? "" : " Did you mean \(named)?"))
    }
}

extension Terminal {
    fileprivate func withoutOldNames(_ words: [DiskPath]) -> [DiskPath] {
        guard let (words, notice) = OldNames.replaced(in: words) else { return words }
        message(notice)
        return words
    }
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "Explain a command",
        operands: "[COMMAND...]",
        operandKind: .text,
        examples: ["evoke help search", "evoke help mark tag"],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else {
                try terminal.print(Help.overview(CommandLineTool.commands))
                return .done
            }
            let (command, rest) = try CommandLineTool.resolve(terminal.withoutOldNames(arguments.operands))
            if let extra = rest.first { throw UsageError.unknownCommand(extra.display, in: command) }
            try terminal.print(Help.text(of: command))
            return .done
        })
}

/// Exit codes; explained in the help.
enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    /// Some files could not be read, or some queries not answered.
    case partly = 3
    case wrongUsage = 64
    case interrupted = 130

    /// Of a command that ended with an error.
    static func of(_ error: any Error) -> ExitCode {
        error is UsageError || (error as? EvokeError)?.kind.told == .wrongUsage ? .wrongUsage : .failed
    }

    /// Of a command that worked on many things.
    static func of(done: Int, failed: Int) -> ExitCode { failed == 0 ? .done : done > 0 ? .partly : .failed }
}
