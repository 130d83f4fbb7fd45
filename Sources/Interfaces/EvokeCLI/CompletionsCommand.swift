import Evoke
import EvokeValues

extension Command {
    static let completions = Command(
        name: "completions",
        summary: "Print what makes a shell complete commands, options, queries and names",
        operands: "bash|zsh|fish",
        operandKind: .text,
        options: [],
        details: [],
        examples: [
            "evoke completions bash > ~/.local/share/bash-completion/completions/evoke",
            "evoke completions fish > ~/.config/fish/completions/evoke.fish",
        ],
        subcommands: [completionsWords],
        run: { arguments, terminal in
            guard arguments.operands.count == 1,
                let shell = CompletionsShell(rawValue: arguments.operands[0].display)
            else {
                throw UsageError("Name a shell: bash, zsh or fish.", of: "completions")
            }
            try terminal.print(shell.script(for: CommandLineTool.commands))
            return .done
        })

    /// What the scripts ask.
    private static let completionsWords = Command(
        name: "completions words",
        summary: "List how the last of a command's words may go on",
        operands: "COMMAND WORD...",
        operandKind: .text,
        options: [],
        details: [
            "The scripts ask this: fields of queries and the values that the library has, saved searches, albums, tags, models "
                + "and settings, one a line. Words with a dash stand behind '--'."
        ],
        examples: ["evoke completions words -- search camera:"],
        run: { arguments, terminal in
            let words = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            let library = words.firstIndex(of: Option.library.name).map { words.index(after: $0) }
            let place = library.flatMap { words.indices.contains($0) ? FilePath(words[$0]) : nil }
            for word in try await CompletionWords(words, LibraryConfiguration(library: place))?.all() ?? [] {
                try terminal.print(FilePath(word).display)
            }
            return .done
        })
}
