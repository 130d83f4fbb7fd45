/// What is done to a text before a tokenizer sees it, where a model was trained so and its tokenizer does not say so.
public enum TextCleaning: String, Sendable {
    case none
    /// White space at the ends goes, and elsewhere becomes one space, as Immich does for every model.
    case folded
    /// In lower case, as Python's `str.lower` has it.
    case lowercase
    /// As open_clip's `canonicalize`: underscores are spaces, other ASCII punctuation goes, then lower case and folded.
    /// (Immich folds before it drops punctuation, which leaves double spaces that models were not trained on.)
    case canonical

    public func apply(to text: String) -> String {
        switch self {
        case .none: return text
        case .folded: return text.foldingWhitespace()
        case .lowercase: return text.lowercasedByPython()
        case .canonical:
            var kept = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                if scalar == "_" {
                    kept.append(" ")
                } else if !(scalar.isASCII && scalar.isPunctuation) {
                    kept.append(scalar)
                }
            }
            return String(kept).lowercasedByPython().foldingWhitespace()
        }
    }
}
