import EvokeSystem
import EvokeValues
import EvokeWorkers

extension IndexPlanner {
    /// Reads what changed in a root again, and nothing else.
    mutating func refresh(_ changes: FolderChanges, in root: FilePath) async throws {
        guard !changes.trees.contains(root), FileSystem.isFolder(root), !FileSystem.isBareFolder(root) else {
            return try await add(root: root)
        }
        let trees = changes.trees.filter { $0.isInside(root) }
        // Trees are entered from the folder above, which knows what to skip.
        let starts = Set(trees.compactMap(\.parent)).union(changes.folders.filter { $0.isInside(root) })
        var visited: Set<FilePath> = []
        var unreadable: Set<FilePath> = []
        for start in starts.sorted() where !visited.contains(start) {
            let scanner = Locked(
                FolderScanner(
                    root: root, rules: try await rules(for: root, above: start), own: own, startingAt: start,
                    willRead: willRead,
                    enters: { $0.isInside(anyOf: trees) }))
            while let finding = try await advance(scanner) {
                switch finding {
                case .folder(let folder, let files):
                    if visited.insert(folder).inserted {
                        try await compare(files, in: folder, scanner.withLock(\.rules))
                    }
                case .unreadable(_, let error) where error.kind == .notFound:
                    break
                case .unreadable(let folder, let error):
                    unreadable.insert(folder)
                    record(folder, error)
                }
            }
        }
        let rules = try await rules(for: root, above: root)
        let gone = trees.union(starts).subtracting(visited)
        let unseen = try await catalog.folders(under: root).filter {
            !visited.contains($0) && !$0.isInside(anyOf: unreadable)
        }
        // Folders that disappeared unnoticed are detected when something else is read.
        let missing = await executor.run {
            unseen.filter { $0.isInside(anyOf: gone) || ($0.isInside(anyOf: starts) && FileSystem.isMissing($0)) }
        }
        for folder in missing { try await compare([], in: folder, rules) }
    }
}
