import EvokeSystem
import EvokeValues
import Foundation

/// A publisher's JSON file or a part of it, which knows its position, so that errors can name the file and key.
struct Configuration {
    let file: DiskPath
    private let key: String
    private let value: JSON?

    init(_ file: DiskPath) throws(EvokeError) {
        self.file = file
        key = ""
        let bytes = try FileSystem.read(file, most: 1 << 26)
        guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else {
            throw .invalidModel(file, "it is not valid JSON")
        }
        guard case .object = value else { throw .invalidModel(file, "it is not a JSON object") }
        self.value = value
    }

    /// Has no keys if the file doesn't exist.
    init(ifThere file: DiskPath) throws(EvokeError) {
        if FileSystem.isFile(file) {
            try self.init(file)
        } else {
            self.init(file: file, key: "", value: nil)
        }
    }

    private init(file: DiskPath, key: String, value: JSON?) {
        self.file = file
        self.key = key
        self.value = value
    }

    subscript(_ name: String) -> Configuration {
        let inner: JSON? = if case .object(let members) = value { members[name] } else { nil }
        return Configuration(file: file, key: key.isEmpty ? name : "\(key).\(name)", value: inner)
    }

    /// Whether it is neither absent nor null.
    var isThere: Bool {
        switch value {
        case nil, .null: false
        default: true
        }
    }

    var isObject: Bool { if case .object = value { true } else { false } }

    var isList: Bool { if case .list = value { true } else { false } }

    func failure(_ reason: String, remedy: String = .mendTheFile) -> EvokeError {
        .invalidModel(file, "the key '\(key)' \(reason)", remedy: remedy)
    }

    /// Returns itself if it is an object.
    func object() throws(EvokeError) -> Configuration {
        guard isObject else { throw failure("is not an object") }
        return self
    }

    /// These return nil if the key is absent or null, and throw if it has another type.
    func text() throws(EvokeError) -> String? {
        guard isThere else { return nil }
        guard case .text(let text) = value else { throw failure("is not a string") }
        return text
    }

    func number() throws(EvokeError) -> Double? {
        guard isThere else { return nil }
        guard case .number(let number) = value, number.isFinite else { throw failure("is not a number") }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(EvokeError) -> Int? {
        guard let number = try number() else { return nil }
        guard let integer = Int(exactly: number), range.contains(integer) else {
            throw failure("is not an integer between \(range.lowerBound) and \(range.upperBound)")
        }
        return integer
    }

    func flag() throws(EvokeError) -> Bool? {
        guard isThere else { return nil }
        guard case .flag(let flag) = value else { throw failure("is neither true nor false") }
        return flag
    }

    func list() throws(EvokeError) -> [Configuration]? {
        guard isThere else { return nil }
        guard case .list(let values) = value else { throw failure("is not a list") }
        return values.enumerated().map { Configuration(file: file, key: "\(key)[\($0)]", value: $1) }
    }

    /// A size in the order of some lists: height first.
    func heightAndWidth() throws(EvokeError) -> PixelSize {
        let pair = try list() ?? []
        guard pair.count == 2 else { throw failure("needs a height and a width") }
        return PixelSize(
            width: try pair[1].required(pair[1].integer(in: 1...4_096)),
            height: try pair[0].required(pair[0].integer(in: 1...4_096)))
    }

    /// One number each for red, green, and blue.
    func color() throws(EvokeError) -> [Float]? {
        guard let list = try list() else { return nil }
        guard list.count == 3 else { throw failure("needs three numbers") }
        var color: [Float] = []
        for entry in list { color.append(Float(try entry.required(entry.number()))) }
        return color
    }

    func required<Value>(_ value: Value?) throws(EvokeError) -> Value {
        guard let value else { throw .invalidModel(file, "the key '\(key)' is missing") }
        return value
    }
}

private enum JSON: Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}

/// Choices, tokens, and colors as publishers write them.
extension Configuration {
    /// Returns the value for a keyword.
    func choice<Value>(_ known: [String: Value], default standard: String? = nil) throws(EvokeError) -> Value {
        let word = try required(try text() ?? standard)
        guard let value = known[word] else {
            throw failure("is '\(word)'; Evoke supports \(known.keys.sorted().joined(separator: ", "))")
        }
        return value
    }

    /// A token, written as a string or as an object with its content.
    func token() throws(EvokeError) -> String? {
        try isObject ? self["content"].text() : text()
    }

    /// A color to divide by.
    func divisor() throws(EvokeError) -> [Float]? {
        let color = try color()
        if color?.contains(where: { $0 <= 0 }) == true { throw failure("must have numbers above 0") }
        return color
    }
}
