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

    package func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int] {
        try await use { connection in try connection.withColumns { $0.placeCounts(among: photos) } }
    }
}

extension SQLiteConnection {
    /// For each list of places, the photos taken in one of them, including photos that cannot be shown.
    func photos(takenIn lists: [Set<PlaceID>]) throws -> [PhotoSet] {
        guard !lists.isEmpty else { return [] }
        // A single query is faster by walking through the table than by loading the columns.
        guard hasColumns || hasWalkedThroughPlaces else {
            hasWalkedThroughPlaces = true
            return try lists.map { places throws(EvokeError) in try walk(to: places) }
        }
        return try withColumns { columns in lists.map { columns.photos(in: $0) } }
    }

    private func walk(to places: Set<PlaceID>) throws(EvokeError) -> PhotoSet {
        var (cities, codes) = ([String](), [String]())
        for place in places {
            switch place {
            case .city(let number): cities.append("\(number)")
            case .subdivision(let code), .country(let code): codes.append("\"\(code)\"")
            }
        }
        let codesAsJSON = "[\(codes.joined(separator: ","))]"
        let statement = try statement(
            """
            SELECT photo FROM places WHERE known = 1 AND (city IN (SELECT value FROM json_each(?))
                OR subdivision IN (SELECT value FROM json_each(?)) OR country IN (SELECT value FROM json_each(?)))
            """
        ).bind("[\(cities.joined(separator: ","))]", codesAsJSON, codesAsJSON)
        defer { statement.reset() }
        var photos = PhotoSet()
        while try statement.step() { photos.insert(PhotoID(statement.integer(0))) }
        return photos
    }

    /// Nil if unknown.
    func place(of photo: Int64) throws(EvokeError) -> PhotoPlace? {
        let row = try statement("SELECT city, subdivision, country FROM places WHERE photo = ? AND known = 1")
            .bind(photo)
        defer { row.reset() }
        return try row.step() ? row.place(from: 0) : nil
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

    package func countWithoutColors() async throws -> Int {
        try await use { connection in try connection.withColumns { $0.withoutColors.count } }
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
