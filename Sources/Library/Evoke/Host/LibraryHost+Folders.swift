import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension LibraryHost {
    /// The folders inside a folder of this machine, without hidden ones, to choose one to add. Without a path, those of
    /// the home folder. Links are not followed, neither in the path nor inside the folder.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the path contains a link or is a system folder.
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
                remedy: "Start at your home folder.")
        }
        guard folder.isAbsolute else { throw refused(.wrongUsage, "it is not an absolute path") }
        guard let real = FileSystem.resolve(folder) else { throw refused(.notFound, "there is nothing at that path") }
        guard real == folder else { throw refused(.notAllowed, "its path contains links or dots") }
        guard !folder.isInside(anyOf: systemFolders) else { throw refused(.notAllowed, "it is a system folder") }
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
