package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT l.photo, f.latitude, f.longitude FROM places l JOIN facts f ON f.photo = l.photo
                WHERE l.known = 0 LIMIT ?
                """
            ).bind(Int64(limit))
            defer { statement.reset() }
            var found: [PhotoID: Coordinates] = [:]
            while try statement.step() {
                found[PhotoID(statement.integer(0))] = Coordinates(
                    latitude: statement.real(1), longitude: statement.real(2))
            }
            return found
        }
    }

    package func note(_ places: [PhotoID: PhotoPlace]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (photo, place) in places {
                    try connection.statement(
                        "UPDATE places SET known = 1, city = ?, subdivision = ?, country = ? WHERE photo = ?"
                    ).bind(place.city, place.subdivision, place.country, photo.value).run()
                }
                try connection.followWritten()
            }
        }
    }

    package func place(of photo: PhotoID) async throws -> PhotoPlace? {
        try await use { connection in try connection.place(of: photo.value) }
    }

    package func placeCounts() async throws -> [PhotoPlace: Int] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT l.city, l.subdivision, l.country, count(*) FROM places l JOIN photos p ON p.id = l.photo
                WHERE l.country IS NOT NULL AND \(Self.canBeShown) GROUP BY l.country, l.subdivision, l.city
                """)
            defer { statement.reset() }
            var counts: [PhotoPlace: Int] = [:]
            while try statement.step() { counts[statement.place] = Int(statement.integer(3)) }
            return counts
        }
    }
}

extension Connection {
    /// Nil where it is not noted.
    func place(of photo: Int64) throws(EvokeError) -> PhotoPlace? {
        let row = try statement("SELECT city, subdivision, country FROM places WHERE photo = ? AND known = 1")
            .bind(photo)
        defer { row.reset() }
        return try row.step() ? row.place : nil
    }

    /// Where a photo was taken is looked up later, from its coordinates.
    func forgetPlace(of photo: Int64, hasCoordinates: Bool) throws(EvokeError) {
        try statement("DELETE FROM places WHERE photo = ?").bind(photo).run()
        if hasCoordinates { try statement("INSERT INTO places(photo) VALUES(?)").bind(photo).run() }
    }
}

extension Statement {
    var place: PhotoPlace {
        PhotoPlace(
            city: isNull(0) ? nil : integer(0), subdivision: isNull(1) ? nil : text(1),
            country: isNull(2) ? nil : text(2))
    }
}
