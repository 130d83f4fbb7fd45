package import Glibc

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
