import Evoke
import EvokeValues

extension Command {
    static let config = Command(
        name: "config",
        summary: "Show or change default options",
        details: [
            "Default options are kept in ~/.config/evoke/config.toml, which you may edit. 'top = 30' stands for "
                + "'--top 30' in every command that has this option; after a line '[search]' it is for 'evoke "
                + "search' alone. The command line wins, and so do EVOKE_LIBRARY and EVOKE_VECTORS.",
            "Options that can be set: \(Settings.keys.joined(separator: ", ")).",
        ],
        examples: ["evoke config"],
        subcommands: [.configSet, .configUnset, .configResident, .configSidecars],
        run: { _, terminal in
            let settings = try Settings()
            terminal.message(
                settings.file.lines.isEmpty
                    ? "No settings yet. Set one with, for example, 'evoke config set top 30'."
                    : "Settings in \(settings.file.path.display):")
            for line in settings.file.lines {
                try terminal.print("\(line.command.map { "\($0)." } ?? "")\(line.key)\t\(line.value)")
            }
            return .done
        })

    static let configSet = Command(
        name: "config set",
        summary: "Set a default option for all commands, or for one",
        operands: "[COMMAND.]OPTION VALUE",
        operandKind: .text,
        details: [
            "OPTION is its name without '--'. Put a command and a dot before it to set it for that command only. The "
                + "value of a switch is 'true'."
        ],
        examples: ["evoke config set library /media/photos/library", "evoke config set search.top 30"],
        run: { arguments, _ in
            let words = try arguments.operands(2...2, or: "Give an option and its value.")
            let (command, key) = try setting(words[0])
            for option in CommandLineTool.all.flatMap(\.options) where option.name == "--" + key {
                try Arguments.check(words[1], of: option)
            }
            try Settings().set(key, of: command, to: words[1].display)
            return .done
        })

    static let configUnset = Command(
        name: "config unset",
        summary: "Remove a default option",
        operands: "[COMMAND.]OPTION",
        operandKind: .text,
        details: ["Global and per-command settings are separate."],
        examples: ["evoke config unset search.top"],
        run: { arguments, _ in
            let word = try arguments.operands(1...1, or: "Give one option.")[0]
            let (settings, (command, key)) = try (Settings(), setting(word))
            guard settings.file.lines.contains(where: { $0.key == key && $0.command == command }) else {
                throw UsageError("'\(word.display)' is not set.")
            }
            try settings.set(key, of: command, to: nil)
            return .done
        })

    static let configResident = Command(
        name: "config resident",
        summary: "Start or stop a background server that makes searches faster",
        operands: "on|off",
        operandKind: .text,
        options: [.library],
        details: [
            "When on, the first 'evoke search' or 'evoke similar' starts a server that keeps the model loaded. It "
                + "only answers commands, opens no port, and stops after ten idle minutes. 'off' stops it at once.",
            "The same as 'evoke config set resident true'. With systemd, 'systemctl --user enable --now "
                + "evoke.socket' starts the web app on demand, too.",
        ],
        examples: ["evoke config resident on"],
        run: { arguments, terminal in
            let word = arguments.operands.map(\.display)
            guard word == ["on"] || word == ["off"] else {
                throw UsageError("Give 'on' or 'off'.")
            }
            let configuration = try arguments.configuration()
            try Settings().set("resident", of: nil, to: word == ["on"] ? "true" : nil)
            if word == ["off"] { BackgroundServer(configuration: configuration).end() }
            return .done
        })

    private static func setting(_ word: DiskPath) throws(UsageError) -> (command: String?, key: String) {
        let parts = word.display.split(separator: ".", maxSplits: 1).map(String.init)
        let (command, key) = parts.count == 2 ? (parts[0], parts[1]) : (nil, parts.first ?? "")
        guard Settings.keys.contains(key) else {
            throw UsageError("'\(key)' cannot be set. Options that can: \(Settings.keys.joined(separator: ", ")).")
        }
        guard Settings.isOption(key, of: command) else {
            throw UsageError("'evoke \(command ?? "")' has no option '--\(key)'.")
        }
        return (command, key)
    }
}

extension Command {
    static let configSidecars = Command(
        name: "config write-xmp",
        summary: "Write every change of marks to sidecar files, or not",
        operands: "[on|off]",
        operandKind: .text,
        options: [.library],
        details: [
            "'on' writes what 'evoke export xmp' writes, now and after every change. If a file cannot be written, "
                + "for example because a disk is away, it is retried by 'evoke index', 'evoke watch' and later "
                + "changes; 'evoke library status' shows how many wait. 'off' leaves sidecars as they are. With no "
                + "argument, prints the setting.",
            "Marks that you remove are removed from sidecars only if Evoke added them and they are unchanged. Other "
                + "contents stay.",
            "Evoke keeps track of what it wrote in the library's file 'sidecars'. If that file is damaged, nothing "
                + "is written until you run 'on' again; what the sidecars say by then stays.",
            "Only for a library in a folder.",
        ],
        examples: ["evoke config write-xmp on"],
        run: { arguments, terminal in
            switch arguments.operands.map(\.display) {
            case []:
                let isOn = try await arguments.libraryIfAny(terminal)?.marks.keepsSidecars ?? false
                try terminal.print(isOn ? "on" : "off")
                return .done
            case ["off"]:
                try await arguments.library(terminal).marks.keepSidecars(false)
                return .done
            case ["on"]:
                let library = try await arguments.library(terminal)
                try await library.marks.keepSidecars(true)
                return try await writeSidecars(library, terminal, isNew: true)
            default: throw UsageError("Give 'on' or 'off'.")
            }
        })

    /// Writes pending changes to sidecars, if the user turned that on.
    @discardableResult
    static func writeSidecars(
        _ library: PhotoLibrary, _ terminal: Terminal, isNew: Bool = false
    ) async throws -> ExitCode {
        do throws(EvokeError) {
            guard try library.marks.keepsSidecars else { return .done }
        } catch {
            terminal.report(error)
            return .failed
        }
        let report = try await withPhotoProgress(terminal) {
            try await library.marks.writeSidecars(failed: $0, notify: $1)
        }
        if isNew || report.photos > 0 {
            terminal.message("Wrote the sidecars of \(Format.count(report.photos, "photo")).")
        }
        report.reportConflicts(terminal)
        return .of(done: report.photos, failed: report.failed)
    }
}

extension MarkExport {
    func reportConflicts(_ terminal: Terminal) {
        guard differing > 0 else { return }
        let has = differing == 1 ? "has" : "have"
        terminal.message(
            "\(Format.count(differing, "photo")) \(has) other stars or another description in the file or sidecar; these were "
                + "not changed.")
    }
}
