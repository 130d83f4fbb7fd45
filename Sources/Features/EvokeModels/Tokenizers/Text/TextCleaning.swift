/// Preprocessing of a text that a model was trained with but its tokenizer doesn't declare.
package enum TextCleaning: String, Sendable {
    case none
    /// White space is trimmed and collapsed to single spaces, as Immich does for every model.
    case folded
    /// Lower case, as in Python's `str.lower`.
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
