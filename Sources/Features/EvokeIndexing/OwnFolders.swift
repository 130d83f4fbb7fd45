import EvokeSystem
package import EvokeValues

/// Folders without the user's photos: those of Evoke, since a library that indexed its own thumbnails would grow
/// forever, and the desktop's trash.
///
/// They are identified by device and inode, so links and mounts make no difference.
package struct OwnFolders: Sendable {
    /// The name of a library's folder of thumbnails.
    static let thumbnails = "thumbnails"

    /// Folders to skip inside a root.
    private let passedOver: Set<FileIdentity>
    /// Folders that cannot be a root or contain one.
    private let neverPhotos: Set<FileIdentity>
    /// File names of catalogs: a folder with one of them and thumbnails is a library.
    private let catalogues: Set<[UInt8]>

    /// For no library.
    package init() {
        (passedOver, neverPhotos, catalogues) = ([], [], [])
    }

    /// - Parameter library: its folder, which may still contain a root.
    /// - Parameter shelves: the model stores.
    /// - Parameter names: the file names of catalogs.
    /// - Parameter trashes: the user's own; others are recognized by their contents.
    package init(
        library: FilePath, shelves: [FilePath], cache: FilePath, catalogues names: [String], trashes: [FilePath] = []
    ) {
        func identities(_ folders: [FilePath]) -> Set<FileIdentity> {
            Set(folders.compactMap { FileSystem.status(of: $0).map(FileIdentity.init) })
        }
        neverPhotos = identities([library.appending(Self.thumbnails), cache])
        passedOver = neverPhotos.union(identities([library] + shelves + trashes))
        catalogues = Set(names.map { Array($0.utf8) })
    }

    func holds(_ folder: FilePath, _ status: FileStatus) -> Bool {
        passedOver.contains(FileIdentity(status)) || Self.isOfTrash(folder)
    }

    /// Whether a folder inside a root, wherever it is, is one of them.
    package func holds(_ folder: FilePath) -> Bool {
        if folder.name.elementsEqual(Self.thumbnails.utf8), let parent = folder.parent, isLibrary(parent) {
            return true
        }
        return FileSystem.status(of: folder).map { holds(folder, $0) } ?? false
    }

    /// Whether it is a folder of a trash as specified by freedesktop.org, on any disk.
    private static func isOfTrash(_ folder: FilePath) -> Bool {
        guard ["files", "info", "expunged"].contains(where: { folder.name.elementsEqual($0.utf8) }),
            let trash = folder.parent, FileSystem.isFolder(trash.appending("files"))
        else { return false }
        // An unreadable folder says nothing about photos.
        let notes = (try? FileSystem.names(in: trash.appending("info"))) ?? []
        return notes.contains { FilePath(bytes: $0).suffix == "trashinfo" }
    }

    /// Whether a root is, or is inside, a folder that has no photos.
    package func forbid(_ root: FilePath) -> Bool {
        var place: FilePath? = root
        while let folder = place {
            if let status = FileSystem.status(of: folder), neverPhotos.contains(FileIdentity(status)) { return true }
            place = folder.parent
        }
        return false
    }

    func isCatalogue(_ name: [UInt8]) -> Bool { catalogues.contains(name) }

    private func isLibrary(_ folder: FilePath) -> Bool {
        catalogues.contains { FileSystem.isFile(folder.appending($0)) }
    }
}
