import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd
import Synchronization

extension Option {
    fileprivate static let untilEmpty = Option(
        "--until-empty", .flag, "End when nothing is left that this machine can work on")
    fileprivate static let metrics = Option(
        "--metrics", .text("[H:]P"), "Tell Prometheus how it goes, at this port (of localhost, if no host is named)")
}

extension Command {
    static let work = Command(
        name: "work",
        summary: "Work on the photos of a library in a database, beside other machines",
        operands: "",
        operandKind: .nothing,
        options: [.library, .untilEmpty, .metrics],
        details: [
            "'evoke index' finds out which photos are to be worked on. This command takes some of them at a time, as any "
                + "number of others does on this machine or another, and records what becomes of them. Then it waits for "
                + "more. The model of the library has to be on the shelf of each machine.",
            "It takes photos that lie below folders which are in their places on this machine. Nobody else takes them for "
                + "a minute, and for as long as the worker goes on. When it is killed or its machine is gone, others take "
                + "them then. A photo over which three workers have ended is set aside: 'evoke status --failed' lists it, "
                + "and 'evoke index --reread' tries it again.",
            "It ends with Ctrl-C, or with a termination signal from whoever runs it as a service, and gives back at once "
                + "what it has not finished.",
            "With --metrics it answers at /metrics, in the text form of Prometheus, with how many photos it has done and "
                + "how many wait. No path and no name is among that. You who run it are let in on this machine; others need "
                + "the token in the file 'token' of the library's folder, as they do with 'evoke serve'.",
        ],
        examples: [
            "evoke work --library 'postgres://db.example/photos?library=family'",
            "evoke work --library 'postgres://db.example/photos?library=family' --until-empty",
            "evoke work --library 'postgres://db.example/photos?library=family' --metrics 9464",
        ],
        run: { arguments, terminal in
            let places = try Places(library: arguments.path(.library))
            let address = try arguments.text(.metrics).map(MetricsAddress.init)
            let socket = try address.map { try ListeningSocket.onNetwork(host: $0.host, port: $0.port) }
            let library = try await PhotoLibrary.openToWork(places, upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            let service = WorkService(
                gate: Gate(
                    names: address.map { Addresses.names(of: $0.host) } ?? [],
                    token: address == nil ? nil : try Token.ofLibrary(places.library)),
                queue: library.queue)
            let server = try socket.map { socket in
                let server = Server(service)
                try server.listen(on: socket, toOthers: address?.isPublic ?? true)
                return server
            }
            if let address, let socket {
                let host = Addresses.forPeople(address.host)
                terminal.say("Prometheus is answered at http://\(host):\(socket.port)/metrics.")
                if address.isPublic { terminal.say("Whoever listens in on the network can read the token there.") }
            }
            let display = ProgressDisplay(terminal)
            let untilEmpty = arguments.has(.untilEmpty)
            let run = Task {
                try await library.work(untilEmpty: untilEmpty) {
                    service.note($0)
                    display.show($0)
                }
            }
            let isStopped = Mutex(false)
            let interruption = Interruption { signal in
                isStopped.withLock { $0 = signal == Signals.termination }
                run.cancel()
            }
            defer { interruption.end() }
            let outcome = await run.result
            await server?.stop()
            let report = try outcome.get()
            try await library.close()
            display.finish()
            terminal.say(report.summary)
            // Whoever runs it as a service ends it so.
            return isStopped.withLock { $0 } ? .done : report.code(namesRoots: false)
        })
}

/// Where Prometheus is answered: `9464`, `localhost:9464`, `[::1]:9464`.
private struct MetricsAddress {
    let host: String
    let port: UInt16

    var isPublic: Bool { Addresses.isPublic(host) }

    init(_ text: String) throws(UsageError) {
        let end = text.lastIndex(of: ":")
        let name = text[..<(end ?? text.startIndex)]
        let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]") && name.count > 2
        guard let port = UInt16(text[(end.map { text.index(after: $0) } ?? text.startIndex)...]),
            end == nil || !name.isEmpty, isInBrackets || !name.contains(":")
        else {
            throw UsageError(
                "The option '--metrics' needs a port, or a host and a port as in 'localhost:9464', not '\(text)'.",
                of: "work")
        }
        host = end == nil ? "localhost" : String(isInBrackets ? name.dropFirst().dropLast() : name)
        self.port = port
    }
}
