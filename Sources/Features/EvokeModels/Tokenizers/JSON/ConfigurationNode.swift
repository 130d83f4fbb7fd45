/// A JSON value that knows its file and key path, for error messages.
struct ConfigurationNode {
    let value: JSONValue
    let key: String
    let file: String

    func failure(_ reason: String) -> TokenizerError {
        TokenizerError(reading: file, key: key, reason: reason)
    }

    /// The error for a well-formed value that this reader doesn't support.
    func unsupported() -> TokenizerError {
        switch value {
        case .string(let text): failure("the value '\(text)' is not supported")
        case .integer(let number): failure("the value \(number) is not supported")
        case .number(let number): failure("the value \(number) is not supported")
        case .bool(let flag): failure("the value \(flag) is not supported")
        case .null: failure("it is missing")
        case .object, .array: failure("this type of value is not supported")
        }
    }

    var isNull: Bool { value == .null }

    /// The member called `name`; null if there is none.
    subscript(name: String) -> ConfigurationNode {
        let path = key.isEmpty ? name : "\(key).\(name)"
        guard case .object(let members) = value else { return ConfigurationNode(value: .null, key: path, file: file) }
        return ConfigurationNode(value: members[name] ?? .null, key: path, file: file)
    }

    func elements() throws(TokenizerError) -> [ConfigurationNode] {
        guard case .array(let values) = value else { throw failure("expected a list") }
        return values.enumerated().map { index, value in
            ConfigurationNode(value: value, key: "\(key)[\(index)]", file: file)
        }
    }

    func string() throws(TokenizerError) -> String {
        guard case .string(let text) = value else { throw failure("expected a string") }
        return text
    }

    /// Nil if it is null.
    func optionalString() throws(TokenizerError) -> String? {
        isNull ? nil : try string()
    }

    func bool() throws(TokenizerError) -> Bool {
        guard case .bool(let flag) = value else { throw failure("expected true or false") }
        return flag
    }

    func bool(default fallback: Bool) throws(TokenizerError) -> Bool {
        isNull ? fallback : try bool()
    }

    /// A token's id: an integer from 0 up that fits in 32 bits.
    func id() throws(TokenizerError) -> Int32 {
        guard case .integer(let number) = value, let id = Int32(exactly: number), id >= 0 else {
            throw failure("expected an id (an integer from 0 up)")
        }
        return id
    }
}
