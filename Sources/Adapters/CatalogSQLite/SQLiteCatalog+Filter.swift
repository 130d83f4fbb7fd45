package import EvokeValues

extension SQLiteCatalog {
    package func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await use { connection in try connection.withColumns { $0.photos(meeting: condition) } }
    }

    package func cards(
        among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int
    ) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.withColumns { columns in
                let photos = photos?.intersection(columns.shown) ?? columns.shown
                let page = columns.page(of: photos, order, top: top, offset: offset)
                let cards = try connection.cards(of: page)
                return page.compactMap { cards[$0] }
            }
        }
    }
}
