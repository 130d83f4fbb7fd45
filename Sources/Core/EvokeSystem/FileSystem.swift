package import EvokeValues
package import Glibc

/// The few calls to the file system that the targets share.
package enum FileSystem {
    package static func status(of path: FilePath) -> stat? {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status : nil
    }

    package static func isFolder(_ path: FilePath) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    package static func isFile(_ path: FilePath) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }

    /// How many bytes the file says it has; 0 where there is none.
    package static func size(of path: FilePath) -> Int64 { status(of: path).map { FileStamp($0).size } ?? 0 }

    /// How many they have together, or the most that there can be: a file with holes may say that it is as large.
    package static func size(of paths: [FilePath]) -> Int64 {
        paths.reduce(0) { sum, path in
            let (sum, isTooMuch) = sum.addingReportingOverflow(size(of: path))
            return isTooMuch ? .max : sum
        }
    }

    /// Whether it is certain that there is nothing at that path.
    package static func isMissing(_ path: FilePath) -> Bool {
        status(of: path) == nil && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Whether the folder can be read and holds nothing at all.
    package static func isBareFolder(_ path: FilePath) -> Bool {
        (try? names(in: path).isEmpty) ?? false
    }

    /// The names in the folder, in order.
    package static func names(in path: FilePath, doing: String = "read the folder") throws(EvokeError) -> [[UInt8]] {
        guard let folder = path.withCString({ opendir($0) }) else {
            throw .system(errno, doing: doing, subject: path)
        }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name.0) { FilePath(cString: $0).bytes }
            if name != [.dot], name != [.dot, .dot] { names.append(name) }
        }
        guard errno == 0 else { throw .system(errno, doing: doing, subject: path) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    package static func canWrite(_ path: FilePath) -> Bool {
        path.withCString { access($0, W_OK) } == 0
    }

    /// The absolute path without symbolic links; nil when there is nothing there.
    package static func resolve(_ path: FilePath) -> FilePath? {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(cString: resolved)
    }

    /// The path from the root, with no `.` and `..`; works for what does not exist, too.
    package static func absolute(_ path: FilePath) -> FilePath {
        var full = path
        if !path.isAbsolute, let current = getcwd(nil, 0) {
            defer { free(current) }
            full = FilePath(cString: current).appending(path.bytes)
        }
        var parts: [ArraySlice<UInt8>] = []
        for part in full.bytes.split(separator: .slash) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return FilePath(bytes: [.slash] + parts.joined(separator: [.slash]))
    }

    /// Makes the folder and those above it, for the owner's eyes where `isPrivate`.
    package static func makeFolder(_ path: FilePath, isPrivate: Bool = false) throws(EvokeError) {
        if isFolder(path) { return }
        if let parent = path.parent { try makeFolder(parent) }
        if path.withCString({ mkdir($0, isPrivate ? 0o700 : 0o755) }) != 0, errno != EEXIST || !isFolder(path) {
            throw .system(errno, doing: "make the folder", subject: path)
        }
    }

    package static func read(_ path: FilePath) throws(EvokeError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(1 << 26, Int(size(of: path))))
        try forEachChunk(of: path) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Reads the file from its start to its end, a piece at a time, or for as long as it is wanted.
    package static func forEachChunk(
        of path: FilePath, doing: String = "read", isWanted: () -> Bool = { true }, _ body: (ArraySlice<UInt8>) -> Void
    ) throws(EvokeError) {
        let descriptor = openToRead(path)
        guard descriptor >= 0 else { throw .system(errno, doing: doing, subject: path) }
        defer { close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while isWanted() {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(errno, doing: doing, subject: path) }
            if count == 0 { return }
            body(chunk[..<count])
        }
    }

    /// False, with `errno`, when not all of it could be written.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// The same to a socket; one that nobody reads any more is no reason to end the process.
    package static func sendAll(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = send(socket, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Readers see the old file or the new one, never a part.
    package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(EvokeError) {
        // No other writer has that name, in this process or another.
        let draft = FilePath(bytes: path.bytes + Array(".\(getpid())-\(pthread_self()).part".utf8))
        let descriptor = draft.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .system(errno, doing: "write", subject: path) }
        let isComplete = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        let isWritten = isComplete && close(descriptor) == 0
        if !isWritten || draft.withCString({ from in path.withCString { rename(from, $0) } }) != 0 {
            let code = errno
            _ = draft.withCString { unlink($0) }
            throw .system(code, doing: "write", subject: path)
        }
    }
}

extension FilePath {
    package init(cString: UnsafePointer<CChar>) {
        self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }
}

extension FileStamp {
    package init(_ status: stat) {
        // Below zero is what file systems of programs may say.
        self.init(
            size: max(0, Int64(status.st_size)), modifiedNanoseconds: status.st_mtim.nanoseconds,
            inode: UInt64(status.st_ino), changedNanoseconds: status.st_ctim.nanoseconds)
    }
}

/// What tells a file or a folder from all others, whatever links and mounts lead to it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

extension timespec {
    /// Since 1970; what 64 bits do not hold, from the year 2262 on and before 1678, is the nearest that they do.
    package var nanoseconds: Int64 {
        // Cannot fail: overflow is asked for.
        let (whole, isTooMuch) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (all, isMore) = whole.addingReportingOverflow(Int64(tv_nsec))
        return isTooMuch || isMore ? (tv_sec < 0 ? .min : .max) : all
    }
}

extension EvokeError {
    /// The error for a failed system call.
    package static func system(_ code: Int32, doing: String, subject: FilePath) -> EvokeError {
        let words = String(cString: strerror(code))
        let (kind, reason, remedy): (Kind, String, String) =
            switch code {
            case ENOENT, ENOTDIR:
                (
                    .notFound, "there is nothing at that path", "Check the spelling, and that the disk is connected."
                )
            case EACCES, EPERM:
                (
                    .notAllowed, "you have no permission",
                    "Change the permissions (chmod, chown), or run as its owner."
                )
            case EROFS: (.readOnly, "the disk is read-only", "Choose a place that can be written to.")
            case ENOSPC, EDQUOT, EFBIG: (.diskFull, "the disk is full", "Free some space and try again.")
            case EEXIST: (.notAllowed, "there is a file in its place", "Choose another place.")
            default: (.unreadable, words.lowercasedFirst, "")
            }
        return EvokeError(
            kind, doing: doing, subject: subject.display, reason: reason, remedy: remedy,
            cause: Cause("errno", code: Int(code), text: words))
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
