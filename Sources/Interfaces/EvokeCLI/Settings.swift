import Evoke
import EvokeSystem
import EvokeValues

/// What the user set once in place of giving it each time.
struct Settings {
    /// Options that say where things are and how they are done; none that says what to do.
    static let keys: [String] = [
        "library", "vectors", "model", "variant", "precision", "top", "resident", "without", "languages", "host",
        "port", "tls-cert", "tls-key", "metrics", "most-lag", "idle", "only-unmetered", "only-on-power", "retry",
        "max-size",
    ]

    /// Variables that win over the file.
    private static let variables = ["library": "EVOKE_LIBRARY", "vectors": "EVOKE_VECTORS"]

    let file: SettingsFile

    /// Those of the user; none where there is no file.
    ///
    /// Throws where the file cannot be read, or where no variable says where it is.
    init() throws(EvokeError) {
        guard let path = Self.path else {
            throw EvokeError(
                .wrongUsage, doing: "find your settings", subject: "",
                reason: "neither XDG_CONFIG_HOME nor HOME is set", remedy: "Set one of them.")
        }
        let bytes = FileSystem.isMissing(path) ? [] : try FileSystem.read(path, most: FileSystem.mostBytesOfText)
        file = try SettingsFile(String(decoding: bytes, as: UTF8.self), path: path)
        for line in file.lines {
            guard Self.keys.contains(line.key) else {
                throw file.refusal(
                    line.number - 1, "'\(line.key)' is no setting: \(Self.keys.joined(separator: ", "))")
            }
            guard let name = line.command else { continue }
            guard Self.isOption(line.key, of: name) else {
                throw file.refusal(line.number - 1, "'evoke \(name)' has no option '--\(line.key)'")
            }
        }
    }

    /// Those of the user; nil where the user has no home to keep them in.
    static func ofTheUser() throws(EvokeError) -> Settings? { path == nil ? nil : try Settings() }

    private static var path: FilePath? {
        let named = LibraryConfiguration.processVariable("XDG_CONFIG_HOME").flatMap { $0.isAbsolute ? $0 : nil }
        return (named ?? LibraryConfiguration.processVariable("HOME")?.appending(".config"))?.appending(
            "evoke/config.toml")
    }

    /// Whether a command, or any where none is named, has such an option.
    static func isOption(_ key: String, of command: String?) -> Bool {
        CommandLineTool.all.contains { one in
            (command == nil || one.name == command) && one.options.contains { $0.name == "--" + key }
        }
    }

    static func canBeOne(_ option: Option) -> Bool { keys.contains(String(option.name.dropFirst(2))) }

    /// What these settings say of a command's options.
    func options(of command: Command) -> [(option: Option, value: FilePath)] {
        command.options.compactMap { option in
            let key = String(option.name.dropFirst(2))
            guard Self.canBeOne(option), Self.variables[key].flatMap(LibraryConfiguration.processVariable) == nil,
                let line = file.lines.first(where: { $0.key == key && $0.command == command.name })
                    ?? file.lines.first(where: { $0.key == key && $0.command == nil })
            else { return nil }
            switch option.value {
            case .flag: return line.value == "true" ? (option, FilePath("")) : nil
            case .text: return (option, FilePath(line.value))
            case .file: return (option, Self.inHome(line.value))
            }
        }
    }

    /// No shell is there to say where `~` is.
    private static func inHome(_ value: String) -> FilePath {
        guard value.hasPrefix("~/"), let home = LibraryConfiguration.processVariable("HOME") else {
            return FilePath(value)
        }
        return home.appending(String(value.dropFirst(2)))
    }

    /// Writes the file with that setting, or without it where `value` is nil.
    func set(_ key: String, of command: String?, to value: String?) throws(EvokeError) {
        guard let folder = file.path.parent else { return }
        try FileSystem.makeFolder(folder, isPrivate: true)
        try FileSystem.replace(file.path, with: Array(file.text(setting: key, of: command, to: value).utf8))
    }
}
