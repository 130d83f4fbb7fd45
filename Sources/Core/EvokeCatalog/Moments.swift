package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func moments(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: FilmMoments] {
        try await read { try $0.moments(of: photos, model) }
    }

    package func countOfMoments(of model: ModelID) async throws -> Int {
        try await read { connection in
            try connection.count(
                """
                SELECT CAST(sum(x.count) AS bigint) FROM moments x JOIN photos p ON p.photo = x.photo
                WHERE x.model = (SELECT model FROM models WHERE fingerprint = $1) AND p.missing = 0
                """, model.fingerprint)
        }
    }
}

extension CatalogConnection {
    /// Nil if the model has no vectors.
    package func number(of model: ModelID) throws(EvokeError) -> Int64? {
        try integer("SELECT model FROM models WHERE fingerprint = $1", model.fingerprint)
    }

    /// Only films that have moments.
    package func moments(of photos: [PhotoID], _ model: ModelID) throws(EvokeError) -> [PhotoID: FilmMoments] {
        try dictionary(
            """
            SELECT photo, moments FROM moments
            WHERE model = (SELECT model FROM models WHERE fingerprint = $1) AND photo IN list($2) AND count > 0
            """, model.fingerprint, photos
        ) { row throws(EvokeError) in (row.photo(0), try FilmMoments(row.bytes(1), of: row.integer(0), model)) }
    }
}

extension FilmMoments {
    /// From the bytes in a row.
    package init(_ bytes: some Sequence<UInt8>, of photo: Int64, _ model: ModelID) throws(EvokeError) {
        guard let moments = FilmMoments(bytes: bytes, dimensions: model.dimensions) else {
            throw EvokeError(
                .libraryDamaged, doing: "read the moments of film", subject: "\(photo)",
                reason: "the stored data is damaged", remedy: "Check the library.")
        }
        self = moments
    }
}
