@testable import EvokeCLI

/// The command line as a document, made from the commands' data.
enum Reference {
    static func text(of commands: [Command]) -> String {
        let overview = commands.map { [$0.name.code, $0.summary.escaped] }
        let parts = [head, table(["command", ""], overview), codes] + commands.flatMap { section(of: $0, level: 2) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        # The command line

        This page is made from the data that the parser, the help and the completions go by (`make reference`). Every command takes `--help`, and `-h`, too; `evoke help COMMAND` says the same. `evoke --version` prints the version. Options and other words may come in any order, `--option=value` is `--option value`, and what follows `--` is no option.
        """

    private static let codes = """
        ## Exit codes

        | code | |
        |---|---|
        | \(ExitCode.done.rawValue) | done, and complete |
        | \(ExitCode.failed.rawValue) | failed; for `status --check`, something is wrong with the library |
        | \(ExitCode.partly.rawValue) | done, but for some things that are named |
        | \(ExitCode.wrongUsage.rawValue) | wrong usage |
        | \(ExitCode.interrupted.rawValue) | interrupted with Ctrl-C; what is done is kept |

        Wrong usage is what is wrong with the words of the command, whoever notices: an unknown command or option, an option without its value, with one that it cannot have, or given twice, options that exclude each other, a word too many, an empty path, something that has to be named and is not, and values that the library refuses, such as a label that is there twice, an exclusion to take back that there is not, or a folder of Evoke's own. Nothing of what was asked for has been done then. What is named rightly, and is not there or cannot be read, is a failure.
        """

    private static func section(of command: Command, level: Int) -> [String] {
        var parts = [
            String(repeating: "#", count: level) + " evoke \(command.name)", command.summary.escaped + ".",
            "    " + command.usage,
        ]
        if !command.options.isEmpty {
            parts.append(table(["option", ""], command.options.map { [$0.usage.code, $0.help.escaped] }))
        }
        if !command.subcommands.isEmpty {
            parts.append(table(["command", ""], command.subcommands.map { [$0.name.code, $0.summary.escaped] }))
            return parts + command.subcommands.flatMap { section(of: $0, level: level + 1) }
        }
        return parts + command.details.map(\.escaped) + [command.examples.map { "    " + $0 }.joined(separator: "\n")]
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}

extension String {
    fileprivate var code: String { "`\(self)`" }

    /// So that Markdown takes nothing in it for its own.
    fileprivate var escaped: String { map { "\\`*<[|".contains($0) ? "\\\($0)" : "\($0)" }.joined() }
}
