package import EvokeLinux
import EvokeSystem
package import EvokeValues

/// A listening socket.
package struct ListeningSocket: Sendable {
    package let descriptor: Int32
    /// Zero for a socket file.
    package let port: UInt16
    /// For a socket file, with its status when it was made.
    private var file: (path: DiskPath, status: FileStatus)?

    /// On the host's address; port 0 picks a free one.
    package static func onNetwork(host: String, port: UInt16) throws(EvokeError) -> ListeningSocket {
        do throws(Sockets.Refusal) {
            let (descriptor, port) = try Sockets.listening(onHost: host, port: port)
            return ListeningSocket(descriptor: descriptor, port: port)
        } catch {
            throw failure(error, host, port)
        }
    }

    /// Listening sockets that the parent process, such as systemd, has passed on.
    ///
    /// Throws `EvokeError` if one is not a listening socket, or is a file that other users can open.
    package static func handedOver() throws(EvokeError) -> [HandedOver] {
        var sockets: [HandedOver] = []
        for descriptor in Sockets.handedOver() {
            guard let place = Sockets.place(ofListening: descriptor) else {
                throw refusal(
                    "socket \(descriptor)", "it is not a listening socket with an address or a file",
                    "Pass listening stream sockets (ListenStream= in a systemd unit).")
            }
            var port: UInt16 = 0
            switch place {
            case .network(let address): port = address.port
            case .file(let file):
                // Anyone who can open it has the access of the library's owner.
                guard let status = status(of: file), status.owner == OwnProcess.user, !status.isOpenToOthers else {
                    throw refusal(
                        file.display, "other users can open it", "Restrict it to its owner (SocketMode=0600).")
                }
            }
            sockets.append(HandedOver(socket: ListeningSocket(descriptor: descriptor, port: port), place: place))
        }
        return sockets
    }

    package struct HandedOver: Sendable {
        package let socket: ListeningSocket
        package let place: Sockets.Place
    }

    private static func refusal(_ subject: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.notAllowed, doing: "use the socket", subject: subject, reason: reason, remedy: remedy)
    }

    /// As a file that only its owner can open. One that nobody listens on anymore is replaced.
    package static func onFile(_ file: DiskPath) throws(EvokeError) -> ListeningSocket {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try Sockets.ofFile()
        } catch {
            throw .system(error.code, doing: "listen on", subject: file)
        }
        do throws(EvokeError) {
            try takePlace(of: file, descriptor)
            try listen(descriptor, at: file)
        } catch {
            Descriptors.close(descriptor)
            throw error
        }
        return ListeningSocket(descriptor: descriptor, port: 0, file: status(of: file).map { (file, $0) })
    }

    private static func takePlace(of file: DiskPath, _ descriptor: Int32) throws(EvokeError) {
        do throws(Errno) {
            try Sockets.connect(descriptor, to: file)
        } catch {
            if error == .refused, isForsaken(file) { FileSystem.remove(file) }
            return
        }
        throw EvokeError(
            .libraryBusy, doing: "serve the library", subject: (file.parent ?? file).display,
            reason: "it is already being served", remedy: "Stop the other 'evoke serve', or use it.")
    }

    private static func listen(_ descriptor: Int32, at file: DiskPath) throws(EvokeError) {
        do throws(Errno) {
            try Sockets.listen(descriptor, at: file, mode: mode)
        } catch {
            guard error == .addressInUse else { throw .system(error.code, doing: "listen on", subject: file) }
            throw EvokeError(
                .notAllowed, doing: "listen on", subject: file.display,
                reason: "something that Evoke did not make is at that path",
                remedy: "Move it away. Until then, 'evoke search' works without the server.")
        }
    }

    /// Whether its file is the one that was made. One that went away with its disk, and came back, looks the same.
    var isInPlace: Bool {
        guard let file, let now = Self.status(of: file.path) else { return false }
        return FileIdentity(now) == FileIdentity(file.status) && FileStamp(now) == FileStamp(file.status)
    }

    /// Deletes its file, unless it was replaced.
    package func removeFile() {
        guard let file, let now = Self.status(of: file.path), FileIdentity(now) == FileIdentity(file.status) else {
            return
        }
        FileSystem.remove(file.path)
    }

    /// Of the file itself, even if it is a link.
    private static func status(of file: DiskPath) -> FileStatus? { try? FileStatus(of: file, followingLinks: false) }

    /// Whether it is the socket of an Evoke that was killed: one of this user's, with the mode that hardly any other
    /// program sets. Anything else at its path, such as another program's socket, must not be deleted.
    private static func isForsaken(_ file: DiskPath) -> Bool {
        status(of: file).map { $0.isSocket && $0.permissions == mode && $0.owner == OwnProcess.user } ?? false
    }

    private static let mode: UInt32 = 0o600

    private static func failure(_ refusal: Sockets.Refusal, _ host: String, _ port: UInt16) -> EvokeError {
        switch refusal {
        case .unknown(let reason):
            return EvokeError(
                .wrongUsage, doing: "listen on", subject: host, reason: reason,
                remedy: "Use an address or a name of this machine.")
        case .failed(let error):
            let (reason, remedy) =
                switch error {
                case .addressInUse:
                    ("another program is using that port", "Choose another port; 0 picks a free one.")
                case .noSuchAddress:
                    ("this machine has no such address", "Use an address of this machine.")
                case .notAllowed: ("you do not have permission to use that port", "Choose one above 1023.")
                default: (error.words.lowercased(), "")
                }
            return EvokeError(
                .notAllowed, doing: "listen on", subject: "\(host):\(port)", reason: reason, remedy: remedy)
        }
    }
}
