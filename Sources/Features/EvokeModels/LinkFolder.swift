import EvokeSystem
package import EvokeValues

/// A folder for links into this process, which no other process can follow.
package final class LinkFolder: Sendable {
    /// All folders of this process.
    private static let all = Locked<Set<DiskPath>>([])

    private let own: OwnFolder
    package var path: DiskPath { own.path }

    /// - Parameter kind: the prefix of its name.
    package init(_ kind: String = "evoke-model", in parent: DiskPath = Environment.folderForSession) throws(EvokeError)
    {
        let own = try OwnFolder(kind, in: parent)
        self.own = own
        Self.all.withLock { _ = $0.insert(own.path) }
    }

    deinit {
        Self.all.withLock { _ = $0.remove(own.path) }
    }

    /// For programs that exit without waiting for everything to be released.
    package static func removeAll() {
        // Remaining links disappear with the temporary folder.
        for path in all.withLock({ $0 }) { try? FileSystem.erase(path) }
    }

    /// Links `name`, which may be a path with folders, to `target`.
    package func link(_ name: DiskPath, to target: DiskPath) throws(EvokeError) {
        let place = path.appending(name.bytes)
        if let folder = place.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        try FileSystem.makeLink(place, to: target)
    }
}
