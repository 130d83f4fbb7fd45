import Evoke
import EvokeClient
import EvokeValues

/// The OpenAPI description, generated from the routes.
enum OpenAPI {
    static func document(of routes: [Route]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        let schemas = routes.flatMap { $0.bodies.map(\.schema) + [$0.answer.schema] } + [problem]
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
                "schemas": .object(schemas.named.mapValues(\.json)),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
            "security": [["token": []], [:]],
        ]
    }

    private static let problem = Schema.of(ProblemAnswer.self)

    private static func operation(_ route: Route) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .text(route.name), "summary": .text(route.summary), "responses": responses(of: route),
        ]
        let parameters = pathParameters(of: route) + route.parameters.map(parameter)
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if !route.bodies.isEmpty {
            let content = route.bodies.map { ($0.mediaType, ["schema": $0.schema.json] as JSONValue) }
            operation["requestBody"] = [
                // Cannot fail: the routes are constants.
                "required": true, "content": .object(Dictionary(uniqueKeysWithValues: content)),
            ]
        }
        return .object(operation)
    }

    private static func parameter(_ parameter: AnyOperation.Parameter) -> JSONValue {
        [
            "name": .text(parameter.name), "in": "query", "description": .text(parameter.summary), "required": false,
            "schema": parameter.schema.json,
        ]
    }

    private static func pathParameters(of route: Route) -> [JSONValue] {
        route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { piece in
            let schema: Schema =
                if route.path.contains("/searches/") {
                    .text(most: Limits.nameCharacters, least: 1, pattern: #"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$"#)
                } else if piece == "{name}" {
                    .text(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
                } else if piece == "{year}" {
                    .integer(1...9_999)
                } else if piece == "{number}" {
                    .digits
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
        let schema = route.answer.schema.json
        if case .bytes(let type) = route.answer {
            responses["200"] = ["description": "Success.", "content": .object([type: ["schema": schema]])]
            if route.problems.contains(416) {
                responses["206"] = [
                    "description": "The requested part.", "content": .object([type: ["schema": schema]]),
                ]
            }
            if route.problems.contains(404) { responses["304"] = ["description": "Not modified."] }
        } else {
            responses["\(route.status)"] = [
                "description": "Success.", "content": ["application/json": ["schema": schema]],
            ]
        }
        let always = [400, 401, 403, 405, 409, 500, 503]
        for status in Set(always + route.problems + (route.bodies.isEmpty ? [] : [413, 415])) {
            responses["\(status)"] = [
                "description": .text(Problem.titles[status] ?? "Error"),
                "content": ["application/problem+json": ["schema": problem.json]],
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

extension AnyOperation.Answer {
    var schema: Schema {
        switch self {
        case .json(let types): types.count == 1 ? .of(types[0]) : .either(types.map { .of($0) })
        case .object(let schema): schema
        case .bytes: .file
        }
    }
}

extension Schema {
    /// The objects in it that are described once, by their names.
    fileprivate var named: [String: Schema] {
        switch self {
        case .named(let name, let schema): schema.named.merging([name: schema]) { $1 }
        case .list(let schema, _): schema.named
        case .object(let fields): fields.map(\.schema).named
        case .either(let schemas): schemas.named
        case .text, .integer, .number, .flag, .file, .null, .choice: [:]
        }
    }

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
        case .null: return ["type": "null"]
        case .either(let schemas): return ["anyOf": .list(schemas.map(\.json))]
        case .named(let name, _): return ["$ref": .text("#/components/schemas/\(name)")]
        }
    }
}

extension [Schema] {
    fileprivate var named: [String: Schema] { reduce(into: [:]) { $0.merge($1.named) { $1 } } }
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
