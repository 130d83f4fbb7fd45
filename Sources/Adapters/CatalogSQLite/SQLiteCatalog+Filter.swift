import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await use { connection in
            try connection.withColumns { columns in
                try columns.photos(meeting: condition) { try connection.photos(passing: $0) }
            }
        }
    }

    package func values(of trait: PhotoTrait) async throws -> [PhotoValue] {
        try await use { connection in try connection.withColumns { $0.values(of: trait) } }
    }

    package func cards(
        among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.withColumns { columns in
                let page = columns.page(among: photos, order, top: top, offset: offset)
                let cards = try connection.cards(of: page)
                return page.compactMap { cards[$0] }
            }
        }
    }

    package func days(among photos: PhotoSet?) async throws -> [PhotoDay] {
        try await use { connection in try connection.withColumns { $0.days(among: photos) } }
    }

    package func clusters(
        among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid
    ) async throws -> PhotoClusters {
        try await use { connection in
            try connection.withColumns { $0.clusters(among: photos, in: box, on: grid) }
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
