package import EvokeIndexing
import EvokeLinux
import EvokeSystem
package import EvokeValues
import Glibc

/// Notices changes with Linux's inotify.
package final class InotifyNotices: FolderNoticing {
    private let descriptor: Int32
    /// A pipe; writing a byte to it ends the wait.
    private let bell: (out: Int32, in: Int32)

    /// The limit of watched folders per user; nil if unknown.
    package static var mostFolders: Int? { Machine.number(in: "/proc/sys/fs/inotify/max_user_watches") }

    package init() throws(EvokeError) {
        var pipe: [Int32] = [-1, -1]
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0, Glibc.pipe(&pipe) == 0 else {
            let error = Errno.last
            close(descriptor)
            throw EvokeError(
                .notAllowed, doing: "watch folders", subject: "",
                reason: error == .tooManyOpen ? "too many programs are watching folders" : error.words,
                remedy: "Close some of them, or run 'sudo sysctl fs.inotify.max_user_instances=1024'.")
        }
        for end in pipe {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        bell = (pipe[0], pipe[1])
    }

    deinit {
        for descriptor in [descriptor, bell.out, bell.in] { close(descriptor) }
    }

    package func watch(_ folder: DiskPath) -> WatchOutcome {
        let watch = folder.withCString { inotify_add_watch(descriptor, $0, FolderNotice.wanted) }
        guard watch < 0 else { return .watched(watch) }
        return errno == ENOSPC || errno == ENOMEM ? .noMore : .nothingThere
    }

    package func forget(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    package func wake() { _ = write(bell.in, [0], 1) }

    package func next(within time: Duration) throws(EvokeError) -> [FolderNotice] {
        var waiting = [descriptor, bell.out].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, 2, Int32(nearest: max(0, (time / .milliseconds(1)).rounded(.up))))
        // Writes come by the thousand; after a short pause the kernel has merged them.
        if waiting[0].revents != 0 { SystemClock.pause(.milliseconds(20)) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        _ = read(bell.out, &buffer, buffer.count)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else {
            if count == 0 || errno == EAGAIN || errno == EINTR { return [] }
            throw .system(errno, doing: "watch for changes in", subject: DiskPath("folders"))
        }
        return FolderNotice.all(in: buffer[..<count])
    }
}

extension FolderNotice {
    static let wanted = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR
            | IN_EXCL_UNLINK)

    /// Parses the kernel's format: four numbers, and a name that is padded with zeros to the length in the last
    /// number.
    static func all(in bytes: ArraySlice<UInt8>) -> [FolderNotice] {
        var notices: [FolderNotice] = []
        var rest = bytes
        while rest.count >= 16 {
            let (watch, mask, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = rest.dropFirst(16).prefix(length)
            notices.append(FolderNotice(watch: watch, mask: mask, name: Array(name.prefix { $0 != 0 })))
            rest = rest.dropFirst(16 + length)
        }
        return notices
    }

    private init(watch: Int32, mask: UInt32, name: [UInt8]) {
        func has(_ bit: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: bit) != 0 }
        let happened: Happening =
            if has(IN_Q_OVERFLOW) {
                .overflow
            } else if has(IN_IGNORED) {
                .end
            } else if has(IN_CREATE) {
                .created
            } else if has(IN_MODIFY) {
                .modified
            } else if has(IN_CLOSE_WRITE) {
                .closed
            } else if has(IN_MOVED_TO) {
                .came
            } else if has(IN_MOVED_FROM) {
                .left
            } else {
                has(IN_DELETE) ? .deleted : .attributes
            }
        self.init(watch: watch, happened, name: name, isOfFolder: has(IN_ISDIR))
    }
}
