import EvokeSystem
package import EvokeValues

/// Folders in which Evoke keeps things of its own, and nobody their photos. A library that took in its thumbnails would
/// grow by itself, since each photo gets one.
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
    package init(library: FilePath, shelves: [FilePath], cache: FilePath, catalogues names: [String]) {
        func identities(_ folders: [FilePath]) -> Set<FileIdentity> {
            Set(folders.compactMap { FileSystem.status(of: $0).map(FileIdentity.init) })
        }
        neverPhotos = identities([library.appending(Self.thumbnails), cache])
        passedOver = neverPhotos.union(identities([library] + shelves))
        catalogues = Set(names.map { Array($0.utf8) })
    }

    func holds(_ folder: FileStatus) -> Bool { passedOver.contains(FileIdentity(folder)) }

    /// Whether a folder inside a root, wherever it lies, is one of them.
    package func holds(_ folder: FilePath) -> Bool {
        if folder.name.elementsEqual(Self.thumbnails.utf8), let parent = folder.parent, isLibrary(parent) {
            return true
        }
        return FileSystem.status(of: folder).map { holds($0) } ?? false
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
