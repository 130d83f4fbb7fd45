import Evoke
import EvokeSystem
import EvokeValues
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
        options: [.library, .untilEmpty],
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
        ],
        examples: [
            "evoke work --library 'postgres://db.example/photos?library=family'",
            "evoke work --library 'postgres://db.example/photos?library=family' --until-empty",
        ],
        run: { arguments, terminal in
            let library = try await PhotoLibrary.openToWork(
                Places(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            let display = ProgressDisplay(terminal)
            let untilEmpty = arguments.has(.untilEmpty)
            let run = Task { try await library.work(untilEmpty: untilEmpty) { display.show($0) } }
            let isStopped = Mutex(false)
            let interruption = Interruption { signal in
                isStopped.withLock { $0 = signal == Signals.termination }
                run.cancel()
            }
            defer { interruption.end() }
            let report = try await run.value
            try await library.close()
            display.finish()
            terminal.say(report.summary)
            // Whoever runs it as a service ends it so.
            return isStopped.withLock { $0 } ? .done : report.code(namesRoots: false)
        })
}
