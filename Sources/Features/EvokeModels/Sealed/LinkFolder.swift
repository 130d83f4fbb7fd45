import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// A folder for links that lead into this process: nobody else can follow them.
package final class LinkFolder: Sendable {
    /// Those of this process.
    private static let all = Locked<Set<FilePath>>([])

    private let own: OwnFolder
    package var path: FilePath { own.path }

    /// - Parameter kind: what its name begins with.
    package init(_ kind: String = "evoke-model", in parent: FilePath = Environment.folderForSession) throws(EvokeError)
    {
        let own = try OwnFolder(kind, in: parent)
        self.own = own
        Self.all.withLock { _ = $0.insert(own.path) }
    }

    deinit {
        Self.all.withLock { _ = $0.remove(own.path) }
    }

    /// For the end of a program, which does not wait until all is given back.
    static func removeAll() {
        // Links that stay go with the folder of temporary files.
        for path in all.withLock({ $0 }) { try? FileSystem.erase(path) }
    }

    /// Links `name`, which may have folders in it, to `target`.
    package func link(_ name: FilePath, to target: FilePath) throws(EvokeError) {
        let place = path.appending(name.bytes)
        if let folder = place.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        try FileSystem.makeLink(place, to: target)
    }
}
