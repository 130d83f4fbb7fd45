import EvokePorts
import EvokeValues
import Testing

@testable import EvokeVectorIndex

/// Films have several rows.
@Suite struct BestOfEachTests {
    private func match(_ photo: Int64, _ score: Float) -> VectorMatch { VectorMatch(id: PhotoID(photo), score: score) }

    @Test func theBestRowOfEachCountsAndMoreAreLookedAt() async throws {
        let rows = [match(7, 0.9), match(7, 0.8), match(7, 0.7), match(2, 0.6), match(7, 0.5), match(4, 0.4)]
        var asked: [Int] = []
        let found = try await bestOfEach(2) { count in
            asked.append(count)
            return [Array(rows.prefix(count))]
        }
        #expect(found == [[match(7, 0.9), match(2, 0.6)]])
        #expect(asked == [2, 4])
        let all = try await bestOfEach(9) { [Array(rows.prefix($0))] }
        #expect(all == [[match(7, 0.9), match(2, 0.6), match(4, 0.4)]], "there are no more rows")
    }

    @Test func oneFilmDoesNotEndTheSearchOfAnotherQuery() async throws {
        let film = (0..<3).map { match(1, 1 - Float($0) / 10) } + [match(2, 0.1)]
        let photos = (0..<4).map { match(Int64($0), 1 - Float($0) / 10) }
        let found = try await bestOfEach(2) { [Array(film.prefix($0)), Array(photos.prefix($0))] }
        #expect(found == [[match(1, 1), match(2, 0.1)], Array(photos.prefix(2))])
    }
}
