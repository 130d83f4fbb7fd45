package import EvokeValues

extension CatalogDriver {
    package func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await read { connection in
            var found: [PhotoID: Coordinates] = [:]
            try connection.run(
                """
                SELECT l.photo, t.latitude, t.longitude FROM places l JOIN metadata t ON t.photo = l.photo
                WHERE l.known = 0 LIMIT $1
                """, with: [limit]
            ) { row in
                found[row.photo(0)] = Coordinates(latitude: row.real(1), longitude: row.real(2))
            }
            return found
        }
    }

    package func record(_ places: [PhotoID: PhotoPlace]) async throws {
        try await write { connection throws(EvokeError) in
            let rows: [[CatalogValue]] = try connection.map(
                """
                SELECT l.photo FROM places l JOIN photos p ON p.photo = l.photo WHERE l.photo IN list($1)
                ORDER BY l.photo FOR NO KEY UPDATE OF p
                """, Array(places.keys)
            ) { row in
                let (photo, place) = (row.photo(0), places[row.photo(0)] ?? PhotoPlace())
                connection.changes.photos.insert(photo.value)
                return [
                    photo.catalogValue, .integer(1), place.city.catalogValue, place.subdivision.catalogValue,
                    place.country.catalogValue,
                ]
            }
            try connection.insert(rows, into: .places, nil, onConflict: .replace)
        }
    }

    package func photosWithoutColors(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { try $0.cards(where: "p.colors IS NULL", after: photo, limit: limit) }
    }

    package func record(_ colors: [PhotoID: PhotoColors]) async throws {
        try await write { connection throws(EvokeError) in
            let photos = try connection.map(
                "SELECT photo FROM photos p WHERE photo IN list($1) ORDER BY photo FOR NO KEY UPDATE OF p",
                Array(colors.keys)
            ) { row in row.integer(0) }
            for (bits, alike) in Dictionary(grouping: colors, by: \.value.bits) {
                try connection.run(
                    "UPDATE photos SET colors = $1 WHERE photo IN list($2)", Int64(bits), alike.map(\.key))
            }
            connection.changes.photos.formUnion(photos)
        }
    }

    package func colors(of photo: PhotoID) async throws -> PhotoColors? {
        try await read { connection in
            try connection.map("SELECT colors FROM photos WHERE photo = $1", photo) { $0.colors(0) }.first ?? nil
        }
    }
}
