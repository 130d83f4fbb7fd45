import Evoke
import EvokeValues

/// One command, as data.
struct Command: Sendable {
    enum Operand: Sendable {
        case nothing, text, files
        /// Text in the language of queries: a word with one dash is a part of it, where it is no option.
        case query
    }

    let name: String
    let summary: String
    /// What follows the options: "PATH...".
    let operands: String
    let operandKind: Operand
    let options: [Option]
    /// Paragraphs that the help shows below the options.
    let details: [String]
    let examples: [String]
    /// Those of the language that its operands are written in.
    var fields: [QueryField] = []
    /// Where there are some, the next word names one of them, and the command itself cannot be run.
    var subcommands: [Command] = []
    let run: @Sendable (Arguments, Terminal) async throws -> ExitCode
}

extension Command {
    /// A name for several commands.
    static func group(name: String, summary: String, _ subcommands: [Command]) -> Command {
        Command(
            name: name, summary: summary, operands: "COMMAND", operandKind: .files, options: [], details: [],
            examples: subcommands.compactMap(\.examples.first), subcommands: subcommands,
            run: { arguments, _ in
                let names = subcommands.map(\.lastName)
                guard let word = arguments.operands.first?.display else {
                    throw UsageError("Say which: \(names.joined(separator: ", ")).", of: name)
                }
                throw UsageError.unknownCommand("\(name) \(word)", among: subcommands.map(\.name))
            })
    }

    /// "evoke search [OPTIONS] QUERY"
    var usage: String {
        ["evoke", name, options.isEmpty ? "" : "[OPTIONS]", operands].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The word that follows the group's name: "add" of "models add".
    var lastName: String { String(name.split(separator: " ").last ?? "") }
}
