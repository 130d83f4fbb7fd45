import Evoke
import EvokeClient
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import ServeMicrohttpd
import Synchronization

extension Option {
    fileprivate static let untilEmpty = Option("--until-empty", "End when this machine has nothing left to do")
    static let metrics = Option(
        "--metrics", .text("[H:]P"), "Serve Prometheus metrics on this port (default host: localhost)")
}

extension Command {
    static let work = Command(
        name: "work",
        summary: "Help index a library in a database, beside other machines",
        options: [.library, .root, .untilEmpty, .without, .json, .metrics],
        details: [
            "'evoke index' finds out what there is to do. This command takes photos from the queue, indexes them, "
                + "and waits for more. Any number of machines can help; each needs the library's model installed, "
                + "and the photos. --root NAME=PATH says where a folder is on this machine.",
            "When no photos are left, it recognizes text, and faces if people are on, if the models for that are "
                + "installed.",
            "If a worker stops, others take over its photos within a minute. A photo that stopped three workers is "
                + "set aside: 'evoke library status --failed' lists it, and 'evoke index --reread' tries it again.",
            "--json prints one object a line with an 'event': 'progress', 'reading' (text), 'faces', 'failed', "
                + "'cut', 'problem', and finally 'finished' with the report.",
            "--metrics answers Prometheus at /metrics with counts only. You need no token on this machine; others "
                + "need the one in the library's file 'token'.",
        ],
        examples: [
            "evoke work --library 'postgres://db.example/photos?library=family'",
            "evoke work --library 'postgres://db.example/photos?library=family' --root archive=/Volumes/archive",
            "evoke work --library 'postgres://db.example/photos?library=family' --until-empty",
            "evoke work --library 'postgres://db.example/photos?library=family' --metrics 9464",
        ],
        run: { arguments, terminal in
            var configuration = try await arguments.configurationWithRoots(terminal)
            if try arguments.wantsTexts() { configuration = try await configuration.readingTexts() }
            configuration = try await configuration.findingFaces()
            let address = try arguments.text(.metrics).map(MetricsAddress.init)
            let socket = try address.map { try ListeningSocket.onNetwork(host: $0.host, port: $0.port) }
            let library = try await PhotoLibrary.openToWork(configuration, upgrading: UpgradeDisplay(terminal).show)
            try await terminal.reportSetback(of: library.engine)
            terminal.reportSkippedRoots(try await library.roots().filter(\.isElsewhere))
            let service = WorkService(
                gate: Gate(
                    names: address.map { HostAddress.names(of: $0.host) } ?? [],
                    token: address == nil ? nil : try Token.ofLibrary(configuration.library)),
                queue: library.queue)
            let server = try socket.map { socket in
                let server = Server(service)
                try server.listen(on: socket, toOthers: address?.isPublic ?? true)
                return server
            }
            if let address, let socket {
                let host = HostAddress.display(address.host)
                terminal.message("Metrics: http://\(host):\(socket.port)/metrics")
                if address.isPublic {
                    terminal.message("This connection is not encrypted: others on the network can read the token.")
                }
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
            let interruption = InterruptHandler { signal in
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
                terminal.message(report.summary(nothing: "No photos to do for this machine."))
            }
            // A service is stopped this way.
            return isStopped.withLock { $0 } ? .done : report.code(namesRoots: false)
        })
}

/// Prints events as JSON: progress at most four times a second, everything else at once.
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
        // The reader may be gone; the work continues.
        try? terminal.print(text)
    }
}

extension IndexEvent {
    /// For events after each photo.
    fileprivate var progress: (done: Int, total: Int)? {
        switch self {
        case .encoding(let done, let total), .reading(let done, let total), .findingFaces(let done, let total):
            (done, total)
        default: nil
        }
    }
}
