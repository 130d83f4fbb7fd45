/// Says what is wrong with a JSON file in words that name the key.
enum JSONComplaint {
    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "the key '\(path(context.codingPath + [key]))' is missing"
        case DecodingError.typeMismatch(_, let context):
            "the key '\(path(context.codingPath))' has a value of the wrong type"
        case DecodingError.valueNotFound(_, let context):
            "the key '\(path(context.codingPath))' has no value"
        default:
            "it is not well-formed JSON"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
