import EvokeValues

extension Command {
    static let config = Command(
        name: "config",
        summary: "Show what you set once for all commands",
        operands: "",
        operandKind: .nothing,
        options: [],
        details: [
            "Settings are kept in ~/.config/evoke/config.toml, which you may write yourself. 'top = 30' is what '--top 30' would "
                + "be, for every command that has this option; below a line '[search]' it is for 'evoke search' alone. What "
                + "you give on the command line wins, and so do EVOKE_LIBRARY and EVOKE_VECTORS.",
            "What can be set: \(Settings.keys.joined(separator: ", ")).",
        ],
        examples: ["evoke config"],
        subcommands: [.configSet, .configUnset, .configResident, .configSidecars],
        run: { _, terminal in
            let settings = try Settings()
            terminal.say("Settings in \(settings.file.path.display):")
            if settings.file.lines.isEmpty { terminal.say("None yet. 'evoke config set top 30' is one.") }
            for line in settings.file.lines {
                try terminal.print("\(line.command.map { "\($0)." } ?? "")\(line.key)\t\(line.value)")
            }
            return .done
        })

    static let configSet = Command(
        name: "config set",
        summary: "Set an option once for all commands, or for one",
        operands: "[COMMAND.]OPTION VALUE",
        operandKind: .text,
        options: [],
        details: [
            "OPTION is its name without '--'. With a command before it and a dot between, it is set for that command alone. "
                + "An option that takes no value is 'true'."
        ],
        examples: ["evoke config set library /media/photos/library", "evoke config set search.top 30"],
        run: { arguments, _ in
            guard arguments.operands.count == 2 else {
                throw UsageError("Name an option and its value.", of: "config set")
            }
            let (command, key) = try setting(arguments.operands[0], of: "config set")
            for option in CommandLineTool.all.flatMap(\.options) where option.name == "--" + key {
                try Arguments.check(arguments.operands[1], of: option)
            }
            try Settings().set(key, of: command, to: arguments.operands[1].display)
            return .done
        })

    static let configUnset = Command(
        name: "config unset",
        summary: "Take such a setting back",
        operands: "[COMMAND.]OPTION",
        operandKind: .text,
        options: [],
        details: ["What is set for all commands and what is set for one are two settings."],
        examples: ["evoke config unset search.top"],
        run: { arguments, _ in
            guard arguments.operands.count == 1 else { throw UsageError("Name one option.", of: "config unset") }
            let (settings, (command, key)) = try (Settings(), setting(arguments.operands[0], of: "config unset"))
            guard settings.file.lines.contains(where: { $0.key == key && $0.command == command }) else {
                throw UsageError("'\(arguments.operands[0].display)' is not set.", of: "config unset")
            }
            try settings.set(key, of: command, to: nil)
            return .done
        })

    static let configResident = Command(
        name: "config resident",
        summary: "Have searches leave a server behind for the next ones, or not",
        operands: "on|off",
        operandKind: .text,
        options: [.library],
        details: [
            "The first 'evoke search' or 'evoke similar' answers by itself, and starts a server in the background, which loads "
                + "the model once. It answers the commands of its library alone, on no port, does nothing by itself, and ends ten "
                + "minutes after the last question ('evoke help serve'). 'off' also ends the one that there is.",
            "It is the same as 'evoke config set resident true'. Where systemd runs, 'systemctl --user enable --now "
                + "evoke.socket' does it for the web app, too.",
        ],
        examples: ["evoke config resident on"],
        run: { arguments, terminal in
            let word = arguments.operands.map(\.display)
            guard word == ["on"] || word == ["off"] else { throw UsageError("Say on or off.", of: "config resident") }
            let places = try arguments.places()
            try Settings().set("resident", of: nil, to: word == ["on"] ? "true" : nil)
            if word == ["off"] { Resident(of: places).end() }
            return .done
        })

    private static func setting(
        _ word: FilePath, of name: String
    ) throws(UsageError) -> (command: String?, key: String) {
        let parts = word.display.split(separator: ".", maxSplits: 1).map(String.init)
        let (command, key) = parts.count == 2 ? (parts[0], parts[1]) : (nil, parts.first ?? "")
        guard Settings.keys.contains(key) else {
            throw UsageError("What can be set: \(Settings.keys.joined(separator: ", ")).", of: name)
        }
        guard Settings.isOption(key, of: command) else {
            throw UsageError("'evoke \(command ?? "")' has no option '--\(key)'.", of: name)
        }
        return (command, key)
    }
}
