#if Import
import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// rclip's database, which has vectors by the paths of photos.
package struct RclipDatabase: VectorsElsewhere {
    // Sendable because only the executor's thread uses it.
    private final class Opened: @unchecked Sendable {
        let connection: SQLiteConnection

        init(_ connection: SQLiteConnection) { self.connection = connection }
    }

    private static let doing = "read rclip's database"

    private let opened: Opened
    private let executor = BlockingExecutor(width: 1)

    /// Throws if it is missing or not rclip's.
    package init(at file: DiskPath) throws(EvokeError) {
        func another(_ reason: String) -> EvokeError {
            EvokeError(
                .unsupported, doing: Self.doing, subject: file.display, reason: reason,
                remedy: "Give the file 'db.sqlite3' in rclip's folder.")
        }
        guard try FileSystem.status(of: file, doing: Self.doing).isFile else { throw another("it is not a file") }
        do throws(EvokeError) {
            let connection = try SQLiteConnection(
                uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READONLY)
            let columns = try connection.count(
                """
                SELECT count(*) FROM pragma_table_info('images')
                WHERE name IN ('filepath', 'modified_at', 'size', 'vector', 'deleted')
                """)
            guard columns == 5 else { throw another("it is not an rclip database") }
            opened = Opened(connection)
        } catch  where error.kind == .libraryDamaged {
            throw another(error.reason)
        }
    }

    package func vector(of file: DiskPath, as stamp: FileStamp) async throws -> [Float]? {
        guard let path = file.string else { return nil }
        return try await executor.run { [opened] () throws(EvokeError) -> [Float]? in
            let statement = try opened.connection.statement(
                "SELECT size, modified_at, vector FROM images WHERE filepath = ? AND deleted IS NULL")
            statement.bind(path)
            defer { statement.reset() }
            guard try statement.step(), statement.integer(0) == stamp.size else { return nil }
            // Python stores seconds in a float, which is exact to some tenths of a microsecond.
            let modified = Double(stamp.modifiedNanoseconds) / 1e9
            guard abs(statement.real(1) - modified) < 1e-6 else { return nil }
            let bytes = statement.blob(2)
            guard bytes.count.isMultiple(of: 4) else { return nil }
            return (0..<bytes.count / 4).map {
                Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
            }
        }
    }

    /// The outermost folders that hold all of its photos.
    package func folders() async throws -> [DiskPath] {
        try await executor.run { [opened] () throws(EvokeError) -> [DiskPath] in
            let statement = try opened.connection.statement("SELECT filepath FROM images WHERE deleted IS NULL")
            defer { statement.reset() }
            var folders: Set<DiskPath> = []
            while try statement.step() {
                if let folder = DiskPath(statement.text(0)).parent { folders.insert(folder) }
            }
            return folders.sorted().reduce(into: []) { outer, folder in
                if !outer.contains(where: folder.isInside) { outer.append(folder) }
            }
        }
    }
}
#endif
