import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT l.photo, f.latitude, f.longitude FROM places l JOIN metadata f ON f.photo = l.photo
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

    package func record(_ places: [PhotoID: PhotoPlace]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (photo, place) in places {
                    try connection.statement(
                        "UPDATE places SET known = 1, city = ?, subdivision = ?, country = ? WHERE photo = ?"
                    ).bind(place.city, place.subdivision, place.country, photo.value).run()
                }
                try connection.followFullText()
            }
        }
    }
}

extension SQLiteConnection {
    /// Nil if unknown.
    func place(of photo: Int64) throws(EvokeError) -> PhotoPlace? {
        let row = try statement("SELECT city, subdivision, country FROM places WHERE photo = ? AND known = 1")
            .bind(photo)
        defer { row.reset() }
        return try row.step() ? row.place(from: 0) : nil
    }

    /// The place is looked up later, from the coordinates.
    func forgetPlace(of photo: Int64, hasCoordinates: Bool) throws(EvokeError) {
        try statement("DELETE FROM places WHERE photo = ?").bind(photo).run()
        if hasCoordinates { try statement("INSERT INTO places(photo) VALUES(?)").bind(photo).run() }
    }
}

extension SQLiteStatement {
    /// Reads a place from three columns.
    func place(from first: Int32) -> PhotoPlace {
        PhotoPlace(
            city: isNull(first) ? nil : integer(first), subdivision: isNull(first + 1) ? nil : text(first + 1),
            country: isNull(first + 2) ? nil : text(first + 2))
    }
}

extension SQLiteCatalog {
    package func photosWithoutColors(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "p.colors IS NULL AND p.photo > ? ORDER BY p.photo LIMIT ?", photo.value, Int64(limit))
        }
    }

    package func record(_ colors: [PhotoID: PhotoColors]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (photo, colors) in colors {
                    try connection.statement("UPDATE photos SET colors = ? WHERE photo = ?")
                        .bind(Int64(colors.bits), photo.value).run()
                }
                try connection.followFullText()
            }
        }
    }

    package func colors(of photo: PhotoID) async throws -> PhotoColors? {
        try await use { connection in
            let row = try connection.statement("SELECT colors FROM photos WHERE photo = ?").bind(photo.value)
            defer { row.reset() }
            return try row.step() ? row.colors(0) : nil
        }
    }
}

extension SQLiteStatement {
    /// Nil if unknown or invalid.
    func colors(_ column: Int32) -> PhotoColors? { isNull(column) ? nil : PhotoColors(bits: integer(column)) }
}
