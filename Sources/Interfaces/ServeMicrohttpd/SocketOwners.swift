import EvokeCSocketOwner
import EvokeLinux
import EvokeSystem
import EvokeValues

/// Finds out which user of this machine is at the other end of a connection.
package protocol SocketOwnerReading: Sendable {
    /// Nil if unknown: for a connection from another machine or from inside a container, and for one that its user has
    /// closed.
    func user(behind socket: Int32) -> UInt32?
}

/// Asks the kernel who owns the socket at the other end: by sock_diag, or in its tables of connections.
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
        // A socket that was closed in between appears to be root's and has no inode; the second answer makes sure that
        // the first was about an open one.
        guard let first = find(own, peer), let second = find(own, peer), first.isOpen, second.isOpen,
            (first.user, first.inode) == (second.user, second.inode),
            // Nor did another socket take over the port of one that is gone: our end still belongs to it.
            Self.isConnected(socket), first.user != Self.userOfNobodyKnown
        else { return nil }
        return first.user
    }

    /// Whether the kernel reports connections to this socket; tried with a similar one.
    package func canTell(of socket: ListeningSocket) -> Bool {
        guard let address = SocketAddress(of: socket.descriptor) else { return false }
        return Sockets.withConnectionToOneself(at: address, user) == OwnProcess.user
    }

    private func find(_ own: SocketAddress, _ peer: SocketAddress) -> KnownSocket? {
        var found = evoke_socket()
        if !asksTablesAlone, own.use({ own, _ in peer.use { peer, _ in evoke_socket_find(own, peer, &found) } }) == 0 {
            return KnownSocket(user: found.user, inode: UInt64(found.inode), state: found.state)
        }
        return KnownSocket(inTablesFrom: own, to: peer)
    }

    private static func isConnected(_ socket: Int32) -> Bool {
        let state = Sockets.stateOfConnection(socket)
        return state == KnownSocket.established || state == KnownSocket.waitsForClose
    }

    /// In a container, the user that the kernel reports for unknown ones; nil if all are known.
    private static let userOfNobodyKnown: UInt32? = {
        let map = words(of: "/proc/self/uid_map")
        if map == ["0", "0", "4294967295"] { return nil }
        return words(of: "/proc/sys/kernel/overflowuid").first.flatMap { UInt32($0) } ?? 65_534
    }()

    private static func words(of file: String) -> [Substring] {
        // A socket without a known owner is a stranger's.
        let bytes = (try? FileSystem.read(DiskPath(file))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
}

/// A TCP socket, as the kernel knows it.
private struct KnownSocket {
    static let (established, waitsForClose): (UInt8, UInt8) = (1, 8)
    /// Established, or closed in one direction.
    private static let open: Set<UInt8> = [established, 4, 5, waitsForClose]

    let user: UInt32
    let inode: UInt64
    let state: UInt8

    var isOpen: Bool { inode != 0 && Self.open.contains(state) }

    init(user: UInt32, inode: UInt64, state: UInt8) {
        (self.user, self.inode, self.state) = (user, inode, state)
    }

    init?(inTablesFrom own: SocketAddress, to peer: SocketAddress) {
        for (table, addresses) in own.inTables(with: peer) {
            var found: KnownSocket?
            // The same.
            let bytes = (try? FileSystem.read(DiskPath("/proc/self/net/\(table)"))) ?? []
            for line in bytes.split(separator: UInt8(ascii: "\n")) where found == nil {
                let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
                guard words.count > 9, words[1] == addresses.own, words[2] == addresses.peer,
                    let state = UInt8(words[3], radix: 16), let user = UInt32(words[7]), let inode = UInt64(words[9])
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

extension SocketAddress {
    /// Its addresses as in the kernel's tables. A connection over IPv4 may belong to a socket of either family.
    fileprivate func inTables(with peer: SocketAddress) -> [(table: String, addresses: (own: String, peer: String))] {
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

    /// Its IPv4 address, even if written as IPv6.
    private var v4: String? {
        let bytes = bytes
        if bytes.count == 4 { return Self.hexadecimal(bytes) }
        guard bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else { return nil }
        return Self.hexadecimal(Array(bytes.suffix(4)))
    }

    /// Every four bytes are a number in this machine's byte order.
    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBytes { bytes in
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
