import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Keeps a second writer out of a library.
final class LibraryLock: CatalogLock {
    static let fileName = "lock"

    /// Nil once it is given back.
    private let held: Locked<FileLock?>

    init(in folder: FilePath) throws(EvokeError) {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending(Self.fileName)
        do throws(Errno) {
            let lock = try FileLock(file: file)
            // Where it cannot be said who has it, it is locked all the same.
            try? lock.file.setSize(0)
            // For the words of those who are kept out; the lock holds without it.
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

    func release() {
        held.withLock { $0 = nil }
    }
}
