import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd

extension Option {
    static let host = Option("--host", .text("H"), "Listen on this address or name (default: localhost)")
    static let port = Option("--port", .text("P"), "Listen on this port; 0 takes a free one (default: 7654)")
    static let open = Option("--open", .flag, "Let every user of this machine in, without the token")
    static let mostLag = Option(
        "--most-lag", .text("S"), "Refuse searches while more than S seconds behind the library's database")
    static let certificate = Option("--tls-cert", .file("F"), "Encrypt, with this certificate (PEM)")
    static let key = Option("--tls-key", .file("F"), "The certificate's key (PEM)")
    static let strict = Option(
        "--hsts", .flag, "Have browsers encrypt all that they send to this host, on every port, for a year")
    static let idle = Option("--idle", .text("S"), "End once nobody has asked for anything for S seconds")
    static let noWatch = Option(
        "--no-watch", .flag, "Look into the folders when somebody asks for it alone, and follow no change in them")
    static let onDemand = Option(
        "--on-demand", .flag, "Answer the library's commands alone, on no port, and end when none asks any more")
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "Show the library in a browser, and to programs over HTTP",
        operands: "",
        operandKind: .nothing,
        options: [
            .library, .root, .vectors, .host, .port, .open, .mostLag, .certificate, .key, .strict, .without, .noWatch,
            .idle, .onDemand,
        ],
        details: [
            "Prints the address of the web app, and answers until it is interrupted. By default only this machine "
                + "is listened to, and you who run it are let in; other users of the machine need the token in the file "
                + "'token' of the library's folder. --open lets them in without, but does not tell them who is in photos; names "
                + "that stand in photos' files, tags, captions and albums are told as all else there. With --host beyond this machine (0.0.0.0 "
                + "is every network), whoever asks needs the token, which is then part of the printed address. So it is "
                + "where the system does not tell who asks.",
            "--hsts has browsers encrypt (Strict-Transport-Security). They then do so with all servers of this host, on every port, "
                + "so nothing else there may be without a certificate.",
            "'evoke share' makes links that show others one album or one saved search, and nothing else.",
            "It looks into the library's folders once, and follows what changes in them from then on, as 'evoke watch' does. "
                + "One process follows a library: where another one does so already, this one leaves it to that until it ends. "
                + "--no-watch leaves it in any case. Of a library in a database, the folders are for 'evoke watch' and 'evoke index', on "
                + "the machines that have the photos.",
            "While nothing else is to be done, the texts in photos are read, and faces are looked for where people are on. "
                + "--without text leaves the texts.",
            "While it runs, 'evoke search' and 'evoke similar' ask it, and need not load the model.",
            "Systemd may listen in its place, and start it at the first question (evoke.socket): it takes those sockets over, and "
                + "--host and --port do not count. Then, and with --on-demand, which is what 'evoke config resident on' starts, "
                + "nothing is read or looked for that nobody asked for, and it ends after ten minutes without a question, or "
                + "after --idle. That time does not begin while photos are indexed, or while a page of the app is open. It also "
                + "ends where the program was replaced.",
            "Of a library in a database, it keeps a search index of its own, which follows what others write. Without "
                + "--most-lag, searches find what was taken in, however long ago; '/api/health' says how far behind it "
                + "is.",
            "The API below /api/ is described in docs/api.md, and for programs at /api/openapi.json.",
        ],
        examples: ["evoke serve", "evoke serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem"],
        run: { arguments, terminal in
            let isOnDemand = arguments.has(.onDemand)
            let places = try await arguments.placesToIndex(terminal)
            let resident = Resident(of: places)
            let turn = isOnDemand ? try resident.lock() : nil
            guard !isOnDemand || turn != nil else { return .done }
            defer { withExtendedLifetime(turn) {} }
            let given = isOnDemand ? [] : try ListeningSocket.handedOver()
            let doesNothingUnasked = isOnDemand || !given.isEmpty
            let quiet = try arguments.idle() ?? (doesNothingUnasked ? .seconds(600) : nil)
            let mostLag = try arguments.mostLag()
            let certificate = try arguments.certificate()
            let program = OwnFile()
            // Each connection is a file, and so is each photo that is shown.
            OwnProcess.raiseFileLimit(to: 4_096)

            let doors = isOnDemand ? [] : try arguments.doors(given)
            let socketFile = places.library.appending(LibrarySocket.fileName)
            let givenSocket = try given.librarySocket(at: socketFile)
            let host = try await LibraryHost.open(
                places, downloader: ModelDownloader(places), mostLag: mostLag,
                notify: { making in if let setback = making.setback { terminal.say(error: setback) } },
                upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: try await host.current().engine)
            let token = try Token.ofLibrary(places.library)
            let gate = Gate(
                names: doors.flatMap { Addresses.names(of: $0.name) }, token: token, isOpen: arguments.has(.open),
                shares: Shares(ofLibrary: places.library))
            // The link of a share leads there.
            let place = (doors.first(where: \.isPublic) ?? doors.first).map { door in
                (door.address(isEncrypted: certificate != nil), door.isPublic)
            }
            let server = Server(try Service(host, gate: gate, at: place))
            for door in doors {
                try server.listen(on: door.socket, certificate: certificate, toOthers: door.isPublic)
            }
            if let givenSocket {
                try server.listen(onLibrarySocket: givenSocket)
            } else {
                if isOnDemand { OwnProcess.leaveFolder() } else { resident.end() }
                do {
                    try server.listen(onLibrarySocket: socketFile, whoseLossIsGoodbye: isOnDemand)
                } catch let error as EvokeError where error.kind != .libraryBusy && !isOnDemand {
                    terminal.say(error: error)
                }
            }
            // The first search is to be as quick as the others, and so is the first suggestion.
            let loading = Task {
                // Who searches hears why it fails.
                try? await host.prepareToSearch()
                // As above.
                if !doors.isEmpty { try? await host.prepareToSuggest() }
            }
            let following = Task { await host.followOthers() }
            let givingBack = Task { await FreedMemory.giveBackInPauses() }
            let watches = !doesNothingUnasked && !arguments.has(.noWatch) && !places.isInDatabase
            let watching = Task {
                guard watches else { return }
                // Whoever else writes just now is done in a while.
                await host.followFolders { if $0.kind != .libraryBusy { terminal.say(error: $0) } }
            }
            if !doesNothingUnasked, !watches { try await host.lookFurther() }

            for door in doors { try door.show(token, isEncrypted: certificate != nil, terminal) }
            let signal = await server.end(after: quiet, of: host) {
                !program.isReplaced && !(isOnDemand && server.missesItsLibrarySocket)
            }
            loading.cancel()
            following.cancel()
            watching.cancel()
            givingBack.cancel()
            await server.stop()
            await host.close()
            return signal == Signals.interruption ? .interrupted : .done
        })
}

