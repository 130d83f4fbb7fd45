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

extension CatalogRow {
    /// Reads a photo and its vector from two columns.
    package func takeVector(
        _ ids: inout [PhotoID], _ halfFloats: inout [Float16], _ dimensions: Int
    ) throws(EvokeError) {
        try PhotoID.checkVector(appendHalfFloats(1, to: &halfFloats), dimensions, of: photo(0))
        ids.append(photo(0))
    }
}

extension PhotoID {
    /// - Parameter count: the number of values in the photo's vector.
    package static func checkVector(_ count: Int, _ dimensions: Int, of photo: PhotoID) throws(EvokeError) {
        guard count == dimensions else {
            throw EvokeError(
                .libraryDamaged, doing: "read the vector of photo", subject: "\(photo.value)",
                reason: "it has \(count) values instead of \(dimensions)", remedy: "Check the library.")
        }
    }
}
