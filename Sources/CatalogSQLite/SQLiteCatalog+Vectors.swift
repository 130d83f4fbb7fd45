public import PhotoCore

extension SQLiteCatalog {
    private static let rowsInABlock = 256

    public func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) -> Void
    ) async throws {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT v.photo, v.halves FROM vectors v JOIN photos p ON p.id = v.photo
                WHERE v.model = (SELECT id FROM models WHERE fingerprint = ?) AND p.missing = 0
                """
            ).bind(model.fingerprint)
            defer { statement.reset() }
            var ids: [PhotoID] = []
            var rows: [Float16] = []
            rows.reserveCapacity(Self.rowsInABlock * model.dimensions)
            while try statement.step() {
                let id = PhotoID(statement.integer(0))
                ids.append(id)
                rows.append(contentsOf: try Self.halves(in: statement.blob(1), of: id, model))
                if ids.count == Self.rowsInABlock {
                    rows.withUnsafeBufferPointer { body(ids, $0) }
                    ids.removeAll(keepingCapacity: true)
                    rows.removeAll(keepingCapacity: true)
                }
            }
            if !ids.isEmpty { rows.withUnsafeBufferPointer { body(ids, $0) } }
        }
    }

    public func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding? {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT halves FROM vectors
                WHERE photo = ? AND model = (SELECT id FROM models WHERE fingerprint = ?)
                """
            ).bind(photo.value, model.fingerprint)
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            return Embedding(normalizing: try Self.halves(in: statement.blob(0), of: photo, model).map(Float.init))
        }
    }

    private static func halves(
        in blob: UnsafeRawBufferPointer, of photo: PhotoID, _ model: ModelID
    ) throws(EvokeError) -> UnsafeBufferPointer<Float16> {
        guard blob.count == 2 * model.dimensions else {
            throw EvokeError(
                .libraryDamaged, doing: "read the vector of photo", subject: "\(photo.value)",
                reason: "it has \(blob.count) bytes where \(2 * model.dimensions) belong",
                remedy: "Move the library away and index again.")
        }
        return blob.assumingMemoryBound(to: Float16.self)
    }
}
