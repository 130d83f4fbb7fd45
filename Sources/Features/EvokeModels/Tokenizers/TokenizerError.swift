/// Why a tokenizer could not be loaded: the action, the file, the key, and the reason.
package struct TokenizerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// For example "reading the tokenizer".
    package let action: String
    package let file: String
    /// Where in the file, as in `normalizer.normalizers[1].type`; nil if the problem concerns the whole file.
    package let key: String?
    package let reason: String

    init(reading file: String, key: String? = nil, reason: String) {
        action = "reading the tokenizer"
        self.file = file
        self.key = key
        self.reason = reason
    }

    package var description: String {
        let place = key.map { ", key '\($0)'" } ?? ""
        return "\(action) \(file)\(place): \(reason)"
    }
}
