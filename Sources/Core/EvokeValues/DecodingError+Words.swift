extension DecodingError {
    /// What is wrong with the JSON, and where: "'models[0].bytes' is missing".
    package var reasonInWords: String {
        func place(_ context: Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + (key.map { [$0] } ?? [])).map { key in
                key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
            }.joined().drop { $0 == "." }.description
        }
        switch self {
        case .keyNotFound(let key, let context): return "'\(place(context, key))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "'\(place(context))' has the wrong type"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return "'\(place(context))' has an invalid value"
        default: return "it is not valid JSON"
        }
    }
}
