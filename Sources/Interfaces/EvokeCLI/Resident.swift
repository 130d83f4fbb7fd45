import Evoke
import EvokeSystem
import EvokeValues

/// The server that a search leaves behind, so that the next ones need not load the model. It listens on the socket in the
/// library's folder alone, ends by itself, and gives way to an 'evoke serve' that somebody starts.
struct Resident {
    private let places: LibraryConfiguration
    private var lockFile: FilePath { places.library.appending("resident") }
    private var socket: FilePath { places.library.appending(LibrarySocket.fileName) }

    init(of places: LibraryConfiguration) {
        self.places = places
    }

    /// What the one that there is holds; nil where another is it.
    func lock() throws(EvokeError) -> FileLock? {
        do throws(Errno) {
            return try FileLock(file: lockFile)
        } catch {
            guard error.isHeldByAnother else { throw .system(error.code, doing: "lock", subject: lockFile) }
            return nil
        }
    }

    /// Begins one in the background, which ends at once where there is one. Where that is not possible, searches take
    /// their time.
    func begin() {
        // Not for everybody to read in the list of processes.
        guard let library = places.address.string, let program = FileSystem.resolve(OwnProcess.program) else { return }
        // The next search is slower without it.
        _ = try? DetachedProgram(program, ["evoke", "serve", "--on-demand"], variables: ["EVOKE_LIBRARY": library])
    }

    /// Takes its socket away, where there is one: it sees that within a second or two, answers what it has begun, and ends.
    func end() {
        if FileLock.isHeld(lockFile) { FileSystem.remove(socket) }
    }
}

/// The program's file, as it was when the process began.
struct OwnFile {
    private let path = FileSystem.resolve(OwnProcess.program)
    private let identity = FileSystem.status(of: OwnProcess.program).map(FileIdentity.init)

    /// Whether another is in its place, or none.
    var isReplaced: Bool { path.flatMap { FileSystem.status(of: $0) }.map(FileIdentity.init) != identity }
}
