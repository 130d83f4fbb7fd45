import Evoke

enum Help {
    private static let width = 80

    static func overview(_ commands: [Command]) -> String {
        """
        Evoke finds photos by what they show. Photos and searches stay on this machine.

        Usage: evoke COMMAND [OPTIONS] ...

        Commands:
        \(list(commands))

        'evoke help COMMAND' explains a command. 'evoke --version' prints the version.

        Exit codes: 0 done; 1 failed; 3 partly done, some files could not be read;
        64 invalid command line; 130 interrupted.
        """
    }

    private static func list(_ commands: [Command]) -> String {
        let column = commands.map(\.name.count).max() ?? 0
        return commands.map { command in
            "  " + command.name + String(repeating: " ", count: column - command.name.count + 3) + command.summary
        }.joined(separator: "\n")
    }

    static func text(of command: Command) -> String {
        let hasGroup = !command.subcommands.isEmpty && command.operands != "COMMAND"
        let group = hasGroup ? "\n       evoke \(command.name) COMMAND ..." : ""
        var parts = [command.summary + ".", "Usage: " + command.usage + group]
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

/// The page of `man evoke`, made from the commands' data as the help is.
enum Manual {
    static func page(_ commands: [Command]) -> String {
        var lines = [
            ".TH EVOKE 1 \"\" \"evoke \(escaped(evokeVersion))\"",
            // Words that are typed are not hyphenated.
            ".nh", ".ad l",
            ".SH NAME", "evoke \\- find photos by what they show, on your own disk",
            ".SH SYNOPSIS", ".B evoke", ".I COMMAND", "[\\fIOPTIONS\\fR] ...",
            ".SH DESCRIPTION",
        ]
        lines += paragraphs(
            "Evoke finds photos by a description, or by another photo. It works offline: photos and models are on this "
                + "machine, and nothing leaves it.")
        lines.append(".SH COMMANDS")
        for command in commands.flatMap(\.tree) { lines += part(command) }
        lines.append(".SH EXIT STATUS")
        for code in ExitCode.allCases { lines += tagged("\(code.rawValue)", code.meaning) }
        lines.append(".SH FILES")
        lines += tagged("~/.local/share/evoke", "The library, unless you choose another folder.")
        lines += tagged("~/.config/evoke/config.toml", "Default options; see evoke config.")
        lines += tagged("~/.cache/evoke", "Caches; safe to delete.")
        return lines.joined(separator: "\n")
    }

    private static func part(_ command: Command) -> [String] {
        var lines = [".SS \"\(escaped(command.usage).replacing("\"", with: "\\(dq"))\""]
        lines += paragraphs(command.summary + ".")
        for option in command.options { lines += tagged(option.usage, option.help + ".") }
        for detail in command.details { lines += [".PP"] + paragraphs(detail) }
        for field in command.fields {
            lines += tagged("\(field.name):", "\(field.summary) \(field.examples.joined(separator: ", "))")
        }
        guard !command.examples.isEmpty else { return lines }
        return lines + [".PP", ".nf", ".RS"] + command.examples.map(line) + [".RE", ".fi"]
    }

    private static func tagged(_ name: String, _ text: String) -> [String] {
        [".TP", "\\fB\(escaped(name))\\fR"] + paragraphs(text)
    }

    /// As it stands: roff fills the lines itself.
    private static func paragraphs(_ text: String) -> [String] {
        text.split(separator: "\n").map { line(String($0)) }
    }

    /// A line that begins with a dot or an apostrophe would be an order.
    private static func line(_ text: String) -> String {
        let text = escaped(text)
        return text.first == "." || text.first == "'" ? "\\&" + text : text
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            // What people copy has to stay the key that they press.
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            default:
                escaped += character.unicodeScalars.map { scalar in
                    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
                    return scalar.isASCII
                        ? "\(scalar)"
                        : "\\[u" + String(repeating: "0", count: max(4 - hexadecimal.count, 0)) + hexadecimal + "]"
                }.joined()
            }
        }
    }
}

extension ExitCode {
    fileprivate var meaning: String {
        switch self {
        case .done: "Done."
        case .failed: "Failed; nothing was done."
        case .partly: "Partly done; what failed is named."
        case .wrongUsage: "Invalid command line."
        case .interrupted: "Interrupted; finished work is kept."
        }
    }
}

extension Command {
    static let manual = Command(
        name: "manual",
        summary: "Print the manual page",
        details: ["'make install' installs it for 'man evoke'."],
        examples: ["evoke manual | man -l -"],
        run: { _, terminal in
            try terminal.print(Manual.page(CommandLineTool.commands))
            return .done
        })
}
