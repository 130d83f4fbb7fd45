import Evoke

/// Help texts, made from the commands' data.
enum Help {
    private static let width = 80

    static func overview(_ commands: [Command]) -> String {
        """
        Evoke finds photos by what is in them, on your own disk and nowhere else.

        Usage: evoke COMMAND [OPTIONS] ...

        Commands:
        \(list(commands))

        'evoke help COMMAND' explains one. 'evoke --version' prints the version.

        Exit codes: 0 done; 3 done, but for what could not be read; 1 failed;
        64 wrong usage; 130 interrupted.
        """
    }

    private static func list(_ commands: [Command]) -> String {
        let column = commands.map(\.name.count).max() ?? 0
        return commands.map { command in
            "  " + command.name + String(repeating: " ", count: column - command.name.count + 3) + command.summary
        }.joined(separator: "\n")
    }

    static func text(of command: Command) -> String {
        var parts = [command.summary + ".", "Usage: " + command.usage]
        parts.append("Options:\n" + table((command.options + [.help]).map { ($0.usage, $0.help) }))
        if !command.subcommands.isEmpty { parts.append("Commands:\n" + list(command.subcommands)) }
        parts += command.details.map { wrap($0, width: width).joined(separator: "\n") }
        if !command.fields.isEmpty {
            let rows = command.fields.map { ("\($0.name):", "\($0.summary) \($0.examples.joined(separator: ", "))") }
            parts.append("Fields:\n" + table(rows))
        }
        if !command.examples.isEmpty {
            parts.append("Examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func table(_ rows: [(name: String, help: String)]) -> String {
        let column = (rows.map(\.name.count).max() ?? 0) + 5
        return rows.map { name, help in
            "  " + name + String(repeating: " ", count: column - name.count - 2)
                + wrap(help, width: width - column).joined(separator: "\n" + String(repeating: " ", count: column))
        }.joined(separator: "\n")
    }

    private static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
