import EvokeIndexing
import EvokePorts
import EvokeSystem
package import EvokeValues

/// Libraries in a database, whose photos may be in different folders on each machine.
extension LibraryConfiguration {
    /// Sets where named roots are on this machine, which remembers it for this library.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a name that no root has, and for a folder that is inside
    /// another root or contains one; `unsupported` for a library in a folder, whose roots are known by their paths, and
    /// which is not created then.
    ///
    /// - Parameter enrolling: also add new roots, and give the name to a root that is known by its path; its photos are
    ///   kept, and nothing is encoded again.
    package func place(
        _ roots: [NamedRoot], enrolling: Bool = false,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        guard catalog.namesRoots else {
            throw EvokeError(
                .unsupported, doing: "name the root", subject: shownAddress,
                reason: "a library in a folder knows its roots only by their paths",
                remedies: [.advice("Index them by their paths."), .chooseOption(.library)])
        }
        let own = OwnFolders(self)
        let found = try roots.map { root throws(EvokeError) in try Self.inPlace(root, own) }
        let lock = enrolling ? try await lock() : nil
        defer { lock?.release() }
        let catalog = try await catalog.open(enrolling ? .write : .read, upgrading: upgrading)
        guard let naming = catalog as? any RootNaming else { return }
        for root in found { try await enrolling ? naming.enrol(root) : naming.place(root) }
        try await catalog.close()
    }

    /// The root with its resolved path.
    private static func inPlace(_ root: NamedRoot, _ own: OwnFolders) throws(EvokeError) -> NamedRoot {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "set the location of root '\(root.name)'", subject: root.place?.display ?? "",
                reason: reason, remedy: remedy)
        }
        guard let place = root.place.flatMap(FileSystem.resolve) else {
            throw refused(
                .notFound, "there is nothing at that path", "Check the spelling, and that the disk is connected.")
        }
        guard FileSystem.isFolder(place) else {
            throw refused(.wrongUsage, "it is not a folder", "Choose the folder that it is in.")
        }
        guard place != DiskPath("/") else {
            throw refused(.wrongUsage, "it is the whole machine", "Choose a folder of photos.")
        }
        guard !own.forbid(place) else {
            throw refused(.wrongUsage, "Evoke keeps its own files there", "Choose a folder of photos.")
        }
        return NamedRoot(name: root.name, place: place) ?? root
    }
}
