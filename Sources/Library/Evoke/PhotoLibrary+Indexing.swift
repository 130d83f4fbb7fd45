import EvokeIndexing
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Indexing in the background, one folder after the other, while others search the library.
    public var indexing: Indexing { Indexing(library: self) }

    /// Indexing in the background, one folder after the other, while others search the library.
    public struct Indexing: Sendable {
        let library: PhotoLibrary
    }

    /// What happens in the library from now on.
    public var changes: AsyncStream<LibraryEvent> { kept.news.listen() }

    package func endChanges() { kept.news.end() }
}

extension PhotoLibrary.Indexing {
    /// What is going on.
    public var progress: IndexingProgress { library.kept.news.progress }

    /// Whether background work is going on: indexing, looking for duplicates, or downloading a model.
    public var isAtWork: Bool { get async { await library.kept.isAtWork } }

    /// Adds a folder as a root, and starts indexing it.
    public func add(_ folder: DiskPath) async throws { try await library.kept.add(root: folder) }

    /// Removes a root and its photos, except those that another root contains; the files stay.
    public func remove(_ root: DiskPath) async throws { try await library.kept.remove(root: root) }

    /// Ends the current run, and keeps what it did.
    public func pause() async { await library.kept.pause() }

    /// Resumes, or reads all folders again.
    public func resume() async throws { try await library.kept.resume() }

    /// Resumes reading text and finding faces, if installed, unless another process is writing to the library.
    package func runLaterPasses() async throws { try await library.kept.runLaterPasses() }

    /// Follows the library's folders until the task is canceled, as ``LibraryWatch`` does: reads all of them once, then
    /// what changes, in turn with other indexing here. It waits while indexing is paused, and while another process
    /// follows the folders.
    ///
    /// Failures are retried later. They are reported by ``PhotoLibrary/changes`` and to `notify`, once each.
    public func followFolders(notify: @escaping @Sendable (EvokeError) -> Void) async {
        await library.kept.followFolders(at: LibraryWatch.Pace(), notify)
    }

    static let systemFolders = Set(["/proc", "/sys", "/dev"].map { DiskPath($0) })

    static func checked(_ root: DiskPath, own: OwnFolders) throws(EvokeError) -> DiskPath {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(kind, doing: "add the folder", subject: root.display, reason: reason, remedy: remedy)
        }
        guard root.isAbsolute else {
            throw refused(.wrongUsage, "it is not an absolute path", "Start it with a slash, as in /home/me/Pictures.")
        }
        guard let folder = FileSystem.resolve(root) else {
            throw refused(
                .notFound, "there is nothing at that path", "Check the spelling, and that the disk is connected.")
        }
        // Requested remotely, these would expose more than photos: processes, devices, the whole machine.
        guard folder != DiskPath("/"), !folder.isInside(anyOf: systemFolders) else {
            throw refused(
                .notAllowed, "it is a system folder", "Choose the folder of your photos, such as /home/me/Pictures.")
        }
        guard FileSystem.isFolder(folder) else {
            throw refused(.wrongUsage, "it is not a folder", "Choose the folder that it is in.")
        }
        guard !own.forbid(folder) else {
            throw refused(.wrongUsage, "Evoke keeps its own files there", "Choose a folder of photos.")
        }
        _ = try FileSystem.names(in: folder, doing: "add the folder")
        return folder
    }

    /// The folders inside a folder of this machine, without hidden ones, to choose one to add. Without a path, those of
    /// the home folder. Links are not followed, neither in the path nor inside the folder.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the path contains a link or is a system folder.
    package func folders(in path: DiskPath?) async throws -> (folder: DiskPath, inside: [DiskPath]) {
        let home = Environment.variable("HOME").flatMap { FileSystem.resolve($0) } ?? DiskPath("/")
        let folder = path ?? home
        return try await library.kept.viewer.executor.run { () throws(EvokeError) in
            try Self.checkPlace(folder)
            return (folder, try Self.folders(inside: folder))
        }
    }

    private static func checkPlace(_ folder: DiskPath) throws(EvokeError) {
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

    private static func folders(inside folder: DiskPath) throws(EvokeError) -> [DiskPath] {
        try FileSystem.names(in: folder, doing: doing).compactMap { name in
            guard name.first != .dot, String(validating: name, as: UTF8.self) != nil else { return nil }
            let path = folder.appending(name)
            let isFolder = (try? FileStatus(of: path, followingLinks: false))?.isFolder ?? false
            return isFolder && !path.isInside(anyOf: systemFolders) ? path : nil
        }
    }

    private static let doing = "list the folders"
}
