import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await read { connection in
            var found: [PhotoID: Coordinates] = [:]
            for row in try connection.rows(
                """
                SELECT l.photo, t.latitude, t.longitude FROM evoke.places l JOIN evoke.metadata t USING (library, photo)
                WHERE l.library = $1 AND l.known = 0 LIMIT $2
                """, Int64(limit))
            {
                found[PhotoID(row.integer(0))] = Coordinates(latitude: row.real(1), longitude: row.real(2))
            }
            return found
        }
    }

    func colors(of photo: PhotoID) async throws -> PhotoColors? {
        try await read { connection in
            try connection.rows("SELECT colors FROM evoke.photos WHERE library = $1 AND photo = $2", photo.value).first?
                .colors(0)
        }
    }
}
