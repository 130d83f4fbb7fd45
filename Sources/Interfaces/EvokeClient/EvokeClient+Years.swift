extension EvokeClient {
    /// The years with photos, newest first.
    public func years() async throws -> YearsAnswer {
        try await json(Call(.years, "list the years"))
    }

    /// The review of a year.
    public func year(_ year: Int) async throws -> YearAnswer {
        try await json(Call(.year, "show the year", ["\(year)"]))
    }
}
