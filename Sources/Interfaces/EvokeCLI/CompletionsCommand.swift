import EvokeValues

extension Command {
    static let completions = Command(
        name: "completions",
        summary: "Print what makes a shell complete evoke's commands and options",
        operands: "bash|zsh|fish",
        operandKind: .text,
        options: [],
        details: [],
        examples: [
            "evoke completions bash > ~/.local/share/bash-completion/completions/evoke",
            "evoke completions fish > ~/.config/fish/completions/evoke.fish",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count == 1,
                let shell = CompletionsShell(rawValue: arguments.operands[0].display)
            else {
                throw UsageError("Name a shell: bash, zsh or fish.", of: "completions")
            }
            try terminal.print(shell.script(for: CommandLineTool.commands))
            return .done
        })
}
