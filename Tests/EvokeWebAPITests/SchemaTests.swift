import Evoke
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

@Suite struct SchemaTests {
    private static let types =
        Routes.all.flatMap { route -> [any WireType.Type] in
            let bodies = route.bodies.compactMap { if case .json(let type) = $0 { type } else { nil } }
            return if case .json(let types) = route.answer { bodies + types } else { bodies }
        } + [ProblemAnswer.self]

    /// A value with all of its fields has the keys that its type asks for, and no others.
    @Test func typesSayWhatTheyAskFor() throws {
        func check<Value: WireType>(_ type: Value.Type) throws {
            let (value, schema) = try SchemaReader.read(type, isPlain: true)
            #expect(schema.faults(in: try JSON(JSONText.bytes(of: value)), isWhole: true) == [], "\(type)")
        }
        for type in Self.types { try check(type) }
        #expect(
            Schema.of(SuggestionsAnswer.self).field("suggestions", "kind") == .choice(of: QuerySuggestion.Kind.self))
        #expect(Schema.of(DownloadJSON.self).field("state") == .choice(of: ModelDownload.State.self))
        #expect(Schema.of(IndexingAnswer.self).field("state") == .choice(of: IndexingProgress.State.self))
    }

    @Test func faultsAreSeen() throws {
        let json = try JSON(Array(#"{"status": 200, "type": "", "title": 1, "more": null}"#.utf8))
        #expect(
            Schema.of(ProblemAnswer.self).faults(in: json).sorted() == [
                "detail is missing", "kind is missing", "more is not described", "remedy is missing",
                "status is not as described", "title is not as described",
            ])
    }
}

extension Route {
    private static let schemas = Dictionary(uniqueKeysWithValues: Routes.all.map { ($0.name, $0.answer.schema) })

    /// What the real server answers is as described.
    func expectDescribed(_ response: Response) {
        guard response["Content-Type"] == "application/json", case .bytes(let bytes) = response.body else { return }
        guard let json = try? JSON(bytes), let schema = Self.schemas[operation.name],
            operation.name != API.description.name
        else { return }
        #expect(response.status == operation.status, "\(operation.name)")
        #expect(schema.faults(in: json) == [], "\(operation.name)")
    }
}

extension Schema {
    /// Those of an object; none of anything else.
    var fields: [Field] {
        switch self {
        case .object(let fields): fields
        case .named(_, let schema), .list(let schema, _): schema.fields
        default: []
        }
    }

    func field(_ path: String...) -> Schema? {
        path.reduce(self) { schema, name in schema?.fields.first { $0.name == name }?.schema }
    }

    /// What does not fit. A whole value also has all optional fields.
    fileprivate func faults(in json: JSON, at place: String = "", isWhole: Bool = false) -> [String] {
        switch (self, json) {
        case (.text, .text), (.number, .integer), (.number, .number), (.flag, .flag), (.null, .null): return []
        case (.integer(let range), .integer(let number)) where isWhole || range.contains(number): return []
        case (.choice(let words), .text(let word)) where words.contains(word): return []
        case (.list(let schema, let range), .list(let values)) where isWhole || range?.contains(values.count) != false:
            return values.flatMap { schema.faults(in: $0, at: place, isWhole: isWhole) }
        case (.named(_, let schema), _): return schema.faults(in: json, at: place, isWhole: isWhole)
        case (.either(let schemas), _):
            let faults = schemas.map { $0.faults(in: json, at: place, isWhole: isWhole) }
            return faults.contains([]) ? [] : faults[0]
        case (.object(let fields), .object(let values)):
            let unknown = Set(values.keys).subtracting(fields.map(\.name)).map { "\(place)\($0) is not described" }
            return unknown
                + fields.flatMap { field -> [String] in
                    let place = place + field.name
                    guard let value = values[field.name] else {
                        return field.isRequired || isWhole ? ["\(place) is missing"] : []
                    }
                    return field.schema.faults(in: value, at: place + ".", isWhole: isWhole)
                }
        default: return ["\(place.isEmpty ? "it" : "\(place.dropLast())") is not as described"]
        }
    }
}

private enum JSON: Decodable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(JSON.self, from: Data(bytes)) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if value.decodeNil() { .null } else if let flag = try? value.decode(Bool.self) {
                .flag(flag)
            } else if let number = try? value.decode(Int.self) {
                .integer(number)
            } else if let number = try? value.decode(Double.self) {
                .number(number)
            } else if let text = try? value.decode(String.self) {
                .text(text)
            } else if let list = try? value.decode([JSON].self) { .list(list) } else {
                .object(try value.decode([String: JSON].self))
            }
    }
}
