import EvokeSystem
import EvokeValues

extension LibraryConfiguration {
    /// Held by whoever writes to the library and gives way to others: who reads texts and finds faces.
    var lateWork: FilePath { library.appending("late-work") }
    /// Held by whoever waits for that one.
    var waiting: FilePath { library.appending("waiting") }

    /// Keeps other writers out of the library. Whoever may write to one sees to it that no other user can look into it.
    ///
    /// Throws `EvokeError` of the kind `libraryBusy` where another has it, and does not give way.
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
        // Where another waits already, that one is given way to for both.
        let turn = try? FileLock(file: waiting)
        defer { withExtendedLifetime(turn) {} }
        // The text of a large page takes some seconds.
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

/// What lies in a library's folder is for its owner's eyes, whoever made it and when.
private enum PrivateFiles {
    /// What the names of a library's own files begin with, beside those of its catalogue; others may lie beside them.
    private static let beginnings = ["vectors-", "token", LibraryLabels.fileName]

    /// Takes from others what they may do with the library's folder and files. What is not ours stays as it is.
    static func tighten(_ library: FilePath, _ catalogue: [String]) {
        let beginnings = Self.beginnings + catalogue
        let thumbnails = library.appending(ThumbnailFolder.name)
        // Folder by folder from the inside: whoever is interrupted finds the outer one open, and begins again.
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
        // What is not ours stays as it is.
        try? FileSystem.setMode(status.permissions & 0o7700, of: path)
    }
}
