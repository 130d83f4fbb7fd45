package import EvokeValues
import Foundation

package enum Environment {
    /// The raw value; nil if unset or empty.
    package static func variable(_ name: String) -> DiskPath? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return DiskPath(cString: value)
    }

    /// Whether it is set, even if empty.
    package static func has(_ name: String) -> Bool { getenv(name) != nil }

    /// The folder for files that last as long as the user's session, or as the machine runs.
    package static var folderForSession: DiskPath {
        let named = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(variable)
        return named.first { $0.isAbsolute && FileSystem.isFolder($0) } ?? DiskPath("/tmp")
    }
}
