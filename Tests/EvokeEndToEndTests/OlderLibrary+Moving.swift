import EvokeCSQLite
import EvokeCatalog
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

extension OlderLibrary {
    /// Tells it where its photos and its model lie now. Its vectors are of that model as it is today: the way in which
    /// photos are prepared, which the fingerprint names, may have changed since, and that is not a matter of formats.
    func move() async throws {
        let today = try GeneratedLibrary(photos: 1)
        #expect(try await today.index().code == 0)
        let models = try await today.status()["models"] as? [[String: Any]]
        let fingerprint = try #require(models?.first?["fingerprint"] as? String)
        let file = folder.appending(SQLiteCatalog.fileName)
        let connection = try SQLiteConnection(uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
        try connection.execute("UPDATE models SET fingerprint = '\(fingerprint)';" + moving())
    }
}
