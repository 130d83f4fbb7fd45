package import EvokeValues

extension VectorIndex {
    /// The number of blocks that justify waking another thread: 32,768 rows.
    private static let blocksForAThread = 4

    /// All photos that score at least `limit`.
    package func photos(
        atLeast limit: Float, for query: Embedding, among filter: RowFilter? = nil
    ) async throws -> PhotoSet {
        try model.check([query])
        let allowed = filter?.words ?? live
        precondition(allowed.count == live.count, "the filter belongs to another state")
        let prepared = PreparedQuery(
            query.values, rotation: rotation, kernels: kernels, caution: PreparedQuery.greatCaution)
        let whole = blocks.wholeGroups * IndexLayout.rowsInAGroup
        let parts = try await threads.split(0..<IndexLayout.blocks(for: whole), least: Self.blocksForAThread) {
            [self] part in
            try allowed.withUnsafeBufferPointer { allowed in
                var scan = SignBitScan(self, allowed, part)
                scan.run([prepared])
                let (sure, unsure) = try scan.rows(prepared, atLeast: limit)
                return try sure + unsure.filter { try score(prepared.values, $0) >= limit }
            }
        }
        let rest = try (whole..<blocks.rows).filter {
            allowed.allows($0) ? try score(prepared.values, $0) >= limit : false
        }
        let photos = PhotoSet((parts.joined() + rest).map(blocks.id))
        try blocks.file.checkNothingIsLost()
        return photos
    }

    private func score(_ query: [Float], _ row: Int) throws -> Float {
        var score: Float = 0
        kernels.dot(query, try halfFloats(row), 1, &score)
        return score
    }
}
