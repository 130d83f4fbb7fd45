package import EvokeValues

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pattern for names and paths, with `*`, `?` and `[…]`, as shells have it.
package enum NamePattern {
    /// - Parameter passesSlashes: whether a star goes past them.
    package static func fits(_ path: FilePath, _ pattern: String, passesSlashes: Bool) -> Bool {
        path.withCString { fnmatch(pattern, $0, passesSlashes ? 0 : FNM_PATHNAME) } == 0
    }
}
