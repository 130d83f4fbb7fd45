import EvokeSystem
public import EvokeValues
import Glibc

/// What `bootstrap` and `make` put in place before the tests run. A missing part fails the test, and says why.
public enum Installed {
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// The folder that holds the starter model's directory.
    public static func models() throws -> DiskPath {
        try find("EVOKE_MODELS", "/usr/local/share/evoke/models", needs: "starter/evoke.json")
    }

    /// The folder of the album that tests search in.
    public static func album() throws -> DiskPath {
        try find("EVOKE_ALBUM", "/usr/local/share/evoke/album", needs: ".")
    }

    /// The table of places.
    public static func places() throws -> DiskPath {
        try find("EVOKE_PLACES", "/usr/local/share/evoke/places", needs: "places.table").appending("places.table")
    }

    /// The folder of the PostgreSQL servers that tests run; the one that is needed is there.
    public static func postgres(needing name: String) throws -> DiskPath {
        try find("EVOKE_POSTGRES", ".build/test-postgres/servers", needs: "\(name)/bin/postgres")
    }

    /// The `evoke` program itself.
    public static func program() throws -> DiskPath {
        guard let value = getenv("EVOKE_BINARY") else {
            throw Missing(description: "EVOKE_BINARY does not name the built program. Run 'make test'.")
        }
        return FileSystem.absolute(DiskPath(cString: value))
    }

    private static func find(_ variable: String, _ standard: String, needs name: String) throws -> DiskPath {
        let folder = getenv(variable).map { DiskPath(cString: $0) } ?? DiskPath(standard)
        guard FileSystem.status(of: folder.appending(name)) != nil else {
            throw Missing(description: "\(folder) has no \(name). Run ./bootstrap and make test, or set \(variable).")
        }
        return folder
    }
}
