import Evoke
import EvokeSystem
package import EvokeValues

/// The command line: finds the command, runs it, and turns errors into sentences and exit codes.
package enum CommandLineTool {
    static let commands: [Command] = [
        .index, .work, .watch, .schedule, .search, .searches, .similar, .show, .duplicates, .serve, .share, .classify,
        .run,
        .embed,
        .text, .faces, .people,
        .tag, .album, .favourite, .hide, .rate, .caption, .undo, .models, .status, .doctor, .forget, .importing,
        .exporting,
        .library,
        .config, .completions, .manual, .help,
    ]

    /// Those that stand behind a group's name, too.
    static let all = commands.flatMap { [$0] + $0.subcommands }

    /// `words` are the arguments after the program's name, as bytes.
    package static func run(_ words: [FilePath]) async -> Int32 {
        // A file-size limit then shows as a failed write, which is reported, and not as a sudden end.
        Signals.ignore(Signals.fileSize)
        let terminal = Terminal.current
        defer { ModelCollection.removeLinks() }
        do {
            return try await dispatch(words, terminal).rawValue
        } catch let error as UsageError {
            terminal.say(error.message)
            terminal.say("See 'evoke help\(error.command.map { " " + $0 } ?? "")'.")
            return ExitCode.of(error).rawValue
        } catch {
            terminal.say(error: error)
            return ExitCode.of(error).rawValue
        }
    }

    private static func dispatch(_ words: [FilePath], _ terminal: Terminal) async throws -> ExitCode {
        guard let first = words.first else {
            terminal.say(Help.overview(commands))
            return .wrongUsage
        }
        switch first.display {
        case "--version":
            try terminal.print("evoke \(evokeVersion)")
            return .done
        case "--help", "-h":
            try terminal.print(Help.overview(commands))
            return .done
        case let name:
            var command = try find(name)
            var rest = words.dropFirst()
            if let word = rest.first?.display, let inner = command.subcommands.first(where: { $0.lastName == word }) {
                command = inner
                rest = rest.dropFirst()
            }
            var arguments = try Arguments(Array(rest), for: command)
            if arguments.has(.help) {
                try terminal.print(Help.text(of: command))
                return .done
            }
            if command.operandKind == .nothing, let extra = arguments.operands.first {
                guard command.subcommands.isEmpty else {
                    throw UsageError.unknownCommand(
                        "\(command.name) \(extra.display)", among: command.subcommands.map(\.name))
                }
                throw UsageError("'evoke \(command.name)' takes no '\(extra.display)'.", of: command.name)
            }
            if command.options.contains(where: Settings.canBeOne), let settings = try Settings.ofTheUser() {
                arguments.add(settings.options(of: command))
            }
            return try await command.run(arguments, terminal)
        }
    }

    static func find(_ name: String) throws(UsageError) -> Command {
        guard let command = all.first(where: { $0.name == name }) else {
            throw .unknownCommand(name, among: all.map(\.name))
        }
        return command
    }
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "Explain a command",
        operands: "[COMMAND...]",
        operandKind: .text,
        options: [],
        details: [],
        examples: ["evoke help search"],
        run: { arguments, terminal in
            let name = arguments.operands.map(\.display).joined(separator: " ")
            try terminal.print(
                name.isEmpty
                    ? Help.overview(CommandLineTool.commands) : Help.text(of: CommandLineTool.find(name)))
            return .done
        })
}
