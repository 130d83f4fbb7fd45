import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int] {
        try await use { connection in try connection.withColumns { $0.placeCounts(among: photos) } }
    }

    package func countWithoutColors() async throws -> Int {
        try await use { connection in try connection.withColumns { $0.withoutColors.count } }
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

    /// The place is looked up later, from the coordinates.
    func forgetPlace(of photo: Int64, hasCoordinates: Bool) throws(EvokeError) {
        try statement("DELETE FROM places WHERE photo = ?").bind(photo).run()
        if hasCoordinates { try statement("INSERT INTO places(photo) VALUES(?)").bind(photo).run() }
    }
}
