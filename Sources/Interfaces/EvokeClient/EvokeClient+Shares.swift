/// Shares of albums and saved searches.
extension EvokeClient {
    /// What this client may do.
    public func access() async throws -> AccessAnswer { try await json(Call(.access, "read the access rights")) }

    /// The shares, in order of creation.
    public func shares() async throws -> SharesAnswer { try await json(Call(.shares, "list the shares")) }

    /// Shares an album, by default for 30 days.
    public func share(album: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await share(ShareRequest(album: album, days: days))
    }

    /// Shares what a saved search finds, by default for 30 days.
    public func share(search: String, days: Int? = nil) async throws -> ShareMadeAnswer {
        try await share(ShareRequest(search: search, days: days))
    }

    /// Ends a share at once, and returns the others.
    @discardableResult
    public func endShare(_ number: Int) async throws -> SharesAnswer {
        try await json(Call(.endShare, "end the share", ["\(number)"]))
    }

    private func share(_ wish: ShareRequest) async throws -> ShareMadeAnswer {
        try await json(Call(.makeShare, "share a part of the library", json: wish))
    }
}
