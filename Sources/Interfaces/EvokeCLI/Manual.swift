import Evoke

/// The page of `man evoke`, made from the commands' data as the help is.
enum Manual {
    static func page(_ commands: [Command]) -> String {
        var lines = [
            ".TH EVOKE 1 \"\" \"evoke \(escaped(evokeVersion))\"",
            // Words that are typed are not hyphenated.
            ".nh", ".ad l",
            ".SH NAME", "evoke \\- find photos by what is in them, on your own disk",
            ".SH SYNOPSIS", ".B evoke", ".I COMMAND", "[\\fIOPTIONS\\fR] ...",
            ".SH DESCRIPTION",
        ]
        lines += paragraphs(
            "Evoke finds the photos that fit a description, or that look like another photo. It works offline: models and "
                + "photos are on this machine, and nothing leaves it.")
        lines.append(".SH COMMANDS")
        for command in commands.flatMap({ [$0] + $0.subcommands }) { lines += part(command) }
        lines.append(".SH EXIT STATUS")
        for code in ExitCode.allCases { lines += tagged("\(code.rawValue)", code.meaning) }
        lines.append(".SH FILES")
        lines += tagged("~/.local/share/evoke", "The library, unless another place is named.")
        lines += tagged("~/.config/evoke/config.toml", "Options that were set once: see evoke config.")
        lines += tagged("~/.cache/evoke", "What can be made again, and may be deleted.")
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
        case .done: "Done, and complete."
        case .failed: "Nothing of what was asked for was done."
        case .partly: "Done, but for what could not be read or answered, which is named."
        case .wrongUsage: "The command itself is wrong."
        case .interrupted: "Interrupted; what is done is kept."
        }
    }
}

extension Command {
    static let manual = Command(
        name: "manual",
        summary: "Print the page that 'man evoke' shows",
        operands: "",
        operandKind: .nothing,
        options: [],
        details: ["'make install' puts it where man looks."],
        examples: ["evoke manual | man -l -"],
        run: { _, terminal in
            try terminal.print(Manual.page(CommandLineTool.commands))
            return .done
        })
}
