import Evoke
import EvokeValues

/// The OpenAPI description, generated from the routes.
enum OpenAPI {
    static func document(of routes: [Route]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes { paths[route.path, default: [:]][route.method.lowercased()] = operation(route) }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Evoke", "version": .text(evokeVersion),
                "summary": "Private photo search on your own machine.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(Schemas.all.mapValues(\.json)),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
            "security": [["token": []], [:]],
        ]
    }

    private static func operation(_ route: Route) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .text(route.name), "summary": .text(route.summary), "responses": responses(of: route),
        ]
        let parameters = pathParameters(of: route) + route.parameters.map(parameter)
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if !route.bodies.isEmpty {
            let content = route.bodies.map { ($0.mediaType, ["schema": $0.schema] as JSONValue) }
            operation["requestBody"] = [
                // Cannot fail: the routes are constants.
                "required": true, "content": .object(Dictionary(uniqueKeysWithValues: content)),
            ]
        }
        return .object(operation)
    }

    private static func parameter(_ parameter: Route.Parameter) -> JSONValue {
        [
            "name": .text(parameter.name), "in": "query", "description": .text(parameter.summary), "required": false,
            "schema": parameter.schema.json,
        ]
    }

    private static func pathParameters(of route: Route) -> [JSONValue] {
        route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { piece in
            let schema: Schema =
                if route.path.contains("/searches/") {
                    .text(
                        most: SavedSearch.longestName, least: 1, pattern: #"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$"#)
                } else if piece == "{name}" {
                    .text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
                } else if piece == "{year}" {
                    .integer(1...9_999)
                } else if piece == "{number}" {
                    .text(pattern: "^[1-9][0-9]{0,18}$")
                } else if route.path.contains("/roots/") {
                    .text(pattern: "^[0-9a-f]{16}$")
                } else {
                    .photo
                }
            return [
                "name": .text(String(piece.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": schema.json,
            ]
        }
    }

    private static func responses(of route: Route) -> JSONValue {
        var responses: [String: JSONValue] = [:]
        switch route.answer {
        case .json(let schema, let status):
            responses["\(status)"] = [
                "description": "Success.", "content": ["application/json": ["schema": schema.json]],
            ]
        case .bytes(let type):
            responses["200"] = ["description": "Success.", "content": .object([type: ["schema": Schema.file.json]])]
            if route.problems.contains(416) {
                responses["206"] = [
                    "description": "The requested part.",
                    "content": .object([type: ["schema": Schema.file.json]]),
                ]
            }
            if route.problems.contains(404) { responses["304"] = ["description": "Not modified."] }
        }
        let always = [400, 401, 403, 405, 409, 500, 503]
        for status in Set(always + route.problems + (route.bodies.isEmpty ? [] : [413, 415])) {
            responses["\(status)"] = [
                "description": .text(Problem.titles[status] ?? "Error"),
                "content": ["application/problem+json": ["schema": Schema.named("Problem").json]],
            ]
        }
        if !route.parameters.isEmpty {
            responses["414"] = [
                "description": "The address is too long.", "content": ["text/html": ["schema": ["type": "string"]]],
            ]
        }
        return .object(responses)
    }
}

extension Route.Body {
    fileprivate var schema: JSONValue {
        switch self {
        case .json(let schema): schema.json
        case .form(let fields): Schema.object(fields).json
        }
    }
}

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
