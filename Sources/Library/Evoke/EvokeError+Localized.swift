public import EvokeValues
public import FoundationEssentials

/// What applications show: `localizedDescription` is the sentence, and the remedy is separate.
extension EvokeError: LocalizedError {
    public var errorDescription: String? { sentence }
    public var failureReason: String? { reason }
    public var recoverySuggestion: String? { remedy.isEmpty ? nil : remedy }
}
