/// What is done to a text before a tokenizer sees it, where a model was trained so and its tokenizer does not say so.
public enum TextCleaning: String, Sendable {
    case none
    /// White space at the ends goes, and elsewhere becomes one space, as Immich does for every model.
    case folded
    /// In lower case, as Python's `str.lower` has it.
    case lowercase
    /// Folded, then without ASCII punctuation and in lower case, as Immich does for SigLIP.
    case canonical

    public func apply(to text: String) -> String {
        switch self {
        case .none: return text
        case .folded: return text.foldingWhitespace()
        case .lowercase: return text.lowercasedByPython()
        case .canonical:
            var kept = String.UnicodeScalarView()
            kept.append(
                contentsOf: text.foldingWhitespace().unicodeScalars.filter { !($0.isASCII && $0.isPunctuation) })
            return String(kept).lowercasedByPython()
        }
    }
}
