package import EvokeValues
import Foundation

/// The file system calls that the targets share.
package enum FileSystem {
    /// In bytes.
    package static let longestPath = Int(PATH_MAX)

    package static func status(of path: DiskPath) -> FileStatus? { try? FileStatus(of: path) }

    package static func status(of path: DiskPath, doing: String) throws(EvokeError) -> FileStatus {
        do throws(Errno) {
            return try FileStatus(of: path)
        } catch {
            throw .system(error.code, doing: doing, subject: path)
        }
    }

    /// Of a link rather than of its target; nil if it is certain that the name does not exist.
    package static func statusOfItself(_ path: DiskPath, doing: String) throws(EvokeError) -> FileStatus? {
        do throws(Errno) {
            return try FileStatus(of: path, followingLinks: false)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw .system(error.code, doing: doing, subject: path)
        }
    }

    package static func isFolder(_ path: DiskPath) -> Bool {
        status(of: path)?.isFolder ?? false
    }

    package static func isFile(_ path: DiskPath) -> Bool {
        status(of: path)?.isFile ?? false
    }

    /// The file's size in bytes; 0 if there is none.
    package static func size(of path: DiskPath) -> Int64 { status(of: path)?.size ?? 0 }

    /// Their total size, clamped: a sparse file may claim any size.
    package static func size(of paths: [DiskPath]) -> Int64 {
        paths.reduce(0) { sum, path in
            let (sum, isTooMuch) = sum.addingReportingOverflow(size(of: path))
            return isTooMuch ? .max : sum
        }
    }

    /// Whether it is certain that nothing exists at that path.
    package static func isMissing(_ path: DiskPath) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(of: path)
            return false
        } catch {
            return error.code == ENOENT || error.code == ENOTDIR
        }
    }

    /// Whether the folder can be read and is empty.
    package static func isBareFolder(_ path: DiskPath) -> Bool {
        // An unreadable folder may hold anything.
        (try? names(in: path).isEmpty) ?? false
    }

    package static func canRead(_ path: DiskPath) -> Bool {
        path.withCString { access($0, R_OK) } == 0
    }

    package static func canWrite(_ path: DiskPath) -> Bool {
        path.withCString { access($0, W_OK) } == 0
    }

    /// Whether this user may run the program.
    package static func canRun(_ path: DiskPath) -> Bool {
        path.withCString { access($0, X_OK) } == 0
    }

    /// A link's target as written in it; nil if it is not a link.
    package static func target(of link: DiskPath) -> DiskPath? {
        var bytes = [UInt8](repeating: 0, count: longestPath)
        let count = bytes.withUnsafeMutableBytes { bytes in
            link.withCString { readlink($0, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count) }
        }
        return count > 0 ? DiskPath(bytes: bytes[..<count]) : nil
    }

    /// The absolute path without symbolic links; nil if it does not exist.
    package static func resolve(_ path: DiskPath) -> DiskPath? {
        guard let resolved = path.withSystemPath({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return DiskPath(cString: resolved)
    }

    /// The absolute path without `.` and `..`; it need not exist.
    package static func absolute(_ path: DiskPath) -> DiskPath {
        var full = path
        if !path.isAbsolute, let current = getcwd(nil, 0) {
            defer { free(current) }
            full = DiskPath(cString: current).appending(path.bytes)
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
        return DiskPath(bytes: [.slash] + parts.joined(separator: [.slash]))
    }

    /// Makes the folder and its parents; readable only by the owner if `isPrivate`.
    package static func makeFolder(_ path: DiskPath, isPrivate: Bool = false) throws(EvokeError) {
        if isFolder(path) { return }
        if let parent = path.parent { try makeFolder(parent) }
        if path.withCString({ mkdir($0, isPrivate ? 0o700 : 0o755) }) != 0, errno != EEXIST || !isFolder(path) {
            throw .system(errno, doing: "make the folder", subject: path)
        }
    }

    /// False, with `Errno.last`, if not everything could be written.
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

    /// Readers see the old file or the new one, never a part.
    package static func replace(_ path: DiskPath, with bytes: [UInt8]) throws(EvokeError) {
        // No other writer, in this process or another, uses that name.
        let draft = DiskPath(bytes: path.bytes + Array(".\(OwnProcess.nameOfThread).part".utf8))
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

extension DiskPath {
    /// Calls `body` with the path as a C string. A path on another machine becomes empty, so that nothing on this
    /// machine is mistaken for it. A path in a folder `a:` of the current one becomes `./a:/b`.
    func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try isElsewhere ? "".withCString(body) : withCString(body)
    }

    package init(cString: UnsafePointer<CChar>) {
        self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }
}

extension EvokeError {
    /// The error for a failed system call.
    package static func system(_ code: Int32, doing: String, subject: DiskPath) -> EvokeError {
        let words = String(cString: strerror(code))
        let (kind, reason, remedy): (Kind, String, String) =
            switch code {
            case ENOENT, ENOTDIR:
                (.notFound, "it does not exist", "Check the spelling, and that the disk is connected.")
            case EACCES, EPERM:
                (.notAllowed, "permission denied", "Change its permissions (chmod, chown), or run as its owner.")
            case EROFS: (.readOnly, "the disk is read-only", "Choose a writable location.")
            case ENOSPC, EDQUOT, EFBIG: (.diskFull, "the disk is full", "Free some space and try again.")
            case EEXIST: (.notAllowed, "that name is already taken", "Choose another location.")
            default: (.unreadable, words.lowercasedFirst, "")
            }
        return EvokeError(
            kind, doing: doing, subject: subject.display, reason: reason, remedy: remedy,
            cause: Cause("errno", code: Int(code), text: words))
    }
}

extension String {
    package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
