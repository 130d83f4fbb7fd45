import Evoke
import EvokeClient
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd
import Synchronization

extension Option {
    fileprivate static let untilEmpty = Option(
        "--until-empty", .flag, "End when nothing is left that this machine can work on")
    static let metrics = Option(
        "--metrics", .text("[H:]P"), "Tell Prometheus how it goes, at this port (of localhost, if no host is named)")
}

extension Command {
    static let work = Command(
        name: "work",
        summary: "Work on the photos of a library in a database, beside other machines",
        operands: "",
        operandKind: .nothing,
        options: [.library, .root, .untilEmpty, .without, .json, .metrics],
        details: [
            "'evoke index' finds out which photos are to be worked on. This command takes some of them at a time, as any "
                + "number of others does on this machine or another, and records what becomes of them. Then it waits for "
                + "more. The model of the library has to be on the shelf of each machine.",
            "It takes photos of the library's roots that are in their places on this machine; --root NAME=PATH says where "
                + "one is. What it does not find there it leaves to others, and only 'evoke index' finds that a photo is "
                + "gone.",
            "Where no photo is left, it reads the texts in photos, if the graphs for that are on its shelf, and shares that "
                + "with others in the same way. It does so only with the graphs and languages that the last 'evoke index' "
                + "of the library had. --without text leaves texts to others.",
            "Where no text is left, either, and the library's owner has turned people on, it finds the faces in photos, if "
                + "the graphs for that are on its shelf. Other workers do so, too.",
            "Nobody else takes its photos for a minute, and for as long as the worker goes on. When it is killed or its "
                + "machine is gone, others take them then. A photo over which three workers have ended is set aside: 'evoke status --failed' lists it, "
                + "and 'evoke index --reread' tries it again.",
            "With --json, each line is an object with an 'event': 'progress', 'reading' (of texts), 'faces' (looking for "
                + "them), 'failed', 'cut', 'problem', and at the end 'finished' with the report.",
            "It ends with Ctrl-C, or with a termination signal from whoever runs it as a service, and gives back at once "
                + "what it has not finished.",
            "With --metrics it answers at /metrics, in the text form of Prometheus, with how many photos it has done and "
                + "how many wait. No path and no name is among that. You who run it are let in on this machine; others need "
                + "the token in the file 'token' of the library's folder, as they do with 'evoke serve'.",
        ],
        examples: [
            "evoke work --library 'postgres://db.example/photos?library=family'",
            "evoke work --library 'postgres://db.example/photos?library=family' --root archive=/Volumes/archive",
            "evoke work --library 'postgres://db.example/photos?library=family' --until-empty",
            "evoke work --library 'postgres://db.example/photos?library=family' --metrics 9464",
        ],
        run: { arguments, terminal in
            var places = try await arguments.placesWithRoots(terminal)
            if try arguments.wantsTexts() { places = try await places.readingTexts() }
            places = try await places.findingFaces()
            let address = try arguments.text(.metrics).map(MetricsAddress.init)
            let socket = try address.map { try ListeningSocket.onNetwork(host: $0.host, port: $0.port) }
            let library = try await PhotoLibrary.openToWork(places, upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            terminal.say(rootsElsewhere: try await library.rootsElsewhere())
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
            let lines = arguments.has(.json) ? WorkLines(terminal) : nil
            let run = Task {
                try await library.work(untilEmpty: untilEmpty) { event in
                    service.record(event)
                    if let lines { lines.show(event) } else { display.show(event) }
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
            if lines != nil {
                try terminal.print(JSONText.of(WorkEventJSON(finished: report)))
            } else {
                terminal.say(report.summary(nothing: "No photos waited for this machine."))
            }
            // Whoever runs it as a service ends it so.
            return isStopped.withLock { $0 } ? .done : report.code(namesRoots: false)
        })
}

/// Prints what a worker tells as JSON: how far it is up to four times a second, and all else at once.
private final class WorkLines: Sendable {
    private static let pause = Duration.milliseconds(250)

    private let terminal: Terminal
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func show(_ event: IndexEvent) {
        if let (done, total) = event.progress, done < total {
            let now = ContinuousClock.now
            let isNews = last.withLock { last in
                guard last.map({ now - $0 >= Self.pause }) ?? true else { return false }
                last = now
                return true
            }
            guard isNews else { return }
        }
        // Cannot fail: there are texts and numbers.
        guard let line = WorkEventJSON(event), let text = try? JSONText.of(line) else { return }
        // Whoever reads them may have gone; the work goes on.
        try? terminal.print(text)
    }
}

extension IndexEvent {
    /// Of what is told after each photo.
    fileprivate var progress: (done: Int, total: Int)? {
        switch self {
        case .encoding(let done, let total), .reading(let done, let total), .findingFaces(let done, let total):
            (done, total)
        default: nil
        }
    }
}
