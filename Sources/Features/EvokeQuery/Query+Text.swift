import EvokeValues

/// The canonical text: one spelling for fields and dates, and quotes only where needed.
extension Query: CustomStringConvertible {
    public var description: String {
        var pieces: [String] = []
        if let wanted { pieces.append(wanted.description) }
        if let order { pieces.append("sort:\(order.rawValue)") }
        if showsAll { pieces.append("fits:all") }
        return pieces.joined(separator: " ")
    }
}

extension Query.Part: CustomStringConvertible {
    public var description: String {
        switch self {
        case .words(let text): text
        case .test, .place, .like: Self.pipe([self]) ?? ""
        case .not(.words(let text)) where QuerySyntax.isLetterOrNumber(text): "-(\(text))"
        case .not(let part): "-" + (part.single ?? "(\(part))")
        case .all(let parts): parts.map(\.besideOthers).joined(separator: " ")
        case .any(let parts): Self.pipe(parts) ?? Self.or(parts)
        }
    }

    private static func or(_ parts: [Self]) -> String { parts.map(\.description).joined(separator: " OR ") }

    /// Its text next to other parts.
    var besideOthers: String {
        guard case .any(let parts) = self else { return description }
        return Self.pipe(parts) ?? "(\(Self.or(parts)))"
    }

    /// As one piece that a minus can precede; nil if there is none.
    private var single: String? {
        switch self {
        case .words, .test, .place, .like: Self.pipe([self])
        case .any(let parts): Self.pipe(parts)
        case .not, .all: nil
        }
    }

    /// Values of one field, or words and exact texts, separated by `|`; otherwise nil.
    private static func pipe(_ parts: [Self]) -> String? {
        var values: [(field: String?, text: String)] = []
        for part in parts {
            guard let value = part.value else { return nil }
            if let first = values.first, first.field != value.field { return nil }
            values.append(value)
        }
        guard let first = values.first else { return nil }
        return (first.field.map { "\($0):" } ?? "") + values.map(\.text).joined(separator: "|")
    }

    /// The field's name, or nil for words and exact text, and the value as written.
    private var value: (field: String?, text: String)? {
        switch self {
        case .words(let text):
            text.unicodeScalars.contains(" ") || QuerySyntax.hasMinus(text) ? nil : (nil, text)
        case .test(.text(let text)): (nil, QuerySyntax.quoted(text))
        default: ofField.map { ($0.field.name, QuerySyntax.whole($0.value)) }
        }
    }

    /// Its field and value; nil if it has no field.
    private var ofField: (field: QueryField, value: String)? {
        for field in QueryField.all {
            if let value = field.write(self) { return (field, value) }
        }
        return nil
    }

    /// The field shared by all of it, and the alternative values; nil if there is no field, or several.
    var valuesOfField: (field: QueryField, values: [String])? {
        let parts = if case .any(let parts) = self { parts } else { [self] }
        let values = parts.map(\.ofField)
        guard let field = values.first??.field, values.allSatisfy({ $0?.field.name == field.name }) else { return nil }
        return (field, values.compactMap { $0?.value })
    }
}
