import EvokeValues

/// The text of the file of settings: a part of TOML. Lines are `key = value`, `[command]`, comments and empty ones; a
/// value is a string, a number, `true` or `false`. What is changed in it leaves all other lines as they are.
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
    let path: FilePath

    /// Throws where a line cannot be read, and says which.
    init(_ text: String, path: FilePath) throws(EvokeError) {
        self.path = path
        texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var command: String?
        for (place, text) in texts.enumerated() {
            let text = text.trimming(while: \.isWhitespace)
            guard let first = text.first, first != "#" else { continue }
            if first == "[" {
                guard let name = Self.name(of: text) else {
                    throw refusal(place, "'\(text)' is no name of a command in brackets")
                }
                command = name
                continue
            }
            guard let equals = text.firstIndex(of: "=") else {
                throw refusal(place, "'\(text)' is no setting such as 'top = 30'")
            }
            let key = String(text[..<equals].trimming(while: \.isWhitespace))
            guard let value = Self.value(text[text.index(after: equals)...].trimming(while: \.isWhitespace)) else {
                throw refusal(place, "the value of '\(key)' is no text in quotes, no number, and not true or false")
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
            remedy: "Mend or remove that line.")
    }

    /// The text with that setting, or without it where `value` is nil.
    func text(setting key: String, of command: String?, to value: String?) -> String {
        var texts = texts.map(String.init)
        let line = value.map { "\(key) = \(Self.written($0))" }
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

    /// Behind the last line of that part that says something; a part that is not there comes last.
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

    private static func written(_ value: String) -> String {
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
