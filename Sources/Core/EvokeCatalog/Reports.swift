package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func models() async throws -> [ModelID] { try await read { try $0.models() } }

    package func summary() async throws -> CatalogSummary {
        try await snapshot { connection in
            let models = try connection.models().map { model in
                CatalogSummary.Model(
                    id: model,
                    photos: try connection.count(
                        """
                        SELECT count(*) FROM photos p WHERE p.missing = 0 AND EXISTS (
                            SELECT 1 FROM vectors v WHERE v.photo = p.photo
                            AND +v.model = (SELECT model FROM models WHERE fingerprint = $1))
                        """, model.fingerprint))
            }
            func count(_ condition: String) throws(EvokeError) -> Int {
                try connection.count("SELECT count(*) FROM photos p WHERE \(condition)")
            }
            return CatalogSummary(
                photos: try count(CatalogCondition.canBeShown),
                failed: try count("p.missing = 0 AND p.photo IN (SELECT photo FROM failures)"),
                truncated: try count("p.missing = 0 AND p.photo IN (SELECT photo FROM truncations)"),
                missing: try count("p.missing = 1"), hidden: try count("p.missing = 2"), models: models,
                roots: try connection.roots())
        }
    }

    package func failures() async throws -> [FailedPhoto] {
        try await read { connection in
            try connection.map(
                """
                SELECT d.path, p.name, f.kind, f.doing, f.reason, f.remedy
                FROM failures f JOIN photos p ON p.photo = f.photo JOIN folders d ON d.folder = p.folder
                WHERE p.missing = 0 ORDER BY d.path, p.name
                """
            ) { row in
                let path = row.path(0).appending(row.bytes(1))
                return FailedPhoto(
                    path: path,
                    error: EvokeError(
                        EvokeError.Kind(rawValue: row.text(2)), doing: row.text(3), subject: path.display,
                        reason: row.text(4), remedy: row.text(5)))
            }
        }
    }

    package func truncatedPhotos() async throws -> [TruncatedPhoto] {
        try await read { connection in
            try connection.map(
                """
                SELECT d.path, p.name, c.share
                FROM truncations c JOIN photos p ON p.photo = c.photo JOIN folders d ON d.folder = p.folder
                WHERE p.missing = 0 ORDER BY d.path, p.name
                """
            ) { row in TruncatedPhoto(path: row.path(0).appending(row.bytes(1)), share: row.real(2)) }
        }
    }

    package func roots() async throws -> [DiskPath] { try await read { try $0.roots() } }

    package func leave(_ suspects: Set<CheckReport.Suspect>) async throws {
        try await write { connection throws(EvokeError) in
            let rows = suspects.map { suspect in
                // As in the table: -1 is for everything that is no photo.
                if case .photo(let photo) = suspect { [photo.catalogValue] } else { [CatalogValue.integer(-1)] }
            }
            try connection.insert(rows, into: .suspects, onConflict: .ignore)
        }
    }
}

extension CatalogConnection {
    package func models() throws(EvokeError) -> [ModelID] {
        try map("SELECT name, fingerprint, dimensions FROM models ORDER BY model") { row in row.model(0) }
    }

    package func roots() throws(EvokeError) -> [DiskPath] {
        try map("SELECT path FROM roots") { row in row.path(0) }.sorted()
    }
}
