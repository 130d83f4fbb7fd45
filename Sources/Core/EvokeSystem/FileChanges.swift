package import EvokeValues
import Foundation

/// The calls that change the user's files. None of them deletes or replaces what somebody else puts there at that
/// moment, and each happens completely or not at all, even if the process is killed.
///
/// Network and FUSE file systems may be unable to exchange two names or to rename without replacing. Each call
/// documents what it does there.
package struct FileChanges: Sendable {
    package enum Call: Hashable, Sendable {
        case make(DiskPath)
        case append(DiskPath, [UInt8])
        case rename(DiskPath, to: DiskPath)
        case renameWhereFree(DiskPath, to: DiskPath)
        case exchange(DiskPath, with: DiskPath)
        case link(DiskPath, to: DiskPath)
        case remove(DiskPath)
    }

    private let before: @Sendable (Call) throws(Errno) -> Void

    /// - Parameter before: runs right before each call and may make it fail, for tests of that moment.
    package init(before: @escaping @Sendable (Call) throws(Errno) -> Void = { _ throws(Errno) in }) {
        self.before = before
    }

    /// Makes a new file, which gets its name once it is completely on the disk. On file systems where files need a name
    /// from the start, a killed process may leave a part of it.
    package func make(_ path: DiskPath, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        try before(.make(path))
        var descriptor = (path.parent ?? DiskPath(".")).withCString(Native.makeNameless)
        if descriptor >= 0 {
            defer { close(descriptor) }
            try fill(descriptor, bytes, mode)
            if path.withCString({ Native.name(descriptor, $0) }) == 0 { return }
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
        // File systems without modes use one for all files.
        fchmod(descriptor, mode_t(mode))
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }), Native.sync(descriptor) == 0 else {
            throw .last
        }
    }

    /// Appends a line to a file and syncs it. If a full disk truncated an earlier line, that line is ended first.
    package func append(_ line: [UInt8], to path: DiskPath, doing: String) throws(EvokeError) {
        let file = try OpenFile(path, .append, doing: doing)
        let size = Int(try file.status().size)
        do throws(EvokeError) {
            try refusing(path, doing) { () throws(Errno) in try before(.append(path, line)) }
            let end = Array("\n".utf8)
            let last = try file.bytes(1, at: max(0, size - 1))
            try file.write((last.isEmpty || last == end ? [] : end) + line + end)
            try file.sync()
        } catch {
            // The next line may fit.
            try? file.setSize(size)
            throw error
        }
    }

    package func exchange(_ first: DiskPath, with second: DiskPath) throws(Errno) {
        try before(.exchange(first, with: second))
        let status = first.withCString { first in second.withCString { Native.exchange(first, $0) } }
        guard status == 0 else { throw .last }
    }

    /// Gives the file a second name, unless that name is taken.
    package func link(_ path: DiskPath, to name: DiskPath) throws(Errno) {
        try before(.link(path, to: name))
        guard path.withCString({ from in name.withCString { Foundation.link(from, $0) } }) == 0 else { throw .last }
    }

    package func remove(_ path: DiskPath) throws(Errno) {
        try before(.remove(path))
        guard path.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw .last }
    }

    /// Moves whatever is at `path` now to a name that only Evoke uses. If the disk cannot rename without replacing, it
    /// first checks that the name is free.
    package func moveAway(_ path: DiskPath, to name: DiskPath, doing: String) throws(EvokeError) {
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

    /// Moves one of Evoke's files to a name that others may take meanwhile; theirs is not replaced. If the disk cannot
    /// rename without replacing, the file has both names for an instant. If it has no hard links either, a file created
    /// between the check and the rename is replaced.
    package func moveWhereFree(_ path: DiskPath, to place: DiskPath, doing: String) throws(EvokeError) {
        try refusing(path, doing, place: place) { () throws(Errno) in
            do throws(Errno) {
                return try renameWhereFree(path, to: place)
            } catch {
                guard error.isNoSuchCall else { throw error }
            }
            do throws(Errno) {
                try link(path, to: place)
            } catch {
                // Users cannot link to another user's file.
                guard error.isNoSuchCall || [EPERM, EMLINK].contains(error.code) else { throw error }
                return try renameAfterLooking(path, to: place)
            }
            try remove(path)
        }
        sync(place, path)
    }

    private func renameWhereFree(_ path: DiskPath, to name: DiskPath) throws(Errno) {
        try before(.renameWhereFree(path, to: name))
        let status = path.withCString { from in name.withCString { Native.renameWhereFree(from, $0) } }
        guard status == 0 else { throw .last }
    }

    private func renameAfterLooking(_ path: DiskPath, to name: DiskPath) throws(Errno) {
        guard try isFree(name) else { throw .nameInUse }
        try before(.rename(path, to: name))
        guard path.withCString({ from in name.withCString { rename(from, $0) } }) == 0 else { throw .last }
    }

    private func isFree(_ name: DiskPath) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(of: name, followingLinks: false)
            return false
        } catch {
            guard error == .notThere else { throw error }
            return true
        }
    }

    private func sync(_ files: DiskPath...) {
        for folder in Set(files.compactMap(\.parent)) { FileSystem.sync(folder: folder) }
    }

    private func refusing(
        _ path: DiskPath, _ doing: String, place: DiskPath? = nil, _ body: () throws(Errno) -> Void
    ) throws(EvokeError) {
        do throws(Errno) {
            try body()
        } catch {
            throw .system(error.code, doing: doing, subject: error == .nameInUse ? place ?? path : path)
        }
    }
}

extension Errno {
    /// The errors of file systems that do not support a call.
    package var isNoSuchCall: Bool { [EINVAL, ENOSYS, EOPNOTSUPP, ENOTSUP].contains(code) }
}

extension FileSystem {
    /// Whether a program has the file open for writing. False if that cannot be known: over a network, and for other
    /// users' files.
    package static func hasWriter(_ path: DiskPath) -> Bool {
        // What cannot be opened is not read, so it is not replaced.
        guard let file = try? OpenFile(path, .readItself, saying: "", of: path) else { return false }
        defer { withExtendedLifetime(file) {} }
        return Native.hasWriter(file.descriptor) == 1
    }
}

/// What moving files to the trash needs from the file system.
extension FileSystem {
    /// The mount point of the file's disk, with all links followed; nil if unknown.
    package static func topFolder(of file: DiskPath) -> DiskPath? {
        guard var folder = file.parent.flatMap(resolve), let device = status(of: folder)?.device else { return nil }
        while let parent = folder.parent, status(of: parent)?.device == device { folder = parent }
        return folder
    }

    /// Sets the modification time, in nanoseconds since 1970.
    package static func setModified(_ nanoseconds: Int64, of path: DiskPath) throws(EvokeError) {
        let (seconds, rest) = nanoseconds.flooredQuotientAndRemainder(by: 1_000_000_000)
        let times = [timespec(tv_sec: 0, tv_nsec: Native.keepTime), timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))]
        if path.withCString({ utimensat(AT_FDCWD, $0, times, 0) }) != 0 {
            throw .system(errno, doing: "set the modification time of", subject: path)
        }
    }
}
