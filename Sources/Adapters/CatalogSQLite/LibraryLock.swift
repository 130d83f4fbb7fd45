import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Keeps other writers out of a library.
final class LibraryLock: CatalogLock {
    static let fileName = "lock"

    /// Nil once released.
    private let held: Locked<FileLock?>

    init(in folder: FilePath) throws(EvokeError) {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending(Self.fileName)
        do throws(Errno) {
            let lock = try FileLock(file: file)
            // The lock holds even if the process number cannot be written.
            try? lock.file.setSize(0)
            // Lets the error message of other processes name the holder.
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
                remedy: "Wait until it has finished. Searching works in the meantime.")
        }
    }

    func release() {
        held.withLock { $0 = nil }
    }
}
