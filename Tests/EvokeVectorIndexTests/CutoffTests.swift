import Testing

@testable import EvokeVectorIndex

/// From which scores on photos are like a picture.
@Suite struct CutoffTests {
    /// As cosines of sixty photos lie that have nothing to do with it, three that resemble it a little, and one that does.
    private let others = (0..<60).map { 0.2 + Float($0) * 0.003 } + [0.45, 0.5, 0.52, 0.8]

    @Test func liesAboveChanceFinds() throws {
        let cutoff = try #require(Cutoff.alike(own: 1, others: others))
        #expect(others.count { $0 >= cutoff.fitting } == 1 && cutoff.fitting < cutoff.plain)
    }

    /// Models differ in where their scores lie, and how close together.
    @Test(arguments: [(Float(0.5), Float(0.4)), (0.1, 0.9), (1, -3)])
    func isTheSameForScoresThatAreShiftedAndScaled(scale: Float, shift: Float) throws {
        let line = try #require(Cutoff.alike(own: 1, others: others))
        let moved = try #require(Cutoff.alike(own: scale + shift, others: others.map { $0 * scale + shift }))
        #expect(abs(moved.fitting - (line.fitting * scale + shift)) < 1e-4)
        #expect(abs(moved.plain - (line.plain * scale + shift)) < 1e-4)
    }

    @Test func ofAFewPhotosTheBestMayBeAlike() throws {
        #expect(Cutoff.alike(own: 1, others: []) == nil && Cutoff.alike(own: 1, others: [0.9]) == nil)
        let cutoff = try #require(Cutoff.alike(own: 1, others: [0.9, 0.3, 0.25, 0.2]))
        #expect(cutoff.fitting < 0.9 && cutoff.fitting > 0.3)
    }

    @Test func whatIsThereAgainAndAgainIsAlike() throws {
        let cutoff = try #require(Cutoff.alike(own: 1, others: Array(repeating: 1, count: 9) + [0.2]))
        #expect(cutoff.fitting == 1)
    }
}
