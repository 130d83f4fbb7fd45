package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await read { connection in
            try connection.dictionary(
                """
                SELECT l.photo, t.latitude, t.longitude FROM places l JOIN metadata t ON t.photo = l.photo
                WHERE l.known = 0 LIMIT $1
                """, limit
            ) { row in
                Coordinates(latitude: row.real(1), longitude: row.real(2)).map { (row.photo(0), $0) }
            }
        }
    }

    package func record(_ places: [PhotoID: PhotoPlace]) async throws {
        try await write { connection throws(EvokeError) in
            let rows = try connection.map(
                """
                SELECT l.photo FROM places l JOIN photos p ON p.photo = l.photo WHERE l.photo IN list($1)
                ORDER BY l.photo FOR NO KEY UPDATE OF p
                """, Array(places.keys)
            ) { row in
                let (photo, place) = (row.photo(0), places[row.photo(0)] ?? PhotoPlace())
                connection.changes.photos.insert(photo.value)
                return [CatalogValue].row(photo, 1, place.city, place.subdivision, place.country)
            }
            try connection.insert(rows, into: .places, onConflict: .replace)
        }
    }
}
