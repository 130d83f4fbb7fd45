/// What is done to a text before a tokenizer sees it, where a model was trained so and its tokenizer does not say so.
package enum TextCleaning: String, Sendable {
    case none
    /// White space at the ends goes, and elsewhere becomes one space, as Immich does for every model.
    case folded
    /// In lower case, as Python's `str.lower` has it.
    case lowercase
    /// Folded, then without ASCII punctuation and in lower case, as Immich does for SigLIP.
    case canonical

    package func apply(to text: String) -> String {
        let bytes = Array(text.utf8)
        let cleaned =
            switch self {
            case .none: bytes
            case .folded: PythonText.foldingWhitespace(bytes)
            case .lowercase: PythonText.lowercased(bytes)
            case .canonical: PythonText.lowercased(withoutPunctuation(PythonText.foldingWhitespace(bytes)))
            }
        return String(decoding: cleaned, as: UTF8.self)
    }

    private func withoutPunctuation(_ text: [UInt8]) -> [UInt8] {
        text.filter { !($0 < 0x80 && Unicode.Scalar($0).isPunctuation) }
    }
}
