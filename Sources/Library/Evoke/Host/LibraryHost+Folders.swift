import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// The folders inside a folder of this machine, for whoever looks for one to add; hidden ones are left out. Without
    /// a path, those of the home folder. No link is followed: neither one on the way there, nor one inside.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` where a link is on the way, or where it is the system's own.
    public nonisolated func folders(in path: FilePath?) async throws -> (folder: FilePath, inside: [FilePath]) {
        let home = Environment.variable("HOME").flatMap { FileSystem.resolve($0) } ?? FilePath("/")
        let folder = path ?? home
        return try await executor.run { () throws(EvokeError) in
            try Self.checkPlace(folder)
            return (folder, try Self.folders(inside: folder))
        }
    }

    private static func checkPlace(_ folder: FilePath) throws(EvokeError) {
        func refused(_ kind: EvokeError.Kind, _ reason: String) -> EvokeError {
            EvokeError(
                kind, doing: doing, subject: folder.display, reason: reason,
                remedy: "Begin at your home folder, and go on from there.")
        }
        guard folder.isAbsolute else { throw refused(.wrongUsage, "it is not an absolute path") }
        guard let real = FileSystem.resolve(folder) else { throw refused(.notFound, "there is nothing at that path") }
        guard real == folder else { throw refused(.notAllowed, "its path has links or dots in it") }
        guard !folder.isInside(anyOf: systemFolders) else { throw refused(.notAllowed, "it is the system's own") }
        guard FileSystem.isFolder(folder) else { throw refused(.notFound, "it is not a folder") }
    }

    private static func folders(inside folder: FilePath) throws(EvokeError) -> [FilePath] {
        try FileSystem.names(in: folder, doing: doing).compactMap { name in
            guard name.first != .dot, String(validating: name, as: UTF8.self) != nil else { return nil }
            let path = folder.appending(name)
            let isFolder = (try? FileStatus(of: path, followingLinks: false))?.isFolder ?? false
            return isFolder && !path.isInside(anyOf: systemFolders) ? path : nil
        }
    }

    private static let doing = "list the folders"
}
