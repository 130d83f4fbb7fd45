package import EvokeValues

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The variables of this process.
package enum Environment {
    /// As it was set; nil when it is not set or empty.
    package static func variable(_ name: String) -> FilePath? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return FilePath(cString: value)
    }

    /// Whether it is set, to whatever.
    package static func has(_ name: String) -> Bool { getenv(name) != nil }

    /// Where programs put what is gone with them: of the user's session, where there is one.
    package static var folderForSession: FilePath {
        let named = ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(variable)
        return named.first { $0.isAbsolute && FileSystem.isFolder($0) } ?? FilePath("/tmp")
    }
}
