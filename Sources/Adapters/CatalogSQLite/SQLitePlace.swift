import EvokeSystem
package import EvokeValues

/// The folder of a library's database.
package struct SQLitePlace: CatalogPlace {
    /// A folder with a file of this name is a library.
    package static let fileName = SQLiteCatalog.fileName

    private let folder: FilePath

    package init(in folder: FilePath) {
        self.folder = folder
    }

    package func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog {
        try await SQLiteCatalog.open(in: folder, access: access, upgrading: upgrading)
    }

    package func openBesideWriter() async throws -> any PhotoCatalog {
        try await SQLiteCatalog.openBesideWriter(in: folder)
    }

    package var namesRoots: Bool { false }

    package func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog {
        try await SQLiteCatalog.open(in: folder, access: access, upgrading: upgrading)
    }

    package func lock() throws(EvokeError) -> any CatalogLock { try LibraryLock(in: folder) }

    package func isThere() -> Bool? {
        if FileSystem.isFile(file) { return true }
        return FileSystem.isMissing(file) ? false : nil
    }

    package func state() -> CatalogState { CatalogState(LibraryFiles(of: file)) }

    package func continues(
        _ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool
    ) -> Bool {
        guard let now = now.known as? LibraryFiles, let earlier = earlier.known as? LibraryFiles else { return false }
        return now.continues(earlier, whileWriting: isWriting)
    }

    package func check(_ now: CatalogState, after earlier: CatalogState) throws(EvokeError) {
        guard let now = now.known as? LibraryFiles else { return }
        try now.checkThatTheyBelongTogether(after: earlier.known as? LibraryFiles, in: folder)
    }

    package func bytes() -> Int64 { FileSystem.size(of: file) }

    package func copies() -> [FilePath] { Upgrade.copies(in: folder) + SQLiteBackup.replaced(in: folder) }

    package var privateNames: [String] { [SQLiteCatalog.fileName, LibraryLock.fileName] }

    private var file: FilePath { folder.appending(SQLiteCatalog.fileName) }
}
