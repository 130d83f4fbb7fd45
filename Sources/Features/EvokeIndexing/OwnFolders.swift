import EvokeSystem
package import EvokeValues

/// Folders in which nobody keeps photos: those of Evoke, since a library that took in its thumbnails would grow by itself,
/// and the desktop's trash.
///
/// They are told by device and inode, so that no link and no mount makes others of them.
package struct OwnFolders: Sendable {
    /// The name of a library's folder of thumbnails.
    static let thumbnails = "thumbnails"

    /// What is passed over inside a root.
    private let passedOver: Set<FileIdentity>
    /// What is no root either, and holds none.
    private let neverPhotos: Set<FileIdentity>
    /// The names of the files beside those thumbnails: where both are, there is a library.
    private let catalogues: Set<[UInt8]>

    /// Those of no library.
    package init() {
        (passedOver, neverPhotos, catalogues) = ([], [], [])
    }

    /// - Parameter library: its folder; a root may be in it all the same, where somebody keeps the one with the other.
    /// - Parameter shelves: where models lie.
    /// - Parameter names: what the files are called that catalogues are kept in.
    /// - Parameter trashes: the user's own; others are known by what is in them.
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

    /// Whether a folder inside a root, wherever it lies, is one of them.
    package func holds(_ folder: FilePath) -> Bool {
        if folder.name.elementsEqual(Self.thumbnails.utf8), let parent = folder.parent, isLibrary(parent) {
            return true
        }
        return FileSystem.status(of: folder).map { holds(folder, $0) } ?? false
    }

    /// Whether it is one of the folders of a trash, as freedesktop.org specifies it, on whatever disk.
    private static func isOfTrash(_ folder: FilePath) -> Bool {
        guard ["files", "info", "expunged"].contains(where: { folder.name.elementsEqual($0.utf8) }),
            let trash = folder.parent, FileSystem.isFolder(trash.appending("files"))
        else { return false }
        // What cannot be read says nothing of photos.
        let notes = (try? FileSystem.names(in: trash.appending("info"))) ?? []
        return notes.contains { FilePath(bytes: $0).suffix == "trashinfo" }
    }

    /// Whether a root is, or lies in, a folder that has no photos.
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
