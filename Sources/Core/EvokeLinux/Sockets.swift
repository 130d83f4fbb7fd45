package import EvokeSystem
package import EvokeValues
package import Glibc

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

    package static func connect(_ socket: Int32, to file: DiskPath) throws(Errno) {
        guard UnixAddress.with(file, { Glibc.connect(socket, $0, $1) }) == 0 else { throw .last }
    }

    /// Listens on a socket file with that mode, which it creates.
    package static func listen(_ socket: Int32, at file: DiskPath, mode: UInt32) throws(Errno) {
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
    package init(to file: DiskPath, patience: Duration) throws(Errno) {
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

/// Listening sockets that the parent process handed over (sd_listen_fds(3)).
extension Sockets {
    /// Their descriptors, which child processes do not inherit.
    package static func handedOver() -> [Int32] {
        func number(_ name: String) -> Int32? { Environment.variable(name).flatMap { Int32($0.display) } }
        // The environment may still hold those of another process.
        guard number("LISTEN_PID") == OwnProcess.number, let count = number("LISTEN_FDS"), (1...64).contains(count)
        else { return [] }
        let descriptors = Array(3..<3 + count)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptors
    }

    package enum Place: Sendable {
        case network(SocketAddress)
        case file(DiskPath)
    }

    /// Nil if the socket takes no connections, or has neither an address nor a file.
    package static func place(ofListening descriptor: Int32) -> Place? {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0 else {
            return nil
        }
        if let address = SocketAddress(of: descriptor) { return .network(address) }
        return UnixAddress.file(of: descriptor).map(Place.file)
    }
}

/// The address of one end of a network connection.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    package init?(of socket: Int32) { self.init { getsockname(socket, $0, $1) } }
    package init?(peerOf socket: Int32) { self.init { getpeername(socket, $0, $1) } }

    private init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        let status = withUnsafeMutablePointer(to: &storage) { storage in
            withUnsafeMutablePointer(to: &length) { length in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, length) }
            }
        }
        guard status == 0, [AF_INET, AF_INET6].contains(family) else { return nil }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// At the same offset for both families.
    package internal(set) var port: UInt16 {
        get { withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) } }
        set {
            withUnsafeMutableBytes(of: &storage) {
                $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
            }
        }
    }

    /// Four bytes for IPv4, sixteen for IPv6.
    package var bytes: [UInt8] {
        let (start, count) = family == AF_INET ? (4, 4) : (8, 16)
        return withUnsafeBytes(of: storage) { Array($0[start..<start + count]) }
    }

    /// Numeric, without the port.
    package var text: String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = use { getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) }
        guard status == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether only this machine can reach what listens there.
    package var isLoopback: Bool {
        let bytes = bytes
        if bytes.count == 4 { return bytes[0] == 127 }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127]
        return bytes == Array(repeating: 0, count: 15) + [1] || bytes.starts(with: mapped)
    }

    package func use<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) } }
    }
}

/// The address of a socket file.
package enum UnixAddress {
    /// -1, with `errno`, if there is no such folder. Addresses hold only 107 bytes, so longer paths go through a
    /// descriptor of their folder.
    package static func with(
        _ file: DiskPath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        if file.bytes.count < 108 { return address(file, body) }
        guard let folder = file.parent else { return -1 }
        let descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return -1 }
        defer {
            let code = errno
            close(descriptor)
            errno = code
        }
        return address(OpenFile.link(descriptor).appending(file.name), body)
    }

    /// The file of a socket; nil if it has none.
    package static func file(of socket: Int32) -> DiskPath? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress!, &length) }
        }
        guard status == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
        let bytes = withUnsafeBytes(of: address.sun_path) { path in Array(path.prefix { $0 != 0 }) }
        // An abstract name begins with a zero, and no file controls who may connect.
        return bytes.isEmpty ? nil : DiskPath(bytes: bytes)
    }

    private static func address(
        _ file: DiskPath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: file.bytes.prefix(107)) }
        return withUnsafeBytes(of: &address) {
            body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
