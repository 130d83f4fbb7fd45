extension Schema {
    /// The schema of a type's JSON: its fields are those that its `init(from:)` asks for.
    package static func of(_ type: any Decodable.Type) -> Schema {
        // Cannot fail: a test reads all types.
        (try? SchemaReader.read(type))?.schema ?? .null
    }
}

/// Decodes a value from nothing, and notes what it asks for.
package final class SchemaReader: Decoder, UnkeyedDecodingContainer, SingleValueDecodingContainer {
    /// For what no wire type asks for.
    fileprivate struct Unsupported: Error {}

    package let codingPath: [any CodingKey] = []
    package let userInfo: [CodingUserInfoKey: Any] = [:]
    package let count: Int? = 1
    package private(set) var currentIndex = 0
    package var isAtEnd: Bool { currentIndex > 0 }
    private let isPlain: Bool
    private var schema: Schema?
    private var fields: [Schema.Field] = []
    private var isList = false
    /// Whether the next value may be missing, or null.
    fileprivate var isOptional = false

    private init(isPlain: Bool) { self.isPlain = isPlain }

    /// A value with all of its fields, and one element in each list, and its schema.
    ///
    /// - Parameter isPlain: whether to leave out what types say in addition, as ``Described``.
    package static func read<Value: Decodable>(
        _ type: Value.Type, isPlain: Bool = false
    ) throws -> (value: Value, schema: Schema) {
        if let (value, schema) = scalar(type), let value = value as? Value { return (value, schema) }
        let reader = SchemaReader(isPlain: isPlain)
        let value = try Value(from: reader)
        if let schema = reader.schema { return (value, schema) }
        let (described, name) = (type as? any Described.Type, "\(type)")
        let schema = Schema.object(reader.fields)
        let whole = isPlain ? schema : described?.complete(schema) ?? schema
        let ofAnswer = name.hasSuffix("Answer") ? String(name.dropLast("Answer".count)) : nil
        return (value, (described?.schemaName ?? ofAnswer).map { .named($0, whole) } ?? whole)
    }

    private static func scalar(_ type: any Decodable.Type) -> (Any, Schema)? {
        switch type {
        case is String.Type: ("", .words)
        case is Bool.Type: (true, .flag)
        case let type as any FixedWidthInteger.Type: (type.zero, .count)
        case let type as any BinaryFloatingPoint.Type: (type.zero, .number)
        case let type as any (CaseIterable & RawRepresentable).Type: choice(type)
        default: nil
        }
    }

    private static func choice<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> (Any, Schema)? {
        type.allCases.first.map { ($0, .choice(type.allCases.compactMap { $0.rawValue as? String })) }
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Fields(reader: self))
    }

    package func unkeyedContainer() -> any UnkeyedDecodingContainer {
        isList = true
        return self
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    package func decodeNil() -> Bool {
        isOptional = true
        return false
    }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (value, found) = try Self.read(type, isPlain: isPlain)
        currentIndex += 1
        schema = isList ? .list(of: found) : isOptional ? .either([found, .null]) : found
        return value
    }

    fileprivate func decode<Value: Decodable>(_ type: Value.Type, as name: String) throws -> Value {
        let (value, found) = try Self.read(type, isPlain: isPlain)
        fields.append(Schema.Field(name, found, isRequired: !isOptional))
        isOptional = false
        return value
    }

    package func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw Unsupported()
    }

    package func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }

    package func superDecoder() throws -> any Decoder { throw Unsupported() }
}

private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: SchemaReader
    let codingPath: [any CodingKey] = []
    /// Those of a dictionary are not known.
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }

    /// Asked only for values that may be missing.
    func decodeNil(forKey key: Key) -> Bool { reader.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        // As `JSONEncoder` does it.
        let words = key.stringValue.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }
        return try reader.decode(type, as: words.joined())
    }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> { throw SchemaReader.Unsupported() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaReader.Unsupported()
    }

    func superDecoder() throws -> any Decoder { throw SchemaReader.Unsupported() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaReader.Unsupported() }
}
