/// A JSON value that knows where in which file it stands, so that every complaint about it can say so.
struct ConfigurationNode {
    let value: JSONValue
    let key: String
    let file: String

    func failure(_ reason: String) -> TokenizerError {
        TokenizerError(reading: file, key: key, reason: reason)
    }

    /// For a value that is well-formed but that this reader does not implement.
    func unsupported() -> TokenizerError {
        switch value {
        case .string(let text): failure("the value '\(text)' is not supported")
        case .integer(let number): failure("the value \(number) is not supported")
        case .number(let number): failure("the value \(number) is not supported")
        case .bool(let flag): failure("the value \(flag) is not supported")
        case .null: failure("it is missing")
        case .object, .array: failure("this form is not supported")
        }
    }

    var isNull: Bool { value == .null }

    /// The member called `name`; null when there is none.
    subscript(name: String) -> ConfigurationNode {
        let path = key.isEmpty ? name : "\(key).\(name)"
        guard case .object(let members) = value else { return ConfigurationNode(value: .null, key: path, file: file) }
        return ConfigurationNode(value: members[name] ?? .null, key: path, file: file)
    }

    func elements() throws(TokenizerError) -> [ConfigurationNode] {
        guard case .array(let values) = value else { throw failure("a list was expected") }
        return values.enumerated().map { index, value in
            ConfigurationNode(value: value, key: "\(key)[\(index)]", file: file)
        }
    }

    func string() throws(TokenizerError) -> String {
        guard case .string(let text) = value else { throw failure("a text was expected") }
        return text
    }

    /// nil when there is none.
    func optionalString() throws(TokenizerError) -> String? {
        isNull ? nil : try string()
    }

    func bool() throws(TokenizerError) -> Bool {
        guard case .bool(let flag) = value else { throw failure("true or false was expected") }
        return flag
    }

    func bool(default fallback: Bool) throws(TokenizerError) -> Bool {
        isNull ? fallback : try bool()
    }

    /// A token's id: a whole number from 0 that fits 32 bits.
    func id() throws(TokenizerError) -> Int32 {
        guard case .integer(let number) = value, let id = Int32(exactly: number), id >= 0 else {
            throw failure("an id (a whole number from 0) was expected")
        }
        return id
    }
}
