public import EvokeValues
public import FoundationEssentials

/// What applications show: `localizedDescription` is the sentence, and what to do next stands apart.
extension EvokeError: LocalizedError {
    public var errorDescription: String? { sentence }
    public var failureReason: String? { reason }
    public var recoverySuggestion: String? { remedy.isEmpty ? nil : remedy }
}
