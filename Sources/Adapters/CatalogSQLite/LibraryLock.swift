import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Keeps a second writer out of a library.
package final class LibraryLock: Sendable {
    /// Nil once it is given back.
    private let held: Locked<FileLock?>

    package init(in folder: FilePath) throws(EvokeError) {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending("lock")
        do throws(Errno) {
            let lock = try FileLock(file: file)
            // Where it cannot be said who has it, it is locked all the same.
            try? lock.file.setSize(0)
            try? lock.file.write(Array("\(OwnProcess.number)".utf8), at: 0)
            held = Locked(lock)
        } catch {
            guard error.isHeldByAnother else {
                throw .system(error.code, doing: "lock the library", subject: folder)
            }
            let holder = (try? FileSystem.read(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            throw EvokeError(
                .libraryBusy, doing: "write to the library", subject: folder.display,
                reason: "another evoke\(holder.isEmpty ? "" : " (process \(holder))") is writing to it",
                remedy: "Wait until it has finished; searching works meanwhile.")
        }
    }

    /// Lets others write; once is enough, and twice does no harm.
    package func release() {
        held.withLock { $0 = nil }
    }
}
