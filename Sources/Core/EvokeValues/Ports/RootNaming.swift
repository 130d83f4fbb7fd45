/// A catalogue that several machines use, each of which may have the photos at another path: roots may have names, and
/// a place on each machine. Below a root that has no place on this machine, paths are elsewhere (`FilePath.isElsewhere`).
package protocol RootNaming: LibrarySettings {
    /// Those with names, in the order of these.
    func namedRoots() async throws -> [NamedRoot]

    /// Says where a root is on this machine, which remembers it. Throws for a name that no root has, and for a place that
    /// lies in another root or round one.
    func place(_ root: NamedRoot) async throws

    /// The same, and gives the name to the root that is known by this place's path. Where there is none, it is a new root.
    func enrol(_ root: NamedRoot) async throws
}
