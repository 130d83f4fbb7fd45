import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func forgetPeople() async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            for setting in CatalogSetting.ofPeople { try connection.set(setting, to: nil) }
            try connection.rows(
                "DELETE FROM evoke.settings WHERE library = $1 AND name LIKE $2", "\(CatalogSetting.faceDistances) %")
            let photos = try connection.rows(
                """
                SELECT photo FROM evoke.faces WHERE library = $1 UNION
                SELECT p.photo FROM evoke.photos p JOIN evoke.face_decisions w USING (library, content) WHERE p.library = $1
                """)
            connection.changes.photos.formUnion(photos.map { $0.integer(0) })
            for table in [CatalogTable.faces, .people, .faceDecisions, .peopleChanges, .placedFaces] {
                try connection.rows("DELETE FROM evoke.\(table.name) WHERE library = $1")
            }
        }
    }
}
