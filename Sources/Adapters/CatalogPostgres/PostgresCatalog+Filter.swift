import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await withColumns { columns, connection in
            try columns.photos(meeting: condition) { try connection.photos(passing: $0) }
        }
    }

    func values(of trait: PhotoTrait) async throws -> [PhotoValue] {
        try await withColumns { columns, _ in columns.values(of: trait) }
    }

    func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) async throws -> [PhotoCard] {
        try await withColumns { columns, connection in
            let page = columns.page(among: photos, order, top: top, offset: offset)
            let cards = try connection.cards(of: page)
            return page.compactMap { cards[$0] }
        }
    }

    func days(among photos: PhotoSet?) async throws -> [PhotoDay] {
        try await withColumns { columns, _ in columns.days(among: photos) }
    }

    func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) async throws -> PhotoClusters {
        try await withColumns { columns, _ in columns.clusters(among: photos, in: box, on: grid) }
    }

    func placeCounts(among photos: PhotoSet?) async throws -> [PhotoPlace: Int] {
        try await withColumns { columns, _ in columns.placeCounts(among: photos) }
    }

    func countWithoutColors() async throws -> Int {
        try await withColumns { columns, _ in columns.withoutColors.count }
    }

    func photosWithoutPlace(limit: Int) async throws -> [PhotoID: Coordinates] {
        try await read { connection in
            var found: [PhotoID: Coordinates] = [:]
            for row in try connection.rows(
                """
                SELECT l.photo, t.latitude, t.longitude FROM evoke.places l JOIN evoke.facts t USING (library, photo)
                WHERE l.library = $1 AND NOT l.known LIMIT $2
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

extension Connection {
    /// For conditions that the columns cannot answer.
    fileprivate func photos(passing test: PhotoTest) throws(EvokeError) -> PhotoSet {
        switch test {
        case .pictureText(let words): try photos(reading: words)
        case .person(let name):
            if let person = PersonID(numbered: name) {
                try photos(of: [person])
            } else {
                try photos(of: people().filter { $0.isCalled(name) }.map(\.id))
            }
        case .faces(let range): try photos(havingFaces: range)
        default: PhotoSet()
        }
    }
}