extension Arguments {
    /// Where it listens besides its library's folder: on the sockets that it was given, else where the user says.
    fileprivate func doors(_ given: [ListeningSocket.HandedOver]) throws -> [NetworkListener] {
        let doors: [NetworkListener]
        if given.isEmpty {
            let (name, port) = (text(.host) ?? "localhost", try port())
            guard !has(.open) || !Addresses.isPublic(name) else { throw Self.notOpen(to: name) }
            doors = [NetworkListener(socket: try .onNetwork(host: name, port: port), name: name)]
        } else {
            doors = given.compactMap(NetworkListener.init)
            if has(.open), let door = doors.first(where: \.isPublic) { throw Self.notOpen(to: door.name) }
        }
        return doors
    }

    private static func notOpen(to name: String) -> UsageError {
        UsageError(
            "The option '--open' is for the users of this machine, and does not go with '--host \(name)'.", of: "serve")
    }

    func idle() throws(UsageError) -> Duration? {
        guard let text = text(.idle) else { return nil }
        guard let seconds = Int(text), (1...31_536_000).contains(seconds) else {
            throw UsageError("The option '--idle' needs seconds from 1 to 31536000, not '\(text)'.", of: "serve")
        }
        return .seconds(seconds)
    }

    func port() throws(UsageError) -> UInt16 {
        guard let text = text(.port) else { return 7654 }
        guard let port = UInt16(text) else {
            throw UsageError("The option '--port' needs a number from 0 to 65535, not '\(text)'.", of: "serve")
        }
        return port
    }

    func mostLag() throws(UsageError) -> Duration? {
        guard let text = text(.mostLag) else { return nil }
        guard let seconds = Double(text), (1...86_400).contains(seconds) else {
            throw UsageError("The option '--most-lag' needs seconds from 1 to 86400, not '\(text)'.", of: "serve")
        }
        return .seconds(seconds)
    }

    fileprivate func certificate() throws -> Certificate? {
        switch (path(.certificate), path(.key)) {
        case (nil, nil) where has(.strict):
            throw UsageError("The option '--hsts' needs a certificate: give --tls-cert and --tls-key.", of: "serve")
        case (nil, nil): return nil
        case (let chain?, let key?): return try Certificate(chain: chain, key: key, isStrict: has(.strict))
        default: throw UsageError("Give both of --tls-cert and --tls-key, or none.", of: "serve")
        }
    }
}
