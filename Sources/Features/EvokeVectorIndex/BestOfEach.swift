import EvokeValues

/// Photos by rows, of which a film has several: for each query the best `count` photos, each with its best score.
///
/// - Parameter search: gives as many of the best rows, best first, as it is told.
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
        // Where rows are left, and several of one film took the places of others, more are looked at.
        if zip(found, best).allSatisfy({ $0.count < rows || $1.count >= count }) {
            return best.map { Array($0.prefix(count)) }
        }
        rows *= 2
    }
}
