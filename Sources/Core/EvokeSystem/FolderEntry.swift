package import EvokeValues
import Foundation

/// One entry of a folder listing.
package struct FolderEntry {
    package let name: [UInt8]
    /// As far as the listing tells the type.
    package let isFolder: Bool
}

extension FileSystem {
    /// The names in the folder, in no particular order.
    package static func forEachEntry(
        of path: DiskPath, doing: String, _ body: (FolderEntry) -> Void
    ) throws(EvokeError) {
        guard let folder = path.withSystemPath({ opendir($0) }) else {
            throw .system(errno, doing: doing, subject: path)
        }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { DiskPath(cString: $0).bytes }
            guard name != [.dot], name != [.dot, .dot] else { continue }
            body(FolderEntry(name: name, isFolder: entry.pointee.d_type == folderType))
        }
        guard errno == 0 else { throw .system(errno, doing: doing, subject: path) }
    }

    /// The names in the folder, sorted.
    package static func names(in path: DiskPath, doing: String = "read the folder") throws(EvokeError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        try forEachEntry(of: path, doing: doing) { names.append($0.name) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// `DT_DIR`, which Swift does not import.
    private static let folderType: UInt8 = 4
}
