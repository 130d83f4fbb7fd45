import CSocketOwner
import EvokeSystem
import EvokeValues
import Glibc

/// Knows which user of this machine is at the other end of a connection.
package protocol SocketOwnerReading: Sendable {
    /// Nil where that cannot be told: of a connection from another machine or out of a container, and of one that its
    /// user has ended.
    func user(behind socket: Int32) -> UInt32?
}

/// Asks the kernel whose the socket at the other end is: by sock_diag, else in its tables of connections.
package struct KernelSocketOwners: SocketOwnerReading {
    /// Without sock_diag, as in some sandboxes.
    private let asksTablesAlone: Bool

    package init() {
        self.init(askingTablesAlone: false)
    }

    init(askingTablesAlone: Bool) {
        asksTablesAlone = askingTablesAlone
    }

    package func user(behind socket: Int32) -> UInt32? {
        guard let own = SocketAddress(peerOf: socket), let peer = SocketAddress(of: socket) else { return nil }
        // A socket that was closed meanwhile counts as root's, and has no inode any more; the second answer makes sure
        // that the first was about one that was still open.
        guard let first = find(own, peer), let second = find(own, peer), first.isOpen, second.isOpen,
            (first.user, first.inode) == (second.user, second.inode),
            // Nor was it another's, who took over the port of one that is gone: our end still belongs to it.
            Self.isConnected(socket), first.user != Self.userOfNobodyKnown
        else { return nil }
        return first.user
    }

    /// Whether the kernel tells of connections to this socket; tried with one like it.
    package func canTell(of socket: ListeningSocket) -> Bool {
        guard var address = SocketAddress(of: socket.descriptor) else { return false }
        address.port = 0
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let (listening, asking) = (Glibc.socket(address.family, type, 0), Glibc.socket(address.family, type, 0))
        defer { for descriptor in [listening, asking] where descriptor >= 0 { close(descriptor) } }
        guard address.use({ bind(listening, $0, $1) }) == 0, listen(listening, 1) == 0,
            let bound = SocketAddress(of: listening), bound.use({ connect(asking, $0, $1) }) == 0
        else { return false }
        let accepted = accept(listening, nil, nil)
        guard accepted >= 0 else { return false }
        defer { close(accepted) }
        return user(behind: accepted) == geteuid()
    }

    private func find(_ own: SocketAddress, _ peer: SocketAddress) -> KnownSocket? {
        var found = evoke_socket()
        if !asksTablesAlone, own.use({ own, _ in peer.use { peer, _ in evoke_socket_find(own, peer, &found) } }) == 0 {
            return KnownSocket(user: found.user, inode: UInt64(found.inode), state: found.state)
        }
        return KnownSocket(inTablesFrom: own, to: peer)
    }

    private static func isConnected(_ socket: Int32) -> Bool {
        // The state is the first byte of what there is to know.
        var state: UInt8 = 0
        var length: socklen_t = 1
        let status = getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length)
        return status == 0 && [KnownSocket.established, KnownSocket.waitsForClose].contains(state)
    }

    /// In a container, what the kernel says of users that are not known there; nil where all are.
    private static let userOfNobodyKnown: uid_t? = {
        let map = words(of: "/proc/self/uid_map")
        if map == ["0", "0", "4294967295"] { return nil }
        return words(of: "/proc/sys/kernel/overflowuid").first.flatMap { uid_t($0) } ?? 65_534
    }()

    private static func words(of file: String) -> [Substring] {
        let bytes = (try? FileSystem.read(FilePath(file))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
}

/// What the kernel knows of a TCP socket.
private struct KnownSocket {
    static let (established, waitsForClose): (UInt8, UInt8) = (1, 8)
    /// Established, or with one of the two ways closed.
    private static let open: Set<UInt8> = [established, 4, 5, waitsForClose]

    let user: uid_t
    let inode: UInt64
    let state: UInt8

    var isOpen: Bool { inode != 0 && Self.open.contains(state) }

    init(user: uid_t, inode: UInt64, state: UInt8) {
        (self.user, self.inode, self.state) = (user, inode, state)
    }

    init?(inTablesFrom own: SocketAddress, to peer: SocketAddress) {
        for (table, addresses) in own.inTables(with: peer) {
            var found: KnownSocket?
            let bytes = (try? FileSystem.read(FilePath("/proc/self/net/\(table)"))) ?? []
            for line in bytes.split(separator: UInt8(ascii: "\n")) where found == nil {
                let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
                guard words.count > 9, words[1] == addresses.own, words[2] == addresses.peer,
                    let state = UInt8(words[3], radix: 16), let user = uid_t(words[7]), let inode = UInt64(words[9])
                else { continue }
                found = KnownSocket(user: user, inode: inode, state: state)
            }
            guard let found else { continue }
            self = found
            return
        }
        return nil
    }
}

/// The address of one end of a connection.
private struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    init?(of socket: Int32) { self.init { getsockname(socket, $0, $1) } }
    init?(peerOf socket: Int32) { self.init { getpeername(socket, $0, $1) } }

    private init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        let status = withUnsafeMutablePointer(to: &storage) { storage in
            withUnsafeMutablePointer(to: &length) { length in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, length) }
            }
        }
        guard status == 0, [AF_INET, AF_INET6].contains(family) else { return nil }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Both families have it in the same place.
    var port: UInt16 {
        get { withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) } }
        set {
            withUnsafeMutableBytes(of: &storage) {
                $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
            }
        }
    }

    func use<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) } }
    }

    /// How a connection stands in the kernel's tables. One over IPv4 may belong to a socket of either family.
    func inTables(with peer: SocketAddress) -> [(table: String, addresses: (own: String, peer: String))] {
        if let (own, other) = v4.flatMap({ own in peer.v4.map { (own, $0) } }) {
            let mapped = "0000000000000000" + Self.hexadecimal([0, 0, 0xFF, 0xFF])
            return [
                ("tcp", (own + suffix, other + peer.suffix)),
                ("tcp6", (mapped + own + suffix, mapped + other + peer.suffix)),
            ]
        }
        return [("tcp6", (Self.hexadecimal(bytes) + suffix, Self.hexadecimal(peer.bytes) + peer.suffix))]
    }

    private var suffix: String { ":" + Self.digits(UInt32(port), 4) }

    private var bytes: ArraySlice<UInt8> {
        let (start, count) = family == AF_INET ? (4, 4) : (8, 16)
        return withUnsafeBytes(of: storage) { Array($0[start..<start + count])[...] }
    }

    /// Of IPv4, also where it is written as IPv6.
    private var v4: String? {
        if family == AF_INET { return Self.hexadecimal(bytes) }
        guard bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else { return nil }
        return Self.hexadecimal(bytes.suffix(4))
    }

    /// Four bytes at a time are one number of this machine.
    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = Array(bytes)
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                digits(bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self), 8)
            }.joined()
        }
    }

    private static func digits(_ number: UInt32, _ count: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: count - text.count) + text
    }
}
