import Evoke
import EvokeSystem
import EvokeValues

struct Settings {
    static let keys: [String] = [
        "library", "vectors", "model", "variant", "precision", "top", "resident", "without", "languages", "host",
        "port", "tls-cert", "tls-key", "metrics", "most-lag", "idle", "only-unmetered", "only-on-power", "retry",
        "max-size",
    ]

    /// Variables that override the file.
    private static let variables = ["library": "EVOKE_LIBRARY", "vectors": "EVOKE_VECTORS"]

    let file: SettingsFile

    /// Empty if there is no file. Throws if the file is invalid or its location unknown.
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
                    line.number - 1,
                    "'\(line.key)' cannot be set; options that can: \(Self.keys.joined(separator: ", "))")
            }
            guard let name = line.command else { continue }
            guard Self.isOption(line.key, of: name) else {
                throw file.refusal(line.number - 1, "'evoke \(name)' has no option '--\(line.key)'")
            }
        }
    }

    /// Nil if the user has no home folder.
    static func current() throws(EvokeError) -> Settings? { path == nil ? nil : try Settings() }

    private static var path: DiskPath? {
        let named = LibraryConfiguration.processVariable("XDG_CONFIG_HOME").flatMap { $0.isAbsolute ? $0 : nil }
        return (named ?? LibraryConfiguration.processVariable("HOME")?.appending(".config"))?.appending(
            "evoke/config.toml")
    }

    /// Whether this command, or any if nil, has such an option.
    static func isOption(_ key: String, of command: String?) -> Bool {
        CommandLineTool.all.contains { one in
            (command.map { one.name == OldNames.current($0) } ?? true) && one.options.contains { $0.name == "--" + key }
        }
    }

    static func canBeSet(_ option: Option) -> Bool { keys.contains(String(option.name.dropFirst(2))) }

    func options(of command: Command) -> [(option: Option, value: DiskPath)] {
        command.options.compactMap { option in
            let key = String(option.name.dropFirst(2))
            guard Self.canBeSet(option), Self.variables[key].flatMap(LibraryConfiguration.processVariable) == nil,
                let line = file.lines.first(where: { $0.key == key && $0.command.map(OldNames.current) == command.name }
                )
                    ?? file.lines.first(where: { $0.key == key && $0.command == nil })
            else { return nil }
            switch option.value {
            case .flag: return line.value == "true" ? (option, DiskPath("")) : nil
            case .text: return (option, DiskPath(line.value))
            case .file: return (option, Self.inHome(line.value))
            }
        }
    }

    /// No shell expands `~` here.
    private static func inHome(_ value: String) -> DiskPath {
        guard value.hasPrefix("~/"), let home = LibraryConfiguration.processVariable("HOME") else {
            return DiskPath(value)
        }
        return home.appending(String(value.dropFirst(2)))
    }

    /// Sets an option in the file, or removes it if `value` is nil.
    func set(_ key: String, of command: String?, to value: String?) throws(EvokeError) {
        guard let folder = file.path.parent else { return }
        try FileSystem.makeFolder(folder, isPrivate: true)
        try FileSystem.replace(file.path, with: Array(file.text(setting: key, of: command, to: value).utf8))
    }
}

/// The settings file, a subset of TOML: `key = value`, `[command]`, comments and empty lines. A value is a string, a
/// number, `true` or `false`. Changes leave all other lines as they are.
struct SettingsFile {
    struct Line {
        let number: Int
        /// Nil above the first `[command]`.
        let command: String?
        let key: String
        let value: String
    }

    private(set) var lines: [Line] = []
    private var texts: [Substring]
    let path: DiskPath

