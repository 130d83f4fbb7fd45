extension EvokeClient {
    /// The years in which photos were taken, the last first.
    public func years() async throws -> YearsAnswer {
        try await json(Call(.years, "list the years"))
    }

    /// What a year was like, as far as its photos tell.
    public func year(_ year: Int) async throws -> YearAnswer {
        try await json(Call(.year, "look back at the year", ["\(year)"]))
    }
}
