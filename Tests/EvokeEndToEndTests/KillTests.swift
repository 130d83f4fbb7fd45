import Testing

@Suite struct KillTests {
    @Test func killsOverAllOfARunLoseNothing() async throws {
        try await IndexingKills.loseNothing(kills: 12, photos: 320)
    }
}
