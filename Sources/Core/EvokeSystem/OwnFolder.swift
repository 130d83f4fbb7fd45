package import EvokeValues
import Foundation

/// A private temporary folder of this process, deleted with this object.
///
/// It is locked as long as the process lives, however that ends, so that the next process can find and delete folders
/// left behind.
package final class OwnFolder: Sendable {
    package let path: DiskPath
    private let lock: FileLock

    /// `mkdtemp` replaces these with random letters.
    private static let placeholder = [UInt8](repeating: UInt8(ascii: "X"), count: 6)

    /// - Parameter kind: the name's prefix, which tells such folders from others.
    package init(_ kind: String, in parent: DiskPath) throws(EvokeError) {
        let prefix = Array("\(kind)-".utf8)
        Self.removeForsaken(prefix, in: parent)
        while true {
            var template = parent.appending(prefix + Self.placeholder).bytes + [0]
            let isMade = template.withUnsafeMutableBytes {
                mkdtemp($0.assumingMemoryBound(to: CChar.self).baseAddress!) != nil
            }
            guard isMade else { throw .system(errno, doing: "make a folder in", subject: parent) }
            let path = DiskPath(bytes: template.dropLast())
            do throws(Errno) {
                let lock = try Self.lock(path, waiting: true)
                if FileSystem.isFolder(path) {
                    (self.path, self.lock) = (path, lock)
                    return
                }
            } catch {
                // Another process may have deleted it as abandoned before it was locked.
                guard !FileSystem.isFolder(path) else {
                    throw .system(error.code, doing: "lock the folder", subject: path)
                }
            }
        }
    }

    deinit {
        // If it stays, the next process deletes it as abandoned.
        try? FileSystem.erase(path)
    }

    private static func removeForsaken(_ prefix: [UInt8], in parent: DiskPath) {
        // What cannot be deleted now is deleted another time.
        for name in (try? FileSystem.names(in: parent)) ?? [] where name.starts(with: prefix) {
            let folder = parent.appending(name)
            // Another process holds it, or it is gone.
            guard let lock = try? lock(folder, waiting: false) else { continue }
            // As above.
            if let status = try? lock.file.status(), status.owner == OwnProcess.user { try? FileSystem.erase(folder) }
        }
    }

    private static func lock(_ folder: DiskPath, waiting: Bool) throws(Errno) -> FileLock {
        try FileLock(OpenFile(folder, .folder, saying: "lock", of: folder), waiting: waiting)
    }
}
