import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd

/// Where a server listens on the network.
struct NetworkListener {
    let socket: ListeningSocket
    /// The host that it listens on.
    let name: String

    init(socket: ListeningSocket, name: String) {
        (self.socket, self.name) = (socket, name)
    }

    /// Nil for a socket that is a file.
    init?(_ given: ListeningSocket.HandedOver) {
        guard case .network(let address) = given.place else { return nil }
        self.init(socket: given.socket, name: address.isLoopback ? "localhost" : address.text)
    }

    /// Whether other machines reach it.
    var isPublic: Bool { Addresses.isPublic(name) }

    /// Where people find it.
    func address(isEncrypted: Bool) -> String {
        "\(isEncrypted ? "https" : "http")://\(Addresses.forPeople(name)):\(socket.port)/"
    }

    func show(_ token: Token, isEncrypted: Bool, _ terminal: Terminal) throws {
        let ownerIsKnown = !isPublic && KernelSocketOwners().canTell(of: socket)
        let address = address(isEncrypted: isEncrypted) + (ownerIsKnown ? "" : token.asked)
        try terminal.print(address)
        if isPublic, terminal.messagesAreShown, let code = terminalQR(of: address) {
            for line in code { terminal.say(line) }
        }
        if isPublic, !isEncrypted {
            terminal.say("Whoever listens in on the network can see your photos; --tls-cert and --tls-key prevent it.")
        }
    }
}

extension [ListeningSocket.HandedOver] {
    /// The one that commands ask, which has to be where they look for it; nil where none is a file.
    func librarySocket(at file: FilePath) throws(EvokeError) -> ListeningSocket? {
        for given in self {
            guard case .file(let path) = given.place else { continue }
            guard let place = FileSystem.resolve(path), place == FileSystem.resolve(file) else {
                throw EvokeError(
                    .wrongUsage, doing: "take over", subject: path.display,
                    reason: "commands ask the library that is served at '\(file)'",
                    remedy: "Name that one, as ListenStream= of 'systemctl --user edit evoke.socket'.")
            }
            return given.socket
        }
        return nil
    }
}

extension Server {
    /// Waits for a signal that ends the program, and tells which; nil where nobody has asked for anything that long, or it
    /// `isWanted` no more. Without a time, only a signal ends it.
    func end(after quiet: Duration?, of host: LibraryHost, isWanted: @escaping @Sendable () -> Bool) async -> Int32? {
        let (ends, end) = AsyncStream.makeStream(of: Int32?.self)
        let interruption = Interruption { end.yield($0) }
        let waiting = Task {
            guard let quiet else { return }
            await waitForSilence(of: quiet, isWanted: isWanted, isAtWork: { await host.isAtWork })
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
