/// The form of a value, as in JSON Schema.
package indirect enum Schema: Sendable, Equatable {
    case text(most: Int? = nil, least: Int = 0, pattern: String? = nil)
    case integer(ClosedRange<Int>)
    case number
    case flag
    /// The bytes of a file.
    case file
    case null
    case choice([String])
    case list(of: Schema, ClosedRange<Int>? = nil)
    case object([Field])
    case either([Schema])
    /// An object that is described once, under that name.
    case named(String, Schema)

    package struct Field: Sendable, Equatable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool

        package init(_ name: String, _ schema: Schema, isRequired: Bool = false) {
            (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
        }
    }

    package static let words = Schema.text()
    package static let count = Schema.integer(0...Int.max)
    package static let photo = Schema.integer(Limits.photoNumbers)
    /// The number of a person.
    package static let digits = Schema.text(pattern: "^[1-9][0-9]{0,18}$")
    /// A query, or a part of one.
    package static let query = Schema.text(most: Limits.textCharacters)
    /// The name of a person, or of a saved search.
    package static let name = Schema.text(most: Limits.nameCharacters, least: 1)

    package static func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> Schema {
        .choice(type.allCases.map(\.rawValue))
    }
}

/// What a type cannot say about its own JSON. Names are as in JSON; a point leads into an object, or into those of a list.
package protocol Described {
    /// Nil for the type's name without `Answer`, or for no name.
    static var schemaName: String? { get }
    /// The schemas of fields of which more is known than their type.
    static var kinds: [String: Schema] { get }
    /// Optional fields that a server always sends.
    static var always: [String] { get }
    /// Optional fields that servers never send, or that only commands send.
    static var never: [String] { get }
}

extension Described {
    package static var schemaName: String? { nil }
    package static var kinds: [String: Schema] { [:] }
    package static var always: [String] { [] }
    package static var never: [String] { [] }

    static func complete(_ schema: Schema) -> Schema {
        var schema = schema
        for (path, kind) in kinds {
            schema = schema.changing(path) { Schema.Field($0.name, kind, isRequired: $0.isRequired) }
        }
        for path in always { schema = schema.changing(path) { Schema.Field($0.name, $0.schema, isRequired: true) } }
        for path in never { schema = schema.changing(path) { _ in nil } }
        return schema
    }
}

extension Schema {
    /// With another field in that place, or without it.
    fileprivate func changing(_ path: String, _ change: (Field) -> Field?) -> Schema {
        let names = path.split(separator: ".", maxSplits: 1).map(String.init)
        switch self {
        case .list(let schema, let range): return .list(of: schema.changing(path, change), range)
        case .object(let fields):
            precondition(fields.contains { $0.name == names[0] }, "there is no field \(path)")
            return .object(
                fields.compactMap { field in
                    guard field.name == names[0] else { return field }
                    guard names.count > 1 else { return change(field) }
                    return Field(field.name, field.schema.changing(names[1], change), isRequired: field.isRequired)
                })
        default: preconditionFailure("there is nothing in \(path)")
        }
    }
}
