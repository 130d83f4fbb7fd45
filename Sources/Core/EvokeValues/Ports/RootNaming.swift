/// A catalog that several machines use, which may have the photos at different paths: roots may have names, and a path
/// on each machine. If a root has no path on this machine, paths below it are elsewhere (`FilePath.isElsewhere`).
package protocol RootNaming: LibrarySettings {
    /// The named roots, sorted by name.
    func namedRoots() async throws -> [NamedRoot]

    /// Sets a root's path on this machine. Throws for a name that no root has, and for a path inside or around another
    /// root.
    func place(_ root: NamedRoot) async throws

    /// The same, and gives the name to the root with this path. If there is none, it adds a root.
    func enrol(_ root: NamedRoot) async throws
}
