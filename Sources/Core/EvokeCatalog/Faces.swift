package import EvokeValues

extension CatalogDriver {
    package func photosWithoutFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await read { try $0.cards(where: CatalogCondition.lacksFaces(by: finder), after: photo, limit: limit) }
    }

    package func countWithoutFaces(by finder: FaceFinderID) async throws -> Int {
        try await read { try $0.count(where: CatalogCondition.lacksFaces(by: finder)) }
    }

    package func record(_ faces: [ContentDigest: FoundFaces]) async throws {
        try await write { connection throws(EvokeError) in
            guard try connection.keepsPeople() else { return }
            try connection.record(faces, in: .faces) { photo, found, _ in
                connection.changes.photos.insert(photo)
                return [
                    .integer(found.finder.value), found.faces.faces.count.catalogValue, found.bytes.catalogValue,
                ]
            }
        }
    }

    package func faces(of contents: [ContentDigest]) async throws -> [ContentDigest: FoundFaces] {
        try await read { connection in
            var faces: [ContentDigest: FoundFaces] = [:]
            try connection.run(
                """
                SELECT f.finder, f.found, p.width, p.height, p.content FROM photos p JOIN faces f ON f.photo = p.photo
                WHERE p.content IN list($1)
                """, with: [contents]
            ) { row in
                if let content = row.digest(4) { faces[content] = row.faces(0) }
            }
            return faces
        }
    }

    package func photosWithFaces(
        by finder: FaceFinderID, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoFaces] {
        try await read { try $0.photosWithFaces("f.photo > $2 ORDER BY f.photo LIMIT $3", finder, photo, limit) }
    }
}

extension CatalogCondition {
    fileprivate static func lacksFaces(by finder: FaceFinderID) -> String {
        lacks(.faces, where: "finder = \(finder.value)")
    }
}
