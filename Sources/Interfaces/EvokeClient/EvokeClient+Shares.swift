/// What is shared with others: albums and saved searches, until a date.
extension EvokeClient {
    /// What this client may do.
    public func access() async throws -> AccessAnswer { try await json(Call(.access, "ask who may do what")) }

    /// What is shared, in the order in which it was.
    public func shares() async throws -> SharesAnswer { try await json(Call(.shares, "list what is shared")) }

    /// Shares an album, for 30 days unless given.
    public func share(album: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await share(ShareRequest(album: album, days: days))
    }

    /// Shares what a saved search finds, for 30 days unless given.
    public func share(search: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await share(ShareRequest(search: search, days: days))
    }

    /// Ends a share at once, and gives those that are left.
    @discardableResult
    public func endShare(_ number: Int) async throws -> SharesAnswer {
        try await json(Call(.endShare, "end the share", ["\(number)"]))
    }

    private func share(_ wish: ShareRequest) async throws -> ShareMadeAnswer {
        try await json(Call(.makeShare, "share a part of the library", json: wish))
    }
}
