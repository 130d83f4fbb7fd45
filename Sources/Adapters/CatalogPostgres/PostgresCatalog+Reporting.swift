import EvokeValues

extension PostgresCatalog {
    func models() async throws -> [ModelID] {
        try await read { try $0.models() }
    }

    func summary() async throws -> CatalogSummary {
        try await read { connection in
            try connection.snapshot {
                let counted = try connection.models().map { model in
                    let photos = try connection.integer(
                        """
                        SELECT count(*) FROM evoke.vectors v JOIN evoke.photos p USING (library, photo)
                        WHERE v.library = $1 AND p.missing = 0 AND v.model = (
                            SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2)
                        """, model.fingerprint)
                    return CatalogSummary.Model(id: model, photos: Int(photos ?? 0))
                }
                func count(_ condition: String) throws(EvokeError) -> Int {
                    Int(
                        try connection.integer(
                            "SELECT count(*) FROM evoke.photos p WHERE p.library = $1 AND \(condition)") ?? 0)
                }
                func here(_ table: String) -> String {
                    "p.missing = 0 AND p.photo IN (SELECT photo FROM evoke.\(table) WHERE library = $1)"
                }
                return CatalogSummary(
                    photos: try count(Self.canBeShown), failed: try count(here("failures")),
                    cut: try count(here("cuts")), missing: try count("p.missing = 1"),
                    hidden: try count("p.missing = 2"), models: counted, roots: try connection.roots())
            }
        }
    }

    func failures() async throws -> [FailedPhoto] {
        try await read { connection in
            try connection.rows(
                """
                SELECT d.path, p.name, f.kind, f.doing, f.reason, f.remedy
                FROM evoke.failures f JOIN evoke.photos p USING (library, photo)
                    JOIN evoke.folders d USING (library, folder)
                WHERE f.library = $1 AND p.missing = 0 ORDER BY d.path, p.name
                """
            ).map { row in
                let path = row.path(0).appending(row.bytes(1))
                return FailedPhoto(
                    path: path,
                    error: EvokeError(
                        EvokeError.Kind(rawValue: row.text(2)), doing: row.text(3), subject: path.display,
                        reason: row.text(4), remedy: row.text(5)))
            }
        }
    }

    func cutPhotos() async throws -> [TruncatedPhoto] {
        try await read { connection in
            try connection.rows(
                """
                SELECT d.path, p.name, c.share
                FROM evoke.cuts c JOIN evoke.photos p USING (library, photo) JOIN evoke.folders d USING (library, folder)
                WHERE c.library = $1 AND p.missing = 0 ORDER BY d.path, p.name
                """
            ).map { TruncatedPhoto(path: $0.path(0).appending($0.bytes(1)), share: $0.real(2)) }
        }
    }

    static let canBeShown = """
        p.missing = 0 AND (
            NOT EXISTS (SELECT 1 FROM evoke.failures f WHERE f.library = p.library AND f.photo = p.photo)
            OR EXISTS (SELECT 1 FROM evoke.vectors v WHERE v.library = p.library AND v.photo = p.photo))
        """
}

extension Connection {
    func models() throws(EvokeError) -> [ModelID] {
        try rows("SELECT name, fingerprint, dimensions FROM evoke.models WHERE library = $1 ORDER BY model").map {
            row in
            ModelID(name: row.text(0), fingerprint: row.text(1), dimensions: Int(row.integer(2)))
        }
    }
}
