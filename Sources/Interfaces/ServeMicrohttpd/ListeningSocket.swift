import EvokeSystem
package import EvokeValues
import Glibc

/// A socket that waits for connections.
package struct ListeningSocket: Sendable {
    package let descriptor: Int32
    /// Zero for one that is a file.
    package let port: UInt16
    /// Of one that is a file, with what it was when it was made.
    private var file: (path: FilePath, status: stat)?

    private static let backlog: Int32 = 128

    /// On the address that the host stands for; port 0 takes one that is free.
    package static func onNetwork(host: String, port: UInt16) throws(EvokeError) -> ListeningSocket {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_ADDRCONFIG
        // 'localhost' has two addresses, and browsers try both.
        if host == "localhost" { hints.ai_family = AF_INET }
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &found)
        guard status == 0, let address = found else {
            throw EvokeError(
                .wrongUsage, doing: "listen on", subject: host,
                reason: String(cString: gai_strerror(status)).lowercased(),
                remedy: "Name an address or a name of this machine with --host.")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            address.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure(host, port) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard Glibc.bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(descriptor, backlog) == 0
        else {
            let error = failure(host, port)
            close(descriptor)
            throw error
        }
        return ListeningSocket(descriptor: descriptor, port: boundPort(descriptor) ?? port)
    }

    /// As a file that only its owner can open. One that nobody listens on any more is replaced.
    package static func onFile(_ file: FilePath) throws(EvokeError) -> ListeningSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(errno, doing: "listen on", subject: file) }
        do throws(EvokeError) {
            guard connect(descriptor, to: file) != 0 else {
                throw EvokeError(
                    .libraryBusy, doing: "serve the library", subject: (file.parent ?? file).display,
                    reason: "it is being served already", remedy: "End the other 'evoke serve', or use it.")
            }
            if errno == ECONNREFUSED, isForsaken(file) { _ = file.withCString { unlink($0) } }
            // Nobody can connect before there is a listener, so the mode is right from the start.
            guard bind(descriptor, to: file) == 0, file.withCString({ chmod($0, mode) }) == 0,
                listen(descriptor, backlog) == 0
            else {
                guard errno == EADDRINUSE else { throw EvokeError.system(errno, doing: "listen on", subject: file) }
                throw EvokeError(
                    .notAllowed, doing: "listen on", subject: file.display,
                    reason: "there is something in its place that Evoke did not make",
                    remedy: "Move it away. Until then 'evoke search' does without the server.")
            }
        } catch {
            close(descriptor)
            throw error
        }
        return ListeningSocket(descriptor: descriptor, port: 0, file: status(of: file).map { (file, $0) })
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
        _ = file.path.withCString { unlink($0) }
    }

    /// Of the file itself, should it be a link.
    private static func status(of file: FilePath) -> stat? {
        var status = stat()
        return file.withCString { lstat($0, &status) } == 0 ? status : nil
    }

    /// Whether it is the socket of an Evoke that was killed: one of this user's, with the mode that Evoke gives to its own
    /// and hardly anybody else. A file in its place, or another program's socket, is nothing to delete.
    private static func isForsaken(_ file: FilePath) -> Bool {
        status(of: file).map { $0.st_mode == S_IFSOCK | mode && $0.st_uid == geteuid() } ?? false
    }

    private static let mode: mode_t = 0o600

    private static func connect(_ descriptor: Int32, to file: FilePath) -> Int32 {
        UnixAddress.with(file) { Glibc.connect(descriptor, $0, $1) }
    }

    private static func bind(_ descriptor: Int32, to file: FilePath) -> Int32 {
        UnixAddress.with(file) { Glibc.bind(descriptor, $0, $1) }
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutableBytes(of: &storage) {
            getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        guard status == 0 else { return nil }
        // Both families have the port in the same place.
        return withUnsafeBytes(of: &storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    }

    private static func failure(_ host: String, _ port: UInt16) -> EvokeError {
        let code = errno
        let (reason, remedy) =
            switch code {
            case EADDRINUSE:
                ("another program listens there", "Choose another port with --port; 0 takes one that is free.")
            case EADDRNOTAVAIL: ("this machine has no such address", "Name an address of this machine with --host.")
            case EACCES: ("you may not use that port", "Choose one above 1023 with --port.")
            default: (String(cString: strerror(code)).lowercased(), "")
            }
        return EvokeError(.notAllowed, doing: "listen on", subject: "\(host):\(port)", reason: reason, remedy: remedy)
    }
}
