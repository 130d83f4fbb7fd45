import EvokeSystem
package import EvokeValues
import EvokeWebAPI
import EvokeWorkers

/// The socket in the library's folder, which `evoke search` uses.
extension Server {
    /// Listens on a socket in the library's folder, which is deleted at the end. If the folder goes away and comes
    /// back, the socket is made again, unless that `isGoodbye`.
    package func listen(
        onLibrarySocket file: FilePath, whoseLossIsGoodbye isGoodbye: Bool = false
    ) throws(EvokeError) {
        let socket = try ListeningSocket.onFile(file)
        try listen(on: OwnSocket(file: file, socket: socket, isMadeAnew: !isGoodbye))
    }

    /// Listens on a socket in the library's folder that another process maintains.
    package func listen(onLibrarySocket socket: ListeningSocket) throws(EvokeError) {
        try add(socket, Self.ofLibrarySocket)
    }

    private static let ofLibrarySocket = Daemon.Settings(
        way: .librarySocket, connections: 64, connectionsOfOneAddress: nil, certificate: nil, owners: nil)

    private func listen(on own: OwnSocket) throws(EvokeError) {
        do throws(EvokeError) {
            try add(own.socket, Self.ofLibrarySocket)
        } catch {
            own.socket.removeFile()
            throw error
        }
        librarySocket.withLock { $0 = own }
    }

    /// Whether it is missing, or was when last checked.
    package var missesItsLibrarySocket: Bool { librarySocket.withLock { $0?.isInDoubt ?? false } }

    /// Called every second.
    func keepLibrarySocket() async {
        let isThere = await service.libraryIsThere
        guard var own = librarySocket.withLock({ $0 }) else { return }
        if !isThere || !own.socket.isInPlace { own.isInDoubt = true }
        librarySocket.withLock { $0 = own }
        guard own.isInDoubt, isThere, own.isMadeAnew else { return }
        do throws(EvokeError) {
            let socket = try ListeningSocket.onFile(own.file)
            retireLibraryDaemons()
            try listen(on: OwnSocket(file: own.file, socket: socket, isMadeAnew: true))
        } catch {
            // Another process is listening there, or this server, if the folder was only moved away for a while.
            let isItself = error.kind == .libraryBusy && own.socket.isInPlace
            if isItself { librarySocket.withLock { $0?.isInDoubt = false } }
        }
    }

    private func retireLibraryDaemons() {
        let old = daemons.withLock { daemons in
            let old = daemons.filter { $0.settings.way == .librarySocket }
            daemons.removeAll { $0.settings.way == .librarySocket }
            return old
        }
        for daemon in old { daemon.quiesce() }
        retired.withLock { $0 += old }
    }

    func stopRetired() async {
        guard retired.withLock({ $0.contains(where: \.open.isEmpty) }) else { return }
        await executor.run { [retired] in
            let done = retired.withLock { retired in
                let done = retired.filter(\.open.isEmpty)
                retired.removeAll { daemon in done.contains { $0 === daemon } }
                return done
            }
            for daemon in done { daemon.stop() }
        }
    }
}

/// The socket in the library's folder.
struct OwnSocket {
    let file: FilePath
    let socket: ListeningSocket
    /// Whether it is made again after the folder was gone.
    let isMadeAnew: Bool
    /// The folder or the file was gone: what has the file's name now may lead nowhere.
    var isInDoubt = false
}
