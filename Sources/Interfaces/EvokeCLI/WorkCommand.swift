import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI
import EvokeWire
import Synchronization

extension Option {
    fileprivate static let untilEmpty = Option(
        "--until-empty", .flag, "End when nothing is left that this machine can work on")
}

extension Command {
    static let work = Command(
        name: "work",
        summary: "Work on the photos of a library in a database, beside other machines",
        operands: "",
        operandKind: .nothing,
        options: [.library, .root, .untilEmpty, .json],
        details: [
            "'evoke index' finds out which photos are to be worked on. This command takes some of them at a time, as any "
                + "number of others does on this machine or another, and records what becomes of them. Then it waits for "
                + "more. The model of the library has to be on the shelf of each machine.",
            "It takes photos of the library's roots that are in their places on this machine; --root NAME=PATH says where "
                + "one is. What it does not find there it leaves to others, and only 'evoke index' finds that a photo is "
                + "gone.",
            "Nobody else takes its photos for a minute, and for as long as the worker goes on. When it is killed or its "
                + "machine is gone, others take them then. A photo over which three workers have ended is set aside: 'evoke status --failed' lists it, "
                + "and 'evoke index --reread' tries it again.",
            "With --json, each line is an object with an 'event': 'progress', 'failed', 'cut', 'problem', and at the end "
                + "'finished' with the report.",
            "It ends with Ctrl-C, or with a termination signal from whoever runs it as a service, and gives back at once "
                + "what it has not finished.",
        ],
        examples: [
            "evoke work --library 'postgres://db.example/photos?library=family'",
            "evoke work --library 'postgres://db.example/photos?library=family' --root archive=/Volumes/archive",
            "evoke work --library 'postgres://db.example/photos?library=family' --until-empty",
        ],
        run: { arguments, terminal in
            let library = try await PhotoLibrary.openToWork(
                arguments.placesWithRoots(terminal), upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            let display = ProgressDisplay(terminal)
            let untilEmpty = arguments.has(.untilEmpty)
            let lines = arguments.has(.json) ? WorkLines(terminal) : nil
            let run = Task {
                try await library.work(untilEmpty: untilEmpty) { event in
                    if let lines { lines.show(event) } else { display.show(event) }
                }
            }
            let isStopped = Mutex(false)
            let interruption = Interruption { signal in
                isStopped.withLock { $0 = signal == Signals.termination }
                run.cancel()
            }
            defer { interruption.end() }
            let report = try await run.value
            try await library.close()
            display.finish()
            if lines != nil {
                try terminal.print(JSONText.of(WorkEventJSON(finished: report)))
            } else {
                terminal.say(report.summary)
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
        if case .encoding(let done, let total) = event, done < total {
            let now = ContinuousClock.now
            let isNews = last.withLock { last in
                guard last.map({ now - $0 >= Self.pause }) ?? true else { return false }
                last = now
                return true
            }
            guard isNews else { return }
        }
        guard let line = WorkEventJSON(event), let text = try? JSONText.of(line) else { return }
        // Whoever reads them may have gone; the work goes on.
        try? terminal.print(text)
    }
}
