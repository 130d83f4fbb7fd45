package import EvokeValues
import Glibc

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
        case file(FilePath)
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
