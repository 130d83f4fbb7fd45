import Glibc
package import PhotoCore
import Workers

/// Keeps a second writer out of a library; the kernel lets go of it when the process ends, however it ends.
package final class LibraryLock: Sendable {
    /// Below zero once it is given back.
    private let held: Locked<Int32>

    package init(in folder: FilePath) throws(EvokeError) {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending("lock")
        let descriptor = file.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .system(errno, doing: "lock the library", subject: folder) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let holder = (try? FileSystem.read(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            close(descriptor)
            throw EvokeError(
                .libraryBusy, doing: "write to the library", subject: folder.display,
                reason: "another evoke\(holder.isEmpty ? "" : " (process \(holder))") is writing to it",
                remedy: "Wait until it has finished; searching works meanwhile.")
        }
        ftruncate(descriptor, 0)
        let holder = Array("\(getpid())".utf8)
        pwrite(descriptor, holder, holder.count, 0)
        held = Locked(descriptor)
    }

    deinit {
        release()
    }

    /// Lets others write; once is enough, and twice does no harm.
    package func release() {
        let descriptor = held.withLock { held in
            defer { held = -1 }
            return held
        }
        if descriptor >= 0 { close(descriptor) }
    }
}
