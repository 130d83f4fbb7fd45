import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd
import Synchronization
import TerminalQR

extension Option {
    static let host = Option("--host", .text("H"), "Listen on this address or name (default: localhost)")
    static let port = Option("--port", .text("P"), "Listen on this port; 0 takes a free one (default: 7654)")
    static let open = Option("--open", .flag, "Let every user of this machine in, without the token")
    static let mostLag = Option(
        "--most-lag", .text("S"), "Refuse searches while more than S seconds behind the library's database")
    static let certificate = Option("--tls-cert", .file("F"), "Encrypt, with this certificate (PEM)")
    static let key = Option("--tls-key", .file("F"), "The certificate's key (PEM)")
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "Show the library in a browser, and to programs over HTTP",
        operands: "",
        operandKind: .nothing,
        options: [.library, .root, .vectors, .host, .port, .open, .mostLag, .certificate, .key, .without],
        details: [
            "Prints the address of the web app, and answers until it is interrupted. By default only this machine "
                + "is listened to, and you who run it are let in; other users of the machine need the token in the file "
                + "'token' of the library's folder. --open lets them in without, but does not tell them who is in photos. With --host beyond this machine (0.0.0.0 "
                + "is every network), whoever asks needs the token, which is then part of the printed address. So it is "
                + "where the system does not tell who asks.",
            "'evoke share' makes links that show others one album or one saved search, and nothing else.",
            "While nothing else is to be done, the texts in photos are read. --without text leaves them.",
            "While it runs, 'evoke search' and 'evoke similar' ask it, and need not load the model.",
            "Of a library in a database, it keeps a search index of its own, which follows what others write. Without "
                + "--most-lag, searches find what was taken in, however long ago; '/api/health' says how far behind it "
                + "is.",
            "The API below /api/ is described in docs/api.md, and for programs at /api/openapi.json.",
        ],
        examples: ["evoke serve", "evoke serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem"],
        run: { arguments, terminal in
            let places = try await arguments.placesToIndex(terminal)
            let name = arguments.text(.host) ?? "localhost"
            let port = try arguments.port()
            let isPublic = Addresses.isPublic(name)
            let isOpen = arguments.has(.open)
            let mostLag = try arguments.mostLag()
            guard !isPublic || !isOpen else {
                throw UsageError(
                    "The option '--open' is for the users of this machine, and does not go with '--host \(name)'.",
                    of: "serve")
            }
            let certificate = try arguments.certificate()
            // Each connection is a file, and so is each photo that is shown.
            OwnProcess.raiseFileLimit(to: 4_096)

            let socket = try ListeningSocket.onNetwork(host: name, port: port)
            let host = try await LibraryHost.open(
                places, downloader: ModelDownloader(places), mostLag: mostLag,
                notify: { making in if let setback = making.setback { terminal.say(error: setback) } },
                upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: try await host.current().engine)
            let token = try Token.ofLibrary(places.library)
            let ownerIsKnown = !isPublic && KernelSocketOwners().canTell(of: socket)
            let gate = Gate(
                names: Addresses.names(of: name), token: token, isOpen: isOpen,
                shares: Shares(ofLibrary: places.library))
            let scheme = certificate == nil ? "http" : "https"
            let place = "\(scheme)://\(Addresses.forPeople(name)):\(socket.port)/"
            let server = Server(try Service(host, gate: gate, at: (place, isPublic)))
            try server.listen(on: socket, certificate: certificate, toOthers: isPublic)
            do {
                try server.listen(onLibrarySocket: places.library.appending(LibrarySocket.fileName))
            } catch let error as EvokeError where error.kind != .libraryBusy {
                terminal.say(error: error)
            }
            // The first search is to be as quick as the others, and so is the first suggestion.
            let loading = Task {
                try? await host.prepareToSearch()
                try? await host.prepareToSuggest()
            }
            let following = Task { await host.followOthers() }
            try await host.lookFurther()

            let address = place + (ownerIsKnown ? "" : token.asked)
            try terminal.print(address)
            if isPublic, terminal.messagesAreShown, let code = terminalQR(of: address) {
                for line in code { terminal.say(line) }
            }
            if isPublic, certificate == nil {
                terminal.say(
                    "Whoever listens in on the network can see your photos; --tls-cert and --tls-key prevent it.")
            }

            let signal = await Interruption.next()
            loading.cancel()
            following.cancel()
            await server.stop()
            await host.close()
            return signal == Signals.interruption ? .interrupted : .done
        })
}

extension Arguments {
    fileprivate func port() throws(UsageError) -> UInt16 {
        guard let text = text(.port) else { return 7654 }
        guard let port = UInt16(text) else {
            throw UsageError("The option '--port' needs a number from 0 to 65535, not '\(text)'.", of: "serve")
        }
        return port
    }

    fileprivate func mostLag() throws(UsageError) -> Duration? {
        guard let text = text(.mostLag) else { return nil }
        guard let seconds = Double(text), (1...86_400).contains(seconds) else {
            throw UsageError("The option '--most-lag' needs seconds from 1 to 86400, not '\(text)'.", of: "serve")
        }
        return .seconds(seconds)
    }

    fileprivate func certificate() throws -> Certificate? {
        switch (path(.certificate), path(.key)) {
        case (nil, nil): return nil
        case (let chain?, let key?): return try Certificate(chain: chain, key: key)
        default: throw UsageError("Give both of --tls-cert and --tls-key, or none.", of: "serve")
        }
    }
}

/// What this machine is called, and by which numbers others reach it.
enum Addresses {
    /// Whether other machines reach what listens there.
    static func isPublic(_ host: String) -> Bool { !["localhost", "127.0.0.1", "::1"].contains(host) }

    /// What requests may call the host that is listened on.
    static func names(of host: String) -> [String] {
        guard isPublic(host), let machine = Machine.name else { return [host] }
        return [host, machine, machine + ".local"]
    }

    /// What to type for the host that is listened on.
    static func forPeople(_ host: String) -> String {
        if host == "0.0.0.0" || host == "::" { return Machine.address ?? "localhost" }
        return host.contains(":") ? "[\(host)]" : host
    }
}
