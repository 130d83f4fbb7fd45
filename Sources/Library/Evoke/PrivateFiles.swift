import EvokeSystem
import EvokeValues

extension LibraryConfiguration {
    /// Held by a writer that reads text and finds faces, and that yields to others.
    var lateWork: FilePath { library.appending("late-work") }
    /// Held by a process that waits for such a writer.
    var waiting: FilePath { library.appending("waiting") }

    /// Locks out other writers. A process with write access also makes sure that no other user can read the library.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` if another process has the lock and does not yield.
    func lock(waits: Bool = true) async throws -> any CatalogLock {
        let lock: any CatalogLock
        do {
            lock = try await catalog.lock()
        } catch let error as EvokeError where waits && error.kind == .libraryBusy && FileLock.isHeld(lateWork) {
            lock = try await lockInTurn(or: error)
        }
        PrivateFiles.tighten(library, catalog.privateNames)
        return lock
    }

    private func lockInTurn(or busy: EvokeError) async throws -> any CatalogLock {
        // If another process is waiting already, the holder yields to both.
        let turn = try? FileLock(file: waiting)
        defer { withExtendedLifetime(turn) {} }
        // Reading the text of a large page takes some seconds.
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(50))
            do {
                return try await catalog.lock()
            } catch let error as EvokeError where error.kind == .libraryBusy && FileLock.isHeld(lateWork) {}
        }
        throw busy
    }
}

/// The files in a library's folder are for its owner only, whoever made them and when.
private enum PrivateFiles {
    /// Prefixes of the names of a library's own files, besides those of its catalog; there may be other files.
    private static let beginnings = ["vectors-", "token", LibraryLabels.fileName]

    /// Takes permissions for the library's folder and files away from others. Files that are not ours are left alone.
    static func tighten(_ library: FilePath, _ catalogue: [String]) {
        let beginnings = Self.beginnings + catalogue
        let thumbnails = library.appending(ThumbnailFolder.name)
        // From the inside out: after an interruption, the outer folder is still open, so this starts again.
        if isOpen(thumbnails) {
            for modelStore in names(in: thumbnails).map(thumbnails.appending) {
                for file in names(in: modelStore) { close(modelStore.appending(file)) }
                close(modelStore)
            }
            close(thumbnails)
        }
        for name in names(in: library) where beginnings.contains(where: { name.starts(with: $0.utf8) }) {
            let file = library.appending(name)
            if FileSystem.isFile(file) { close(file) }
        }
        close(library)
    }

    // What cannot be listed is not ours.
    private static func names(in folder: FilePath) -> [[UInt8]] { (try? FileSystem.names(in: folder)) ?? [] }

    private static func isOpen(_ path: FilePath) -> Bool {
        FileSystem.status(of: path)?.isOpenToOthers ?? false
    }

    private static func close(_ path: FilePath) {
        guard let status = FileSystem.status(of: path), status.isOpenToOthers else { return }
        // What is not ours is left alone.
        try? FileSystem.setMode(status.permissions & 0o7700, of: path)
    }
}
