/// What some models' own code does to a text before it is tokenized.
public enum TextCleaning: String, Sendable, CaseIterable {
    case none, folded, lowercase, canonical

    public func apply(to text: String) -> String { text }
}

extension Tokenizer {
    public func id(of token: String) -> Int32? { nil }
}
