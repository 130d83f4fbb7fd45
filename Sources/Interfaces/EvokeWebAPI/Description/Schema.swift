/// The form of a value, as in JSON Schema.
indirect enum Schema: Sendable {
    case text(most: Int? = nil, least: Int = 0, pattern: String? = nil)
    case integer(ClosedRange<Int>)
    case number
    case flag
    /// The bytes of a file.
    case file
    case choice([String])
    case list(of: Schema, ClosedRange<Int>? = nil)
    case object([Field])
    case nullable(Schema)
    /// A described object, by its name.
    case named(String)

    struct Field: Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool

        static func must(_ name: String, _ schema: Schema) -> Field {
            Field(name: name, schema: schema, isRequired: true)
        }

        static func may(_ name: String, _ schema: Schema) -> Field {
            Field(name: name, schema: schema, isRequired: false)
        }
    }

    static let words = Schema.text()
    static let count = Schema.integer(0...Int.max)
    static let photo = Schema.integer(Limits.photoNumbers)

    var json: JSONValue {
        switch self {
        case .text(let most, let least, let pattern):
            var json: [String: JSONValue] = ["type": "string"]
            if let most { json["maxLength"] = .integer(most) }
            if least > 0 { json["minLength"] = .integer(least) }
            if let pattern { json["pattern"] = .text(pattern) }
            return .object(json)
        case .integer(let range):
            var json: [String: JSONValue] = ["type": "integer", "minimum": .integer(range.lowerBound)]
            if range.upperBound < Int.max { json["maximum"] = .integer(range.upperBound) }
            return .object(json)
        case .number: return ["type": "number"]
        case .flag: return ["type": "boolean"]
        case .file: return ["type": "string", "contentMediaType": "application/octet-stream"]
        case .choice(let words): return ["type": "string", "enum": .list(words.map(JSONValue.text))]
        case .list(let schema, let range):
            var json: [String: JSONValue] = ["type": "array", "items": schema.json]
            if let range {
                json["minItems"] = .integer(range.lowerBound)
                json["maxItems"] = .integer(range.upperBound)
            }
            return .object(json)
        case .object(let fields):
            return [
                "type": "object",
                // Cannot fail: the schemas are constants.
                "properties": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema.json) })),
                "required": .list(fields.filter(\.isRequired).map { .text($0.name) }),
            ]
        case .nullable(let schema): return ["anyOf": [schema.json, ["type": "null"]]]
        case .named(let name): return ["$ref": .text("#/components/schemas/\(name)")]
        }
    }
}

/// JSON built by hand.
enum JSONValue: Encodable, Sendable, Equatable {
    case text(String)
    case integer(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        case .object(let fields): try container.encode(fields)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByBooleanLiteral
{
    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral values: JSONValue...) { self = .list(values) }
    // Cannot fail: literals are constants.
    init(dictionaryLiteral fields: (String, JSONValue)...) { self = .object(Dictionary(uniqueKeysWithValues: fields)) }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
}
