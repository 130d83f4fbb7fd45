package import EvokeSystem
package import EvokeValues

/// A socket that waits for connections.
package struct ListeningSocket: Sendable {
    package let descriptor: Int32
    /// Zero for one that is a file.
    package let port: UInt16
    /// Of one that is a file, with what it was when it was made.
    private var file: (path: FilePath, status: FileStatus)?

    /// On the address that the host stands for; port 0 takes one that is free.
    package static func onNetwork(host: String, port: UInt16) throws(EvokeError) -> ListeningSocket {
        do throws(Sockets.Refusal) {
            let (descriptor, port) = try Sockets.listening(onHost: host, port: port)
            return ListeningSocket(descriptor: descriptor, port: port)
        } catch {
            throw failure(error, host, port)
        }
    }

    /// Those on which whoever started this process listens already, and hands over: systemd, for one.
    ///
    /// Throws `EvokeError` where one is no socket of a server, or a file that other users may open.
    package static func handedOver() throws(EvokeError) -> [HandedOver] {
        var sockets: [HandedOver] = []
        for descriptor in Sockets.handedOver() {
            guard let place = Sockets.place(ofListening: descriptor) else {
                throw refusal(
                    "socket \(descriptor)", "nothing listens on it, at an address or a file",
                    "Hand over stream sockets that listen (ListenStream= in a unit of systemd).")
            }
            var port: UInt16 = 0
            switch place {
            case .network(let address): port = address.port
            case .file(let file):
                // Whoever opens it is answered as the library's owner.
                guard let status = status(of: file), status.owner == OwnProcess.user, !status.isOpenToOthers else {
                    throw refusal(
                        file.display, "other users may open it", "Make it its owner's alone (SocketMode=0600).")
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
        EvokeError(.notAllowed, doing: "take over", subject: subject, reason: reason, remedy: remedy)
    }

    /// As a file that only its owner can open. One that nobody listens on any more is replaced.
    package static func onFile(_ file: FilePath) throws(EvokeError) -> ListeningSocket {
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

    private static func takePlace(of file: FilePath, _ descriptor: Int32) throws(EvokeError) {
        do throws(Errno) {
            try Sockets.connect(descriptor, to: file)
        } catch {
            if error == .refused, isForsaken(file) { FileSystem.remove(file) }
            return
        }
        throw EvokeError(
            .libraryBusy, doing: "serve the library", subject: (file.parent ?? file).display,
            reason: "it is being served already", remedy: "End the other 'evoke serve', or use it.")
    }

    private static func listen(_ descriptor: Int32, at file: FilePath) throws(EvokeError) {
        do throws(Errno) {
            try Sockets.listen(descriptor, at: file, mode: mode)
        } catch {
            guard error == .addressInUse else { throw .system(error.code, doing: "listen on", subject: file) }
            throw EvokeError(
                .notAllowed, doing: "listen on", subject: file.display,
                reason: "there is something in its place that Evoke did not make",
                remedy: "Move it away. Until then 'evoke search' does without the server.")
        }
    }

    /// Whether its file is the one that was made. One that went with its disk, and came back, looks just like it.
    var isInPlace: Bool {
        guard let file, let now = Self.status(of: file.path) else { return false }
        return FileIdentity(now) == FileIdentity(file.status) && FileStamp(now) == FileStamp(file.status)
    }

    /// Deletes its file, unless another has taken its place.
    package func removeFile() {
        guard let file, let now = Self.status(of: file.path), FileIdentity(now) == FileIdentity(file.status) else {
            return
        }
        FileSystem.remove(file.path)
    }

    /// Of the file itself, should it be a link.
    private static func status(of file: FilePath) -> FileStatus? { try? FileStatus(of: file, followingLinks: false) }

    /// Whether it is the socket of an Evoke that was killed: one of this user's, with the mode that Evoke gives to its own
    /// and hardly anybody else. A file in its place, or another program's socket, is nothing to delete.
    private static func isForsaken(_ file: FilePath) -> Bool {
        status(of: file).map { $0.isSocket && $0.permissions == mode && $0.owner == OwnProcess.user } ?? false
    }

    private static let mode: UInt32 = 0o600

    private static func failure(_ refusal: Sockets.Refusal, _ host: String, _ port: UInt16) -> EvokeError {
        switch refusal {
        case .unknown(let reason):
            return EvokeError(
                .wrongUsage, doing: "listen on", subject: host, reason: reason,
                remedy: "Name an address or a name of this machine.")
        case .failed(let error):
            let (reason, remedy) =
                switch error {
                case .addressInUse:
                    ("another program listens there", "Choose another port; 0 takes one that is free.")
                case .noSuchAddress:
                    ("this machine has no such address", "Name an address of this machine.")
                case .notAllowed: ("you may not use that port", "Choose one above 1023.")
                default: (error.words.lowercased(), "")
                }
            return EvokeError(
                .notAllowed, doing: "listen on", subject: "\(host):\(port)", reason: reason, remedy: remedy)
        }
    }
}
