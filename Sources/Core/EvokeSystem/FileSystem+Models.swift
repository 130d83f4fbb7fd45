package import EvokeValues
import Foundation

/// What the model store needs from the file system.
extension FileSystem {
    /// How much its owner can still write at `path`, which need not exist; nil if unknown.
    package static func freeBytes(at path: DiskPath) -> Int64? {
        var place: DiskPath? = path
        while let folder = place, status(of: folder) == nil { place = folder.parent }
        var status = statvfs()
        guard let place, place.withCString({ statvfs($0, &status) }) == 0 else { return nil }
        let (bytes, isTooMany) = Int64(status.f_bavail).multipliedReportingOverflow(by: Int64(status.f_frsize))
        return isTooMany ? nil : bytes
    }

    /// Deletes the file, or the folder with its contents; links are deleted, not followed. Another process may be doing
    /// the same.
    package static func erase(_ path: DiskPath) throws(EvokeError) {
        guard let status = try statusOfItself(path, doing: "delete") else { return }
        if status.isFolder {
            do throws(EvokeError) {
                for name in try names(in: path, doing: "delete") { try erase(path.appending(name)) }
            } catch {
                if error.kind != .notFound { throw error }
            }
            if path.withCString({ rmdir($0) }) != 0, errno != ENOENT {
                throw .system(errno, doing: "delete", subject: path)
            }
        } else if path.withCString({ unlink($0) }) != 0, errno != ENOENT {
            throw .system(errno, doing: "delete", subject: path)
        }
    }

    /// Renames on the same disk.
    package static func move(_ path: DiskPath, to target: DiskPath, doing: String) throws(EvokeError) {
        if path.withCString({ from in target.withCString { rename(from, $0) } }) != 0 {
            throw .system(errno, doing: doing, subject: target)
        }
    }

    /// Deletes a file or a link, ignoring errors.
    package static func remove(_ path: DiskPath) {
        _ = path.withCString { unlink($0) }
    }

    /// Gives the file another name, unless that name is taken: a link never replaces a file.
    package static func addName(_ name: DiskPath, to path: DiskPath, doing: String) throws(EvokeError) {
        if path.withCString({ from in name.withCString { link(from, $0) } }) != 0, errno != EEXIST {
            throw .system(errno, doing: doing, subject: name)
        }
    }

    package static func makeLink(_ place: DiskPath, to target: DiskPath) throws(EvokeError) {
        guard target.withCString({ target in place.withCString { symlink(target, $0) } }) == 0 else {
            throw .system(errno, doing: "link", subject: place)
        }
    }

    /// Makes renames in the folder survive a power failure, as far as its disk can.
    package static func sync(folder: DiskPath) {
        // Not every disk can; the rename stands anyway.
        if let folder = try? OpenFile(folder, doing: "write to") { try? folder.sync() }
    }

    package static func setMode(_ mode: UInt32, of path: DiskPath) throws(EvokeError) {
        if path.withCString({ chmod($0, mode_t(truncatingIfNeeded: mode)) }) != 0 {
            throw .system(errno, doing: "set the permissions of", subject: path)
        }
    }

    /// All files in and below `folder`, as relative paths; includes links, devices and the like.
    package static func filesBelow(_ folder: DiskPath) throws(EvokeError) -> [DiskPath] {
        var found: [DiskPath] = []
        for name in try names(in: folder) {
            let path = folder.appending(name)
            guard let status = try statusOfItself(path, doing: "read the folder") else { continue }
            if status.isFolder {
                found += try filesBelow(path).map { DiskPath(bytes: name).appending($0.bytes) }
            } else {
                found.append(DiskPath(bytes: name))
            }
        }
        return found
    }
}
