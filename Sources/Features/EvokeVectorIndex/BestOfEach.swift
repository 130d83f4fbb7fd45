import EvokeValues

/// Converts rows to photos, because a film has several rows: for each query, the best `count` photos, each with its
/// best score.
///
/// - Parameter search: returns the given number of best rows, best first.
func bestOfEach(
    _ count: Int, _ search: (_ rows: Int) async throws -> [[VectorMatch]]
) async throws -> [[VectorMatch]] {
    var rows = count
    while true {
        let found = try await search(rows)
        let best = found.map { matches in
            var seen: Set<PhotoID> = []
            return matches.filter { seen.insert($0.id).inserted }
        }
        // If rows of the same film took the place of other photos, and there are more rows, searches again for more.
        if zip(found, best).allSatisfy({ $0.count < rows || $1.count >= count }) {
            return best.map { Array($0.prefix(count)) }
        }
        rows *= 2
    }
}
