package import EvokeValues

extension SQLiteCatalog {
    package func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await use { connection in try connection.withColumns { $0.photos(meeting: condition) } }
    }

    package func cards(
        meeting condition: PhotoCondition?, order: PhotoOrder, top: Int, offset: Int
    ) async throws -> (cards: [PhotoCard], total: Int) {
        try await use { connection in
            try connection.withColumns { columns in
                let photos = condition.map { columns.photos(meeting: $0) } ?? columns.shown
                let page = columns.page(of: photos, order, top: top, offset: offset)
                let cards = try connection.cards(of: page)
                return (page.compactMap { cards[$0] }, photos.count)
            }
        }
    }
}
