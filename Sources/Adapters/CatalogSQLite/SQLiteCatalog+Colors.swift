import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutColors(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "p.colors IS NULL AND p.id > ? ORDER BY p.id LIMIT ?", photo.value, Int64(limit))
        }
    }

    package func countWithoutColors() async throws -> Int {
        try await use { connection in try connection.withColumns { $0.withoutColors.count } }
    }

    package func record(_ colors: [PhotoID: PhotoColors]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (photo, colors) in colors {
                    try connection.statement("UPDATE photos SET colors = ? WHERE id = ?")
                        .bind(Int64(colors.bits), photo.value).run()
                }
                try connection.followFullText()
            }
        }
    }

    package func colors(of photo: PhotoID) async throws -> PhotoColors? {
        try await use { connection in
            let row = try connection.statement("SELECT colors FROM photos WHERE id = ?").bind(photo.value)
            defer { row.reset() }
            return try row.step() ? row.colors(0) : nil
        }
    }
}

extension Statement {
    /// Nil if unknown or invalid.
    func colors(_ column: Int32) -> PhotoColors? { isNull(column) ? nil : PhotoColors(bits: integer(column)) }
}
