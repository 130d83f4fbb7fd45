import Evoke
import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd

struct Listener {
    let socket: ListeningSocket
    /// The host.
    let name: String

    /// Whether other machines can connect.
    var isPublic: Bool { HostAddress.isPublic(name) }

    func address(isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(HostAddress.display(name)):\(socket.port)/"
    }

    func show(_ token: Token, isEncrypted: Bool, _ terminal: Terminal) throws {
        let ownerIsKnown = !isPublic && KernelSocketOwners().canTell(of: socket)
        let address = address(isEncrypted: isEncrypted) + (ownerIsKnown ? "" : token.asked)
        try terminal.print(address)
        if isPublic, terminal.messagesAreShown, let code = terminalQR(of: address) {
            for line in code { terminal.message(line) }
        }
        if isPublic, !isEncrypted {
            terminal.message(
                "This connection is not encrypted: others on the network can see your photos. Use --tls-cert and --tls-key."
            )
        }
    }
}

extension Listener {
    /// Nil for a socket that is a file.
    init?(_ given: ListeningSocket.HandedOver) {
        guard case .network(let address) = given.place else { return nil }
        self.init(socket: given.socket, name: address.isLoopback ? "localhost" : address.text)
    }
}

extension [ListeningSocket.HandedOver] {
    /// The socket for commands, which must be where they look for it; nil if there is none.
    func librarySocket(at file: DiskPath) throws(EvokeError) -> ListeningSocket? {
        for given in self {
            guard case .file(let path) = given.place else { continue }
            guard let place = FileSystem.resolve(path), place == FileSystem.resolve(file) else {
                throw EvokeError(
                    .wrongUsage, doing: "take over", subject: path.display,
                    reason: "commands look for the server at '\(file)'",
                    remedy: "Set ListenStream= to that path with 'systemctl --user edit evoke.socket'.")
            }
            return given.socket
        }
        return nil
    }
}

extension Server {
    /// Waits for a termination signal and returns it; nil after `quiet` without requests, or if no longer wanted.
    /// If `quiet` is nil, only a signal ends it.
    func end(after quiet: Duration?, of library: PhotoLibrary, isWanted: @escaping @Sendable () -> Bool) async -> Int32?
    {
        let (ends, end) = AsyncStream.makeStream(of: Int32?.self)
        let interruption = InterruptHandler { end.yield($0) }
        let waiting = Task {
            guard let quiet else { return }
            await waitForSilence(of: quiet, isWanted: isWanted, isAtWork: { await library.indexing.isAtWork })
            end.yield(nil)
        }
        defer {
            waiting.cancel()
            withExtendedLifetime(interruption) {}
        }
        for await signal in ends { return signal }
        return nil
    }
}

enum HostAddress {
    /// Whether other machines can connect to this host.
    static func isPublic(_ host: String) -> Bool { !["localhost", "127.0.0.1", "::1"].contains(host) }

    static func names(of host: String) -> [String] {
        guard isPublic(host), let machine = Machine.name else { return [host] }
        return [host, machine, machine + ".local"]
    }

    /// What to type in a browser for a host.
    static func display(_ host: String) -> String {
        if host == "0.0.0.0" || host == "::" { return Machine.address ?? "localhost" }
        return host.contains(":") ? "[\(host)]" : host
    }
}

/// Where metrics are served: `9464`, `localhost:9464`, `[::1]:9464`.
struct MetricsAddress {
    let host: String
    let port: UInt16

    var isPublic: Bool { HostAddress.isPublic(host) }

    init(_ text: String) throws(UsageError) {
        let end = text.lastIndex(of: ":")
        let name = text[..<(end ?? text.startIndex)]
        let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]") && name.count > 2
        guard let port = UInt16(text[(end.map { text.index(after: $0) } ?? text.startIndex)...]),
            end == nil || !name.isEmpty, isInBrackets || !name.contains(":")
        else {
            throw UsageError(
                "'--metrics' needs a port, or a host and a port as in 'localhost:9464', not '\(text)'.",
                of: "work")
        }
        host = end == nil ? "localhost" : String(isInBrackets ? name.dropFirst().dropLast() : name)
        self.port = port
    }
}
