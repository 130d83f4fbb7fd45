import EvokeCSocketOwner
import EvokeSystem
import EvokeValues

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

    /// In a container, what the kernel says of users that are not known there; nil where all are.
    private static let userOfNobodyKnown: UInt32? = {
        let map = words(of: "/proc/self/uid_map")
        if map == ["0", "0", "4294967295"] { return nil }
        return words(of: "/proc/sys/kernel/overflowuid").first.flatMap { UInt32($0) } ?? 65_534
    }()

    private static func words(of file: String) -> [Substring] {
        // Whose socket nobody tells is a stranger's.
        let bytes = (try? FileSystem.read(FilePath(file))) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    }
}

/// What the kernel knows of a TCP socket.
private struct KnownSocket {
    static let (established, waitsForClose): (UInt8, UInt8) = (1, 8)
    /// Established, or with one of the two ways closed.
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
            // As above.
            let bytes = (try? FileSystem.read(FilePath("/proc/self/net/\(table)"))) ?? []
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
    /// How a connection stands in the kernel's tables. One over IPv4 may belong to a socket of either family.
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

    /// Of IPv4, also where it is written as IPv6.
    private var v4: String? {
        let bytes = bytes
        if bytes.count == 4 { return Self.hexadecimal(bytes) }
        guard bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF else { return nil }
        return Self.hexadecimal(Array(bytes.suffix(4)))
    }

    /// Four bytes at a time are one number of this machine.
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
