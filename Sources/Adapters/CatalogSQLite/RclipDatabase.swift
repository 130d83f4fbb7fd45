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
            try opened.connection.map(
                "SELECT size, modified_at, vector FROM images WHERE filepath = $1 AND deleted IS NULL", path
            ) { row -> [Float]? in
                // Python stores seconds in a float, which is exact to some tenths of a microsecond.
                let modified = Double(stamp.modifiedNanoseconds) / 1e9
                let bytes = row.blob(2)
                guard row.integer(0) == stamp.size, abs(row.real(1) - modified) < 1e-6, bytes.count.isMultiple(of: 4)
                else { return nil }
                return (0..<bytes.count / 4).map {
                    Float(
                        bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
                }
            }.first ?? nil
        }
    }

    /// The outermost folders that hold all of its photos.
    package func folders() async throws -> [DiskPath] {
        try await executor.run { [opened] () throws(EvokeError) -> [DiskPath] in
            let folders = try opened.connection.map("SELECT filepath FROM images WHERE deleted IS NULL") { row in
                DiskPath(row.text(0)).parent
            }
            return Set(folders.compactMap(\.self)).sorted().reduce(into: []) { outer, folder in
                if !outer.contains(where: folder.isInside) { outer.append(folder) }
            }
        }
    }
}
#endif
