public struct Tokenizer: Sendable {
    public init(contentsOf file: String, cache folder: String? = nil) throws {}
    public func encode(_ text: String, maxLength: Int? = nil) -> [Int32] { [] }
}
