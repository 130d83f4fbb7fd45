package import EvokeValues

extension CatalogDriver {
    package func photosWithoutQuality(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { try $0.cards(where: CatalogCondition.lacksQuality, after: photo, limit: limit) }
    }

    package func countWithoutQuality() async throws -> Int {
        try await read { try $0.count(where: CatalogCondition.lacksQuality) }
    }

    package func record(_ qualities: [ContentDigest: PhotoQuality]) async throws {
        try await write { connection throws(EvokeError) in
            try connection.record(qualities, in: .qualities) { _, quality, _ in
                [.integer(PhotoQuality.version), .real(quality.sharpness), .real(quality.exposure)]
            }
        }
    }

    package func qualities(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoQuality] {
        try await read { connection in
            var qualities: [ContentDigest: PhotoQuality] = [:]
            try connection.run(
                """
                SELECT p.content, q.sharpness, q.exposure FROM photos p JOIN qualities q ON q.photo = p.photo
                WHERE p.content IN list($1)
                """, with: [contents]
            ) { row in
                if let content = row.digest(0) {
                    qualities[content] = PhotoQuality(sharpness: row.real(1), exposure: row.real(2))
                }
            }
            return qualities
        }
    }
}

extension CatalogCondition {
    fileprivate static let lacksQuality = lacks(.qualities, where: "version = \(PhotoQuality.version)")
}
