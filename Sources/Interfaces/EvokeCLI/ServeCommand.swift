import Evoke
import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd

extension Option {
    static let host = Option(
        "--host", .text("H"), "Listen on this address (default: localhost; 0.0.0.0: every network)")
    static let port = Option("--port", .text("P"), "Listen on this port; 0 picks a free one (default: 7654)")
    static let open = Option("--open", "Let all users of this machine in without the token")
    static let mostLag = Option(
        "--most-lag", .text("S"), "Refuse searches while more than S seconds behind the database")
    static let certificate = Option("--tls-cert", .file("F"), "Encrypt with this certificate (PEM)")
    static let key = Option("--tls-key", .file("F"), "The certificate's key (PEM)")
    static let strict = Option("--hsts", "Make browsers use HTTPS for this host, on every port, for a year")
    static let idle = Option("--idle", .text("S"), "Stop after S seconds without requests")
    static let noWatch = Option("--no-watch", "Don't follow changes in the folders")
    static let onDemand = Option("--on-demand", "Only answer commands, on no port, and stop when idle")
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "Start the web app and the HTTP API",
        options: [
            .library, .root, .vectors, .host, .port, .open, .mostLag, .certificate, .key, .strict, .without, .noWatch,
            .idle, .onDemand,
        ],
        details: [
            "Prints the address of the web app, and runs until you interrupt it. By default, it listens locally, and "
                + "you need no token; other users of this machine need the token in the library's file 'token'. "
                + "--open lets them in without it, but does not show them people.",
            "With --host (0.0.0.0 is every network), everyone needs the token, which is part of the printed address. "
                + "Use --tls-cert and --tls-key to encrypt. --hsts applies to all servers of this host, on every "
                + "port.",
            "To show others one album or one saved search only, use 'evoke share'.",
            "It follows changes in the library's folders as 'evoke watch' does, and recognizes text (and faces, if "
                + "people are on) when idle. If the library is in a database, run 'evoke watch' or 'evoke index' on "
                + "the machines that have the photos.",
            "'evoke search' and 'evoke similar' use a running server, and need not load the model.",
            "Systemd can start it on demand (evoke.socket); then --host and --port do not apply. Started so, or with "
                + "--on-demand, it does no work of its own, and stops after ten idle minutes, or after --idle.",
            "If the library is in a database, the server keeps its own search index; without --most-lag, searches "
                + "may be behind the database. '/api/health' says how far.",
            "The API is described in docs/api.md and at /api/openapi.json.",
        ],
        examples: ["evoke serve", "evoke serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem"],
        run: { arguments, terminal in
            let isOnDemand = arguments.has(.onDemand)
            let configuration = try await arguments.configurationToIndex(terminal)
            let resident = BackgroundServer(configuration: configuration)
            let turn = isOnDemand ? try resident.lock() : nil
            guard !isOnDemand || turn != nil else { return .done }
            defer { withExtendedLifetime(turn) {} }
            let given = isOnDemand ? [] : try ListeningSocket.handedOver()
            let doesNothingUnasked = isOnDemand || !given.isEmpty
            let quiet = try arguments.idle() ?? (doesNothingUnasked ? .seconds(600) : nil)
            let mostLag = try arguments.mostLag()
            let certificate = try arguments.certificate()
            let program = ProgramFile()
            // Each connection is a file, and so is each photo.
            OwnProcess.raiseFileLimit(to: 4_096)

            let listeners = isOnDemand ? [] : try arguments.listeners(given)
            let socketFile = configuration.library.appending(LibrarySocket.fileName)
            let givenSocket = try given.librarySocket(at: socketFile)
            let library = try await PhotoLibrary.openAndFollow(
                configuration, mostLag: mostLag,
                notify: { making in if let setback = making.setback { terminal.report(setback) } },
                upgrading: UpgradeDisplay(terminal).show)
            terminal.reportSetback(of: try await library.engine)
            let token = try Token.ofLibrary(configuration.library)
            let gate = Gate(
                names: listeners.flatMap { HostAddress.names(of: $0.name) }, token: token, isOpen: arguments.has(.open),
                shares: Shares(ofLibrary: configuration.library))
            // For the links of shares.
            let place = (listeners.first(where: \.isPublic) ?? listeners.first).map { listener in
                (listener.address(isEncrypted: certificate != nil), listener.isPublic)
            }
            let server = Server(try Service(library, gate: gate, at: place))
            for listener in listeners {
                try server.listen(on: listener.socket, certificate: certificate, toOthers: listener.isPublic)
            }
            if let givenSocket {
                try server.listen(onLibrarySocket: givenSocket)
            } else {
                if isOnDemand { OwnProcess.leaveFolder() } else { resident.end() }
                do {
                    try server.listen(onLibrarySocket: socketFile, whoseLossIsGoodbye: isOnDemand)
                } catch let error as EvokeError where error.kind != .libraryBusy && !isOnDemand {
                    terminal.report(error)
                }
            }
            // So that the first search and suggestion are quick.
            let loading = Task {
                // The search itself reports errors.
                try? await library.prepareToSearch()
                // As above.
                if !listeners.isEmpty { try? await library.prepareToSuggest() }
            }
            let following = Task { await library.followOthers() }
            let givingBack = Task { await FreedMemory.giveBackInPauses() }
            let watches = !doesNothingUnasked && !arguments.has(.noWatch) && !configuration.isInDatabase
            let watching = Task {
                guard watches else { return }
                // Another writer will be done soon.
                await library.indexing.followFolders { if $0.kind != .libraryBusy { terminal.report($0) } }
            }
            if !doesNothingUnasked, !watches { try await library.indexing.runLaterPasses() }

            for listener in listeners { try listener.show(token, isEncrypted: certificate != nil, terminal) }
            if terminal.messagesAreShown, !listeners.isEmpty { terminal.message("Press Ctrl-C to stop.") }
            let signal = await server.end(after: quiet, of: library) {
                !program.isReplaced && !(isOnDemand && server.missesItsLibrarySocket)
            }
            loading.cancel()
            following.cancel()
            watching.cancel()
            givingBack.cancel()
            await server.stop()
            try await library.close()
            return signal == Signals.interruption ? .interrupted : .done
        })
}

