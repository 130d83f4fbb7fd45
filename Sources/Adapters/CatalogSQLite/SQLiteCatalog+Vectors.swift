import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    private static let rowsInABlock = 256

    @discardableResult
    package func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        try await use { connection in
            try connection.snapshot {
                let statement = try connection.statement(
                    """
                    SELECT v.photo, v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo
                    WHERE v.model = (SELECT model FROM models WHERE fingerprint = ?) AND p.missing = 0
                    ORDER BY v.photo
                    """
                ).bind(model.fingerprint)
                defer { statement.reset() }
                var films = try connection.momentsInOrder(of: model)
                defer { films.end() }
                var ids: [PhotoID] = []
                var rows: [Float16] = []
                rows.reserveCapacity(Self.rowsInABlock * model.dimensions)
                while try statement.step() {
                    let id = PhotoID(statement.integer(0))
                    ids.append(id)
                    rows.append(contentsOf: try Self.halfFloats(in: statement.blob(1), of: id, model))
                    let moments = try films.moments(of: id)
                    ids += moments.times.map { _ in id }
                    rows += moments.halfFloats
                    if ids.count >= Self.rowsInABlock {
                        try rows.withUnsafeBufferPointer { try body(ids, $0) }
                        ids.removeAll(keepingCapacity: true)
                        rows.removeAll(keepingCapacity: true)
                    }
                }
                if !ids.isEmpty { try rows.withUnsafeBufferPointer { try body(ids, $0) } }
                return try connection.newest(of: "vector_changes")
            }
        }
    }

    package func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding? {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT half_floats FROM vectors
                WHERE photo = ? AND model = (SELECT model FROM models WHERE fingerprint = ?)
                """
            ).bind(photo.value, model.fingerprint)
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            return Embedding(
                normalizing: try Self.halfFloats(in: statement.blob(0), of: photo, model).map(Float.init),
                fingerprint: model.fingerprint)
        }
    }

    package func vectorStamp() async throws -> VectorStamp {
        try await use { try $0.newest(of: "vector_changes") }
    }

    package func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) async throws -> VectorChanges? {
        try await use { connection in
            try connection.snapshot {
                guard try connection.remembers(stamp, in: "vector_changes") else { return nil }
                let (reached, photos, isAll) = try connection.changes(since: stamp, model, limit: limit)
                let vector = try connection.statement(
                    """
                    SELECT v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo
                    WHERE v.model = (SELECT model FROM models WHERE fingerprint = ?) AND v.photo = ? AND p.missing = 0
                    """)
                defer { vector.reset() }
                let films = try connection.moments(of: Array(photos), model)
                var ids: [PhotoID] = []
                var halfFloats: [Float16] = []
                for photo in photos.sorted() {
                    vector.reset()
                    guard try vector.bind(model.fingerprint, photo.value).step() else { continue }
                    halfFloats.append(contentsOf: try Self.halfFloats(in: vector.blob(0), of: photo, model))
                    let moments = films[photo] ?? FilmMoments()
                    ids += [photo] + moments.times.map { _ in photo }
                    halfFloats += moments.halfFloats
                }
                return VectorChanges(stamp: reached, isAll: isAll, dropped: photos, ids: ids, halfFloats: halfFloats)
            }
        }
    }

    private static func halfFloats(
        in blob: UnsafeRawBufferPointer, of photo: PhotoID, _ model: ModelID
    ) throws(EvokeError) -> UnsafeBufferPointer<Float16> {
        guard blob.count == 2 * model.dimensions else {
            throw EvokeError(
                .libraryDamaged, doing: "read the vector of photo", subject: "\(photo.value)",
                reason: "it has \(blob.count) bytes instead of \(2 * model.dimensions)",
                remedy: "Move the library away and index again.")
        }
        return blob.assumingMemoryBound(to: Float16.self)
    }
}

extension SQLiteConnection {
    fileprivate func changes(
        since stamp: VectorStamp, _ model: ModelID, limit: Int
    ) throws(EvokeError) -> (VectorStamp, Set<PhotoID>, isAll: Bool) {
        let model = try integer("SELECT model FROM models WHERE fingerprint = ?", model.fingerprint)
        let statement = try statement(
            "SELECT number, token, model, photo FROM vector_changes WHERE number > ? ORDER BY number LIMIT ?"
        ).bind(stamp.number, Int64(limit))
        defer { statement.reset() }
        var (reached, photos, number) = (stamp, Set<PhotoID>(), 0)
        while try statement.step() {
            number += 1
            reached = VectorStamp(number: statement.integer(0), token: statement.integer(1))
            if !statement.isNull(2), statement.integer(2) == model { photos.insert(PhotoID(statement.integer(3))) }
        }
        return (reached, photos, number < limit)
    }
}
