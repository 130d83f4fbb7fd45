/// A strict JSON reader over bytes that passes large arrays to the caller element by element, so that a vocabulary of
/// 250,000 pieces never becomes a tree.
struct JSONParser {
    /// Deeper nesting is rejected: the reader is recursive, and no tokenizer nests even a tenth as deep.
    private static let depthLimit = 100

    let file: String
    private let bytes: [UInt8]
    private(set) var position = 0
    private var depth = 0

    init(bytes: [UInt8], file: String) throws(TokenizerError) {
        self.bytes = bytes
        self.file = file
        // Validated once for the whole file, so that strings don't have to be validated again.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw TokenizerError(file: file, reason: "it is not valid UTF-8")
        }
    }

    func failure(_ reason: String) -> TokenizerError {
        TokenizerError(file: file, reason: "not valid JSON at byte \(position): \(reason)")
    }

    // MARK: Values

    mutating func value() throws(TokenizerError) -> JSONValue {
        switch try nextToken() {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try forEachMember { (name, parser) throws(TokenizerError) in
                members[name] = try parser.value()
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try forEachElement { (parser) throws(TokenizerError) in
                elements.append(try parser.value())
            }
            return .array(elements)
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"):
            return try literal("true", .bool(true))
        case UInt8(ascii: "f"):
            return try literal("false", .bool(false))
        case UInt8(ascii: "n"):
            return try literal("null", .null)
        default:
            return try number()
        }
    }

    /// Skips a value, reading only as far as needed to find its end.
    mutating func skip() throws(TokenizerError) {
        let first = try nextToken()
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            _ = try value()
            return
        }
        guard let end = end(of: position) else { throw failure("it ends prematurely") }
        position = end
    }

    /// The end of the list or object that starts there.
    private func end(of start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var (place, open, isInString) = (start, 0, false)
            while place < bytes.count {
                switch bytes[place] {
                case UInt8(ascii: "\""): isInString.toggle()
                case UInt8(ascii: "\\") where isInString: place += 1
                case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: open += 1
                case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
                    open -= 1
                    if open == 0 { return place + 1 }
                default: break
                }
                place += 1
            }
            return nil
        }
    }

    /// Calls `body` once per member; it must read the member's value. Duplicate names are an error.
    mutating func forEachMember(
        _ body: (String, inout JSONParser) throws(TokenizerError) -> Void
    ) throws(TokenizerError) {
        var names: Set<String> = []
        try list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { (parser) throws(TokenizerError) in
            guard try parser.nextToken() == UInt8(ascii: "\"") else { throw parser.failure("expected a name") }
            let name = try parser.string()
            guard names.insert(name).inserted else { throw parser.failure("the name '\(name)' is given twice") }
            try parser.expect(UInt8(ascii: ":"))
            try body(name, &parser)
        }
    }

    /// Calls `body` once per member; it must read the name, the colon, and the value. For objects with so many members
    /// that recording their names would take too long.
    mutating func forEachName(_ body: (inout JSONParser) throws(TokenizerError) -> Void) throws(TokenizerError) {
        try list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}"), body)
    }

    /// Calls `body` once per element; it must read the element.
    mutating func forEachElement(_ body: (inout JSONParser) throws(TokenizerError) -> Void) throws(TokenizerError) {
        try list(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), body)
    }

    private mutating func list(
        from open: UInt8, to close: UInt8, _ element: (inout JSONParser) throws(TokenizerError) -> Void
    ) throws(TokenizerError) {
        try expect(open)
        depth += 1
        guard depth <= Self.depthLimit else { throw failure("it nests deeper than \(Self.depthLimit) levels") }
        if try nextToken() != close {
            while true {
                try element(&self)
                guard try nextToken() == UInt8(ascii: ",") else { break }
                position += 1
            }
        }
        depth -= 1
        try expect(close)
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(TokenizerError) -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes[position..<end].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: end - position))
        else { throw failure("expected '\(text)'") }
        position = end
        return value
    }

    // MARK: Tokens

    /// The next byte that isn't white space, without consuming it.
    mutating func nextToken() throws(TokenizerError) -> UInt8 {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            case let byte: return byte
            }
        }
        throw failure("it ends prematurely")
    }

    mutating func startOfNextToken() throws(TokenizerError) -> Int {
        _ = try nextToken()
        return position
    }

    mutating func expect(_ byte: UInt8) throws(TokenizerError) {
        guard try nextToken() == byte else {
            throw failure("expected '\(Character(Unicode.Scalar(byte)))'")
        }
        position += 1
    }

    mutating func expectEnd() throws(TokenizerError) {
        guard (try? nextToken()) == nil else { throw failure("unexpected text after the end") }
    }

    // MARK: Strings

    mutating func string() throws(TokenizerError) -> String {
        var text: [UInt8] = []
        try string(appendingTo: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a string and appends its UTF-8 to `text`.
    mutating func string(appendingTo text: inout [UInt8]) throws(TokenizerError) {
        try expect(UInt8(ascii: "\""))
        var start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                text.append(contentsOf: bytes[start..<position])
                position += 1
                return
            case UInt8(ascii: "\\"):
                text.append(contentsOf: bytes[start..<position])
                position += 1
                text.append(contentsOf: UTF8.encode(try escape())!)
                start = position
            case 0..<0x20:
                throw failure("a control character in a string is not escaped")
            default:
                position += 1
            }
        }
        throw failure("a string is not terminated")
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(TokenizerError) -> Unicode.Scalar {
        guard position < bytes.count else { throw failure("a string is not terminated") }
        let kind = bytes[position]
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("unknown escape")
        }
    }

    private mutating func unicodeEscape() throws(TokenizerError) -> Unicode.Scalar {
        let first = try hexUnit()
        guard UTF16.isLeadSurrogate(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw failure("lone surrogate") }
            return scalar
        }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw failure("lone surrogate") }
        position += 2
        let second = try hexUnit()
        guard UTF16.isTrailSurrogate(second) else { throw failure("lone surrogate") }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func hexUnit() throws(TokenizerError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw failure("expected four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: Numbers

    private mutating func number() throws(TokenizerError) -> JSONValue {
        var scanner = NumberScanner(bytes: bytes, position: position)
        defer { position = scanner.position }
        switch scanner.scan() {
        case .success(let value): return value
        case .failure(let problem): throw failure(problem.rawValue)
        }
    }
}

/// A parsed JSON value. Integers are distinguished from other numbers because ids must be integers.
enum JSONValue: Equatable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case integer(Int)
    case number(Double)
    case bool(Bool)
    case null

    /// The value of any number.
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

/// A JSON value that knows its file and key path, for error messages.
struct ConfigurationNode {
    let value: JSONValue
    let key: String
    let file: String

    func failure(_ reason: String) -> TokenizerError {
        TokenizerError(file: file, key: key, reason: reason)
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
