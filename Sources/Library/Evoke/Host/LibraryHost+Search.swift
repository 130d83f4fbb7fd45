public import EvokeQuery
public import EvokeValues

extension LibraryHost {
    /// A text as the library reads it now.
    ///
    /// Throws as ``PhotoLibrary/read(_:now:isLiteral:)`` does.
    public func read(_ text: String, isLiteral: Bool = false) async throws -> QueryReading {
        try await onceMore { [self] in try await current().read(text, now: .now, isLiteral: isLiteral) }
    }

    /// What answers a question, of how many photos it can find, how many more have no colours yet and are not found by
    /// them, and the model that says so.
    public func search(
        _ question: Question
    ) async throws -> (hits: [SearchHit], total: Int, withoutColors: Int, model: ModelID) {
        try await onceMore { [self] in
            let library = try await current()
            return (
                try await library.search(question), try await library.count(of: question),
                try await library.photosWithoutColors(of: question), library.model
            )
        }
    }
}
