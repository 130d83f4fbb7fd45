package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func vectors(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: Embedding] {
        try await read { connection in
            guard let number = try connection.number(of: model) else { return [:] }
            let rows = try connection.vectors("v.photo IN list($2)", with: [number, photos], model)
            var vectors: [PhotoID: Embedding] = [:]
            for (place, photo) in rows.ids.enumerated() {
                let values = rows.halfFloats[place * model.dimensions..<(place + 1) * model.dimensions]
                vectors[photo] = Embedding(normalizing: values.map(Float.init), fingerprint: model.fingerprint)
            }
            return vectors
        }
    }

    package func vectorStamp() async throws -> VectorStamp {
        try await read { try $0.newest(of: .vectors) }
    }

    package func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) async throws -> VectorChanges? {
        try await read { connection in
            let changes = try connection.vectorChanges(since: stamp, model: model, limit: limit)
            // Rows written since then come again with the next changes.
            guard let changes, case let films = try connection.moments(of: changes.ids, model), !films.isEmpty
            else { return changes }
            var (ids, halfFloats) = (changes.ids, changes.halfFloats)
            for (film, moments) in films.sorted(by: { $0.key < $1.key }) {
                ids += moments.times.map { _ in film }
                halfFloats += moments.halfFloats
            }
            return VectorChanges(
                stamp: changes.stamp, isAll: changes.isAll, dropped: changes.dropped, ids: ids, halfFloats: halfFloats)
        }
    }
}

extension CatalogConnection {
    /// Without the moments of films.
    package func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) throws -> VectorChanges? {
        try snapshot {
            guard try remembers(stamp, in: .vectors) else { return nil }
            let number = try number(of: model)
            var (reached, photos, count) = (stamp, Set<PhotoID>(), 0)
            try run(
                "SELECT number, token, model, photo FROM vector_changes WHERE number > $1 ORDER BY number LIMIT $2",
                with: [stamp.number, limit]
            ) { row in
                count += 1
                reached = VectorStamp(number: row.integer(0), token: row.integer(1))
                if let changed = row.optionalInteger(2), changed == number { photos.insert(row.photo(3)) }
            }
            let rows = try vectors(of: Array(photos), model)
            return VectorChanges(
                stamp: reached, isAll: count < limit, dropped: photos, ids: rows.ids, halfFloats: rows.halfFloats)
        }
    }

    /// Only photos that are there, in the order of their numbers.
    package func vectors(of photos: [PhotoID], _ model: ModelID) throws(EvokeError) -> VectorRows {
        guard let number = try number(of: model) else { return VectorRows() }
        return try vectors("v.photo IN list($2) AND p.missing = 0 ORDER BY v.photo", with: [number, photos], model)
    }

    package func vectors(after photo: PhotoID, limit: Int, _ model: ModelID) throws(EvokeError) -> VectorRows {
        guard let number = try number(of: model) else { return VectorRows() }
        return try vectors(
            "v.photo > $2 AND p.missing = 0 ORDER BY v.photo LIMIT $3", with: [number, photo, limit], model)
    }

    fileprivate func vectors(
        _ condition: String, with values: [any CatalogBindable], _ model: ModelID
    ) throws(EvokeError) -> VectorRows {
        var found = VectorRows()
        try run(
            """
            SELECT v.photo, v.half_floats FROM vectors v JOIN photos p ON p.photo = v.photo
            WHERE v.model = $1 AND \(condition)
            """, with: values
        ) { row throws(EvokeError) in
            try row.takeVector(&found.ids, &found.halfFloats, model.dimensions)
        }
        return found
    }
}

/// Collects the vectors of photos and their moments, and hands over some hundred at a time.
package struct VectorScan {
    private static let rowsAtOnce = 256

    private let model: ModelID
    private let handOver: ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    private var (ids, halfFloats): ([PhotoID], [Float16]) = ([], [])

    package init(of model: ModelID, _ handOver: @escaping ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void) {
        (self.model, self.handOver) = (model, handOver)
        halfFloats.reserveCapacity(Self.rowsAtOnce * model.dimensions)
    }

    /// - Parameter row: begins with the photo and its vector.
    package mutating func add(_ row: some CatalogRow, _ moments: FilmMoments) throws {
        try row.takeVector(&ids, &halfFloats, model.dimensions)
        ids += moments.times.map { _ in row.photo(0) }
        halfFloats += moments.halfFloats
        if ids.count >= Self.rowsAtOnce { try end() }
    }

    /// Hands over the rest.
    package mutating func end() throws {
        guard !ids.isEmpty else { return }
        try halfFloats.withUnsafeBufferPointer { try handOver(ids, $0) }
        ids.removeAll(keepingCapacity: true)
        halfFloats.removeAll(keepingCapacity: true)
    }
}

extension CatalogRow {
    /// Reads a photo and its vector from two columns.
    package func takeVector(
        _ ids: inout [PhotoID], _ halfFloats: inout [Float16], _ dimensions: Int
    ) throws(EvokeError) {
        let count = appendHalfFloats(1, to: &halfFloats)
        guard count == dimensions else {
            throw EvokeError(
                .libraryDamaged, doing: "read the vector of photo", subject: "\(integer(0))",
                reason: "it has \(count) values instead of \(dimensions)", remedy: "Check the library.")
        }
        ids.append(photo(0))
    }
}