extension Arguments {
    /// Where it listens: on the sockets from systemd, or at --host and --port.
    fileprivate func listeners(_ given: [ListeningSocket.HandedOver]) throws -> [Listener] {
        let listeners: [Listener]
        if given.isEmpty {
            let (name, port) = (text(.host) ?? "localhost", try port())
            guard !has(.open) || !HostAddress.isPublic(name) else { throw Self.notOpen(to: name) }
            listeners = [Listener(socket: try .onNetwork(host: name, port: port), name: name)]
        } else {
            listeners = given.compactMap(Listener.init)
            if has(.open), let listener = listeners.first(where: \.isPublic) { throw Self.notOpen(to: listener.name) }
        }
        return listeners
    }

    private static func notOpen(to name: String) -> UsageError {
        UsageError("'--open' only works on this machine; it cannot be combined with '--host \(name)'.")
    }

    func idle() throws(UsageError) -> Duration? {
        guard let text = text(.idle) else { return nil }
        guard let seconds = Int(text), (1...31_536_000).contains(seconds) else {
            throw UsageError("'--idle' needs seconds from 1 to 31536000, not '\(text)'.", of: "serve")
        }
        return .seconds(seconds)
    }

    func port() throws(UsageError) -> UInt16 {
        guard let text = text(.port) else { return 7654 }
        guard let port = UInt16(text) else {
            throw UsageError("'--port' needs a number from 0 to 65535, not '\(text)'.", of: "serve")
        }
        return port
    }

    func mostLag() throws(UsageError) -> Duration? {
        guard let text = text(.mostLag) else { return nil }
        guard let seconds = Double(text), (1...86_400).contains(seconds) else {
            throw UsageError("'--most-lag' needs seconds from 1 to 86400, not '\(text)'.", of: "serve")
        }
        return .seconds(seconds)
    }

    fileprivate func certificate() throws -> Certificate? {
        switch (path(.certificate), path(.key)) {
        case (nil, nil) where has(.strict):
            throw UsageError("'--hsts' needs --tls-cert and --tls-key.")
        case (nil, nil): return nil
        case (let chain?, let key?): return try Certificate(chain: chain, key: key, isStrict: has(.strict))
        default: throw UsageError("Give both --tls-cert and --tls-key, or neither.")
        }
    }
}
