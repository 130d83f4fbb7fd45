import EvokeCSQLite
import EvokeCatalog
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

/// Databases as rclip 3 makes them.
@Suite struct RclipDatabaseTests {
    private let home = TemporaryFolder()
    private var file: DiskPath { home.path.appending("db.sqlite3") }

    private func make(_ rows: String) throws {
        let connection = try SQLiteConnection(
            uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try connection.execute(
            """
            CREATE TABLE images (
                id INTEGER PRIMARY KEY,
                deleted BOOLEAN,
                filepath TEXT NOT NULL UNIQUE,
                modified_at DATETIME NOT NULL,
                size INTEGER NOT NULL,
                vector BLOB NOT NULL,
                indexing BOOLEAN
            );
            CREATE TABLE db_version (version INTEGER);
            INSERT INTO db_version(version) VALUES (3);
            \(rows)
            """)
    }

    private func vector(_ path: String, size: Int64 = 7, modified: Int64 = 1_700_000_000_123_456_789)
        async throws -> [Float]?
    {
        let stamp = FileStamp(size: size, modifiedNanoseconds: modified, inode: 1)
        return try await RclipDatabase(at: file).vector(of: DiskPath(path), as: stamp)
    }

    @Test func theVectorOfAFileThatIsAsItWas() async throws {
        try make(
            """
            INSERT INTO images(filepath, modified_at, size, vector, deleted) VALUES
                ('/photos/ä b.jpg', 1700000000.1234567, 7, x'0000803F000000BF', NULL),
                ('/photos/gone.jpg', 1700000000.1234567, 7, x'0000803F', 1),
                ('/photos/2019/odd.jpg', 1700000000.1234567, 7, x'0000803F00', NULL),
                ('/elsewhere/a.jpg', 1700000000, 7, x'0000803F', NULL);
            """)
        #expect(try await vector("/photos/ä b.jpg") == [1, -0.5])
        #expect(try await vector("/photos/ä b.jpg", size: 8) == nil)
        #expect(try await vector("/photos/ä b.jpg", modified: 1_700_000_000_123_466_789) == nil)
        #expect(try await vector("/elsewhere/a.jpg", modified: 1_700_000_000_000_000_000) == [1])
        for path in ["/photos/gone.jpg", "/photos/2019/odd.jpg", "/photos/new.jpg"] {
            #expect(try await vector(path) == nil)
        }
        #expect(try await RclipDatabase(at: file).folders() == [DiskPath("/elsewhere"), DiskPath("/photos")])
    }

    @Test func whatIsNotRclipsIsRefused() throws {
        #expect(throws: EvokeError.self) { try RclipDatabase(at: file) }
        for bytes in [[], Array("text".utf8)] {
            try FileSystem.replace(file, with: bytes)
            #expect { try RclipDatabase(at: file) } throws: { ($0 as? EvokeError)?.kind == .unsupported }
        }
    }
}
