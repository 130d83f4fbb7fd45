/// Why a tokenizer could not be made: what was being done, to which file, at which key, and the reason.
package struct TokenizerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was being done, as in "reading the tokenizer".
    package let action: String
    /// The file it was done to.
    package let file: String
    /// Where in the file, as in `normalizer.normalizers[1].type`; nil when the trouble is with the file as a whole.
    package let key: String?
    /// What is wrong there.
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
