public import EvokeValues

extension LibraryHost {
    /// What answers a question, of how many photos it can find, and the model that says so.
    public func search(_ question: Question) async throws -> (hits: [SearchHit], total: Int, model: ModelID) {
        try await onceMore { [self] in
            let library = try await current()
            return (try await library.search(question), try await library.count(of: question), library.model)
        }
    }
}
