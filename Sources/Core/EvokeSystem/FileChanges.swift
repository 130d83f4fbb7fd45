import EvokeCRename
package import EvokeValues
import Glibc

/// The calls that change what the user has on a disk. None of them deletes or replaces what somebody else has put there at
/// that moment, and each happens whole or not at all, whenever the process ends.
///
/// File systems over the network, and some of programs (FUSE), cannot exchange two names or rename without replacing. What
/// is done there instead is said with each.
package struct FileChanges: Sendable {
    package enum Call: Hashable, Sendable {
        case make(FilePath)
        case append(FilePath, [UInt8])
        case rename(FilePath, to: FilePath)
        case renameWhereFree(FilePath, to: FilePath)
        case exchange(FilePath, with: FilePath)
        case link(FilePath, to: FilePath)
        case remove(FilePath)
    }

    private let before: @Sendable (Call) throws(Errno) -> Void

    /// - Parameter before: hears of each call right before it is made, and may have it fail: for tests of that instant.
    package init(before: @escaping @Sendable (Call) throws(Errno) -> Void = { _ throws(Errno) in }) {
        self.before = before
    }

    /// Makes a file where there is none; it has its name once all of it is on the disk. Where files need a name from the
    /// start, a killed process may leave a part of it.
    package func make(_ path: FilePath, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        try before(.make(path))
        var descriptor = (path.parent ?? FilePath(".")).withCString(evoke_rename_nameless)
        if descriptor >= 0 {
            defer { close(descriptor) }
            try fill(descriptor, bytes, mode)
            let isNamed = OpenFile.link(descriptor).withCString { from in
                path.withCString { linkat(AT_FDCWD, from, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0 }
            }
            if isNamed { return }
            if errno == EEXIST { throw .nameInUse }
        }
        descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        do throws(Errno) {
            try fill(descriptor, bytes, mode)
        } catch {
            FileSystem.remove(path)
            throw error
        }
    }

    private func fill(_ descriptor: Int32, _ bytes: [UInt8], _ mode: UInt32) throws(Errno) {
        // Where the disk knows no modes, it has the one that others have there.
        fchmod(descriptor, mode_t(mode))
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }), fsync(descriptor) == 0 else {
            throw .last
        }
    }

    /// Puts a line behind those of a file, which is on the disk then. One that a full disk has cut off is ended before.
    package func append(_ line: [UInt8], to path: FilePath, doing: String) throws(EvokeError) {
        let file = try OpenFile(path, .append, doing: doing)
        let size = Int(try file.status().size)
        do throws(EvokeError) {
            try refusing(path, doing) { () throws(Errno) in try before(.append(path, line)) }
            let end = Array("\n".utf8)
            let last = try file.bytes(1, at: max(0, size - 1))
            try file.write((last.isEmpty || last == end ? [] : end) + line + end)
            try file.sync()
        } catch {
            // The next one may have room.
            try? file.setSize(size)
            throw error
        }
    }

    package func exchange(_ first: FilePath, with second: FilePath) throws(Errno) {
        try before(.exchange(first, with: second))
        let status = first.withCString { first in second.withCString { evoke_rename_exchange(first, $0) } }
        guard status == 0 else { throw .last }
    }

    /// Gives the file another name, unless there is something of that name.
    package func link(_ path: FilePath, to name: FilePath) throws(Errno) {
        try before(.link(path, to: name))
        guard path.withCString({ from in name.withCString { Glibc.link(from, $0) } }) == 0 else { throw .last }
    }

    /// Deletes a name.
    package func remove(_ path: FilePath) throws(Errno) {
        try before(.remove(path))
        guard path.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw .last }
    }

    /// Moves whatever is at `path` now to a name that nobody but Evoke takes. Where the disk cannot rename without
    /// replacing, it looks first whether the name is free.
    package func moveAway(_ path: FilePath, to name: FilePath, doing: String) throws(EvokeError) {
        try refusing(path, doing) { () throws(Errno) in
            do throws(Errno) {
                try renameWhereFree(path, to: name)
            } catch {
                guard error.isNoSuchCall else { throw error }
                try renameAfterLooking(path, to: name)
            }
        }
        sync(name, path)
    }

    /// Moves a file of Evoke's to a place that others may take meanwhile: theirs is not replaced. Where the disk cannot
    /// rename without replacing, the file has both names for an instant; where it has no second names either, another one
    /// that comes between the look and the renaming is replaced.
    package func moveWhereFree(_ path: FilePath, to place: FilePath, doing: String) throws(EvokeError) {
        try refusing(path, doing, place: place) { () throws(Errno) in
            do throws(Errno) {
                return try renameWhereFree(path, to: place)
            } catch {
                guard error.isNoSuchCall else { throw error }
            }
            do throws(Errno) {
                try link(path, to: place)
            } catch {
                // Nobody may give a second name to another user's file.
                guard error.isNoSuchCall || [EPERM, EMLINK].contains(error.code) else { throw error }
                return try renameAfterLooking(path, to: place)
            }
            try remove(path)
        }
        sync(place, path)
    }

    private func renameWhereFree(_ path: FilePath, to name: FilePath) throws(Errno) {
        try before(.renameWhereFree(path, to: name))
        let status = path.withCString { from in name.withCString { evoke_rename_where_free(from, $0) } }
        guard status == 0 else { throw .last }
    }

    private func renameAfterLooking(_ path: FilePath, to name: FilePath) throws(Errno) {
        guard try isFree(name) else { throw .nameInUse }
        try before(.rename(path, to: name))
        guard path.withCString({ from in name.withCString { rename(from, $0) } }) == 0 else { throw .last }
    }

    private func isFree(_ name: FilePath) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(of: name, followingLinks: false)
            return false
        } catch {
            guard error == .notThere else { throw error }
            return true
        }
    }

    private func sync(_ files: FilePath...) {
        for folder in Set(files.compactMap(\.parent)) { FileSystem.sync(folder: folder) }
    }

    private func refusing(
        _ path: FilePath, _ doing: String, place: FilePath? = nil, _ body: () throws(Errno) -> Void
    ) throws(EvokeError) {
        do throws(Errno) {
            try body()
        } catch {
            throw .system(error.code, doing: doing, subject: error == .nameInUse ? place ?? path : path)
        }
    }
}

extension Errno {
    /// What file systems say that cannot do it.
    package var isNoSuchCall: Bool { [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(code) }
}

extension FileSystem {
    /// Whether some program has the file open for writing. No, where nobody can tell: over a network, and of other users'
    /// files.
    package static func hasWriter(_ path: FilePath) -> Bool {
        // What cannot be opened is not read, and so not replaced.
        guard let file = try? OpenFile(path, .readItself, saying: "", of: path) else { return false }
        defer { withExtendedLifetime(file) {} }
        return evoke_rename_has_writer(file.descriptor) == 1
    }
}
