import EvokeValues

extension PostgresCatalog {
    func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await write(recording: changes, by: model) { connection throws(EvokeError) in
            try connection.record(changes, model: model)
        }
    }

    func record(_ places: [PhotoID: PhotoPlace]) async throws {
        try await write { connection throws(EvokeError) in
            let photos = places.keys.map(\.value)
            try connection.lock(photos)
            let noted = try connection.rows(
                """
                UPDATE evoke.places p SET known = true, city = c.city, subdivision = c.subdivision, country = c.country
                FROM unnest($2, $3, $4, $5) AS c(photo, city, subdivision, country)
                WHERE p.library = $1 AND p.photo = c.photo RETURNING p.photo
                """, Numbers(photos), Numbers(places.values.map(\.city)), List(places.values.map(\.subdivision)),
                List(places.values.map(\.country)))
            connection.changes.photos.formUnion(noted.map { $0.integer(0) })
        }
    }

    func record(_ colors: [PhotoID: PhotoColors]) async throws {
        try await write { connection throws(EvokeError) in
            let photos = colors.keys.map(\.value)
            try connection.lock(photos)
            let noted = try connection.rows(
                """
                UPDATE evoke.photos p SET colors = c.colors FROM unnest($2, $3) AS c(photo, colors)
                WHERE p.library = $1 AND p.photo = c.photo RETURNING p.photo
                """, Numbers(photos), Numbers(colors.values.map { Int64($0.bits) }))
            connection.changes.photos.formUnion(noted.map { $0.integer(0) })
        }
    }
}

extension Connection {
    /// Logs these photos for followers of vectors.
    func recordVectors(of photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        for row in try rows(
            "SELECT model, photo FROM evoke.vectors WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        {
            changes.vectors.insert(Changes.Vector(model: row.integer(0), photo: row.integer(1)))
        }
    }

    /// Rows that depend on them are deleted by the foreign keys.
    func deletePhotos(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        try recordVectors(of: photos)
        try rows("DELETE FROM evoke.photos WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        changes.photos.formUnion(photos)
        for photo in photos { changes.texts[photo] = nil }
    }
}
