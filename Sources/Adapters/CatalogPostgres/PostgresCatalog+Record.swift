import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func record(_ places: [PhotoID: PhotoPlace]) async throws {
        try await write { connection throws(EvokeError) in
            let photos = places.keys.map(\.value)
            try connection.lock(photos)
            let noted = try connection.rows(
                """
                UPDATE evoke.places p SET known = 1, city = c.city, subdivision = c.subdivision, country = c.country
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
