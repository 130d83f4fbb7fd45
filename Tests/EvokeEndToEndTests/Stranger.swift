import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc

/// Root may read anything, so root becomes somebody else where permissions count.
enum Stranger {
    private static let id: UInt32 = 65_534

    static var prefix: String {
        geteuid() == 0 ? "setpriv --reuid=\(id) --regid=\(id) --clear-groups" : ""
    }

    static func own(_ folder: DiskPath) throws {
        guard geteuid() == 0 else { return }
        for path in try [folder] + FileSystem.names(in: folder).map(folder.appending) { chown(path.display, id, id) }
    }

    private static let cache = TemporaryFolder()

    static func environment() throws -> [String: String] {
        try own(cache.path)
        return ["XDG_CACHE_HOME": cache.path.display]
    }
}
