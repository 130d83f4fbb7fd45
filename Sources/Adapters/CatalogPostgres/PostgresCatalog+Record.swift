import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func record(_ changes: [CatalogChange], model: ModelID) async throws {
        try await write(recording: changes, by: model) { connection throws(EvokeError) in
            try connection.record(changes, model: model)
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
            changes.vectors.insert(CatalogChanges.Vector(model: row.integer(0), photo: row.integer(1)))
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

extension Connection {
    private static let described = ["metadata", "places", "keywords", "companions"]

    /// Deletes all metadata of photos.
    func forgetMetadata(of photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        for table in Self.described {
            try rows("DELETE FROM evoke.\(table) WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        }
    }

    /// Writes the metadata of photos that have none.
    func describe(
        _ photos: [(number: Int64, metadata: PhotoMetadata, companions: PhotoCompanions)]
    ) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        let (numbers, metadata) = (Numbers(photos.map(\.number)), photos.map(\.metadata))
        let columns = """
            photo, taken, nanoseconds, utc_offset, taken_precision, taken_source, make, camera, lens, latitude, longitude,
            altitude, orientation, rating, title, description, length
            """
        try rows(
            """
            INSERT INTO evoke.metadata(library, \(columns)) SELECT $1, c.*
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) AS c(\(columns))
            """,
            numbers, Numbers(metadata.map { $0.taken?.localSeconds }),
            Numbers(metadata.map { $0.taken.map { Int64($0.nanoseconds) } }),
            Numbers(metadata.map { $0.taken?.utcOffsetMinutes.map(Int64.init) }),
            List(metadata.map { $0.taken?.precision.rawValue }), List(metadata.map { $0.taken?.source.rawValue }),
            List(metadata.map { $0.camera?.make }), List(metadata.map { $0.camera?.model }), List(metadata.map(\.lens)),
            List(metadata.map { $0.place?.latitude }), List(metadata.map { $0.place?.longitude }),
            List(metadata.map { $0.place?.altitude }), Numbers(metadata.map { $0.orientation.map(Int64.init) }),
            Numbers(metadata.map { $0.rating.map(Int64.init) }), List(metadata.map(\.title)),
            List(metadata.map(\.description)), List(metadata.map(\.length)))
        // The place is looked up later, from the coordinates.
        let placed = photos.filter { $0.metadata.place != nil }.map(\.number)
        if !placed.isEmpty {
            try rows(
                "INSERT INTO evoke.places(library, photo) SELECT $1, photo FROM unnest($2) AS photo", Numbers(placed))
        }
        try addRows(to: "keywords", "keyword", photos.map { ($0.number, $0.metadata.keywords) })
        try addRows(to: "companions", "path", photos.map { ($0.number, $0.companions.files + $0.companions.sidecars) })
    }

    /// Several values per photo, in order.
    private func addRows<Value: Listable>(
        to table: String, _ column: String, _ photos: [(number: Int64, values: [Value])]
    ) throws(EvokeError) {
        let rows = photos.flatMap { photo in
            photo.values.enumerated().map { (photo: photo.number, place: Int64($0.offset), value: $0.element) }
        }
        guard !rows.isEmpty else { return }
        try self.rows(
            """
            INSERT INTO evoke.\(table)(library, photo, position, \(column))
            SELECT $1, c.* FROM unnest($2, $3, $4) AS c(photo, position, value)
            """, Numbers(rows.map(\.photo)), Numbers(rows.map(\.place)), List(rows.map(\.value)))
    }
}
