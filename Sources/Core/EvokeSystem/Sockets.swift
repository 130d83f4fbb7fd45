package import EvokeValues
import Glibc

/// Sockets by their descriptors, which child processes do not inherit.
package enum Sockets {
    fileprivate static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    fileprivate static let backlog: Int32 = 128

    package static func pair() throws(Errno) -> (Int32, Int32) {
        var ends = [Int32](repeating: -1, count: 2)
        guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { throw .last }
        return (ends[0], ends[1])
    }

    /// False, with `Errno.last`, if not everything could be sent. A connection closed by the other side does not end
    /// the process.
    package static func sendAll(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = send(socket, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// How many bytes were received, waiting for the first; 0 at the end.
    package static func receive(_ memory: UnsafeMutableRawBufferPointer, from socket: Int32) throws(Errno) -> Int {
        while true {
            let count = recv(socket, memory.baseAddress, memory.count, 0)
            if count >= 0 { return count }
            if errno != EINTR { throw .last }
        }
    }

    /// Shuts down both directions; the descriptor stays open.
    package static func cut(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The kernel's number for the TCP state; nil if it is not a network connection.
    package static func stateOfConnection(_ socket: Int32) -> UInt8? {
        // The state is the first byte of the structure.
        var state: UInt8 = 0
        var length: socklen_t = 1
        return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 ? state : nil
    }
}

/// Network sockets.
extension Sockets {
    package enum Refusal: Error {
        /// There is no such host, in the system's words.
        case unknown(String)
        case failed(Errno)
    }

    /// Listens on the address that the host resolves to; port 0 picks a free one.
    package static func listening(
        onHost host: String, port: UInt16
    ) throws(Refusal) -> (descriptor: Int32, port: UInt16) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        // 'localhost' has two addresses, and browsers try both. It also exists if the machine is on no network.
        if host == "localhost" { hints.ai_family = AF_INET } else { hints.ai_flags |= AI_ADDRCONFIG }
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &found)
        guard status == 0, let address = found else {
            throw .unknown(String(cString: gai_strerror(status)).lowercased())
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.pointee.ai_family, stream, 0)
        guard descriptor >= 0 else { throw .failed(.last) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            Glibc.listen(descriptor, backlog) == 0
        else {
            let error = Errno.last
            close(descriptor)
            throw .failed(error)
        }
        return (descriptor, SocketAddress(of: descriptor)?.port ?? port)
    }

    /// A connection of this process to itself at that address, on a free port; `body` gets the accepting end. Nil if
    /// none can be made.
    package static func withConnectionToOneself<Result>(
        at address: SocketAddress, _ body: (Int32) -> Result
    ) -> Result? {
        var address = address
        address.port = 0
        let (listening, asking) = (socket(address.family, stream, 0), socket(address.family, stream, 0))
        defer { for descriptor in [listening, asking] where descriptor >= 0 { close(descriptor) } }
        guard address.use({ bind(listening, $0, $1) }) == 0, Glibc.listen(listening, 1) == 0,
            let bound = SocketAddress(of: listening), bound.use({ Glibc.connect(asking, $0, $1) }) == 0
        else { return nil }
        let accepted = accept(listening, nil, nil)
        guard accepted >= 0 else { return nil }
        defer { close(accepted) }
        return body(accepted)
    }
}

/// Sockets that are files.
extension Sockets {
    package static func ofFile() throws(Errno) -> Int32 {
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    package static func connect(_ socket: Int32, to file: FilePath) throws(Errno) {
        guard UnixAddress.with(file, { Glibc.connect(socket, $0, $1) }) == 0 else { throw .last }
    }

    /// Listens on a socket file with that mode, which it creates.
    package static func listen(_ socket: Int32, at file: FilePath, mode: UInt32) throws(Errno) {
        // Nobody can connect before `listen`, so the mode is right from the start.
        guard UnixAddress.with(file, { bind(socket, $0, $1) }) == 0, file.withCString({ chmod($0, mode_t(mode)) }) == 0,
            Glibc.listen(socket, backlog) == 0
        else { throw .last }
    }
}

/// A connection to a socket file, closed when the last reference goes.
package final class UnixConnection: Sendable {
    private let descriptor: Int32

    /// - Parameter patience: how long the other side may take for each step; after that, `notReady` is thrown.
    package init(to file: FilePath, patience: Duration) throws(Errno) {
        descriptor = try Sockets.ofFile()
        let (seconds, rest) = patience.components
        for side in [SO_SNDTIMEO, SO_RCVTIMEO] {
            var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(rest / 1_000_000_000_000))
            setsockopt(descriptor, SOL_SOCKET, side, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        try Sockets.connect(descriptor, to: file)
    }

    deinit {
        close(descriptor)
    }

    package func send(_ bytes: [UInt8]) throws(Errno) {
        guard bytes.withUnsafeBytes({ Sockets.sendAll($0, to: descriptor) }) else { throw .last }
    }

    /// Everything received until the connection ends.
    package func receiveAll() throws(Errno) -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let outcome = piece.withUnsafeMutableBytes { memory in
                Result { () throws(Errno) in try Sockets.receive(memory, from: descriptor) }
            }
            let count = try outcome.get()
            if count == 0 { return all }
            all += piece[..<count]
        }
    }
}