    /// Throws for an invalid line, with its number.
    init(_ text: String, path: DiskPath) throws(EvokeError) {
        self.path = path
        texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var command: String?
        for (place, text) in texts.enumerated() {
            let text = text.trimming(while: \.isWhitespace)
            guard let first = text.first, first != "#" else { continue }
            if first == "[" {
                guard let name = Self.name(of: text) else {
                    throw refusal(place, "'\(text)' is not a command in brackets")
                }
                command = name
                continue
            }
            guard let equals = text.firstIndex(of: "=") else {
                throw refusal(place, "'\(text)' is not a setting such as 'top = 30'")
            }
            let key = String(text[..<equals].trimming(while: \.isWhitespace))
            guard let value = Self.value(text[text.index(after: equals)...].trimming(while: \.isWhitespace)) else {
                throw refusal(place, "the value of '\(key)' must be text in quotes, a number, true or false")
            }
            guard !lines.contains(where: { $0.key == key && $0.command == command }) else {
                throw refusal(place, "'\(key)' is set twice")
            }
            lines.append(Line(number: place + 1, command: command, key: key, value: value))
        }
    }

    func refusal(_ place: Int, _ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "read the settings", subject: path.display, reason: "in line \(place + 1), \(reason)",
            remedy: "Fix or remove that line.")
    }

    /// The text with this setting, or without it if `value` is nil.
    func text(setting key: String, of command: String?, to value: String?) -> String {
        var texts = texts.map(String.init)
        let line = value.map { "\(key) = \(Self.encoded($0))" }
        if let known = lines.first(where: { $0.key == key && $0.command == command }) {
            if let line { texts[known.number - 1] = line } else { texts.remove(at: known.number - 1) }
        } else if let line {
            texts.insert(contentsOf: lines(for: line, of: command), at: end(of: command))
        }
        let text = texts.joined(separator: "\n")
        return text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    }

    private func lines(for line: String, of command: String?) -> [String] {
        guard let command, !hasPart(command) else { return [line] }
        return (texts.allSatisfy(\.isEmpty) ? [] : [""]) + ["[\(command)]", line]
    }

    /// After the last line of that section that is not empty; a new section goes to the end.
    private func end(of command: String?) -> Int {
        var (inside, end) = (command == nil, 0)
        for (place, text) in texts.enumerated() {
            let text = text.trimming(while: \.isWhitespace)
            if text.first == "[" { inside = Self.name(of: text) == command && command != nil }
            if inside, !text.isEmpty { end = place + 1 }
        }
        guard let command, !hasPart(command) else { return end }
        return texts.last?.isEmpty == true ? texts.count - 1 : texts.count
    }

    private func hasPart(_ command: String) -> Bool {
        texts.contains { Self.name(of: $0.trimming(while: \.isWhitespace)) == command }
    }

    /// `[people export]` is "people export".
    private static func name(of line: Substring) -> String? {
        let bare = line.prefix { $0 != "#" }.trimming(while: \.isWhitespace)
        guard bare.first == "[", bare.last == "]", bare.count > 2 else { return nil }
        return String(bare.dropFirst().dropLast().trimming(while: \.isWhitespace))
    }

    private static func value(_ text: Substring) -> String? {
        guard let quote = text.first else { return nil }
        guard quote == "\"" || quote == "'" else {
            let bare = String(text.prefix { $0 != "#" }.trimming(while: \.isWhitespace))
            return bare == "true" || bare == "false" || Double(bare) != nil ? bare : nil
        }
        var (value, rest) = ("", text.dropFirst())
        while let next = rest.popFirst() {
            if next == quote {
                let after = rest.trimming(while: \.isWhitespace)
                return after.isEmpty || after.first == "#" ? value : nil
            }
            guard next == "\\", quote == "\"" else {
                value.append(next)
                continue
            }
            guard let escaped = rest.popFirst(), let character = escapes[escaped] else { return nil }
            value.append(character)
        }
        return nil
    }

    private static let escapes: [Character: Character] = ["\\": "\\", "\"": "\"", "n": "\n", "t": "\t"]

    private static func encoded(_ value: String) -> String {
        if value == "true" || value == "false" || Int(value) != nil { return value }
        return "\"" + value.map { one in escapes.first { $0.value == one }.map { "\\\($0.key)" } ?? "\(one)" }.joined()
            + "\""
    }
}

extension StringProtocol {
    fileprivate func trimming(while isIn: (Character) -> Bool) -> SubSequence {
        var text = self[...]
        while text.first.map(isIn) ?? false { text.removeFirst() }
        while text.last.map(isIn) ?? false { text.removeLast() }
        return text
    }
}
