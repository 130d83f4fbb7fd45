import Evoke
import EvokeSystem
import EvokeValues
import Synchronization

extension Command {
    static let watch = Command(
        name: "watch",
        summary: "Keep a library fresh while its folders change",
        operands: "",
        operandKind: .nothing,
        options: [.library, .root, .vectors, .without],
        details: [
            "Refreshes the folders that 'evoke index' remembers, then waits: photos that come, change, move or go are "
                + "seen to within seconds, once they are written to their end. Other commands can be used meanwhile.",
            "What other computers change on network disks cannot be heard of; these are read again every ten minutes. "
                + "A disk that is taken away keeps its photos in the library, and is noticed when it returns.",
            "One process follows a library. Where another one does so already, such as 'evoke serve', this one waits until that "
                + "ends.",
            "While nothing else is to be done, the texts in photos are read, and faces are looked for where people are on. "
                + "--without text leaves the texts.",
            "It ends with Ctrl-C, or with a termination signal from whoever runs it as a service.",
        ],
        examples: ["evoke watch", "evoke watch --library /srv/photos/library"],
        run: { arguments, terminal in
            let places = try await arguments.placesToIndex(terminal)
            guard try await !roots(of: places, terminal).isEmpty else {
                throw UsageError("The library knows no folders yet. Index one first, such as ~/Pictures.", of: "watch")
            }
            let display = WatchDisplay(terminal)
            let watch = try LibraryWatch(places) { display.show($0) }
            let run = Task { try await watch.run() }
            let wasInterrupted = Mutex(false)
            let interruption = Interruption { signal in
                wasInterrupted.withLock { $0 = signal == Signals.interruption }
                run.cancel()
            }
            defer { interruption.end() }
            try await run.value
            return wasInterrupted.withLock { $0 } ? .interrupted : .done
        })
}

/// Shows what happens while a library is watched: progress as indexing has it, and a line for each refresh.
private final class WatchDisplay: Sendable {
    private let terminal: Terminal
    private let progress: ProgressDisplay
    private let upgrade: UpgradeDisplay
    private let state = Mutex((hasBegun: false, lastProblem: EvokeError?.none))

    init(_ terminal: Terminal) {
        self.terminal = terminal
        progress = ProgressDisplay(terminal)
        upgrade = UpgradeDisplay(terminal)
    }

    func show(_ event: LibraryWatch.Event) {
        switch event {
        case .waiting:
            terminal.say("Another evoke follows these folders already. This one goes on with it when that ends.")
        case .upgrading(let progress): upgrade.show(progress)
        case .indexing(let event): progress.show(event)
        case .returned(let root):
            progress.finish()
            terminal.say("'\(root)' is there again.")
        case .problem(let error):
            progress.finish()
            // What is tried again and again need not be said each time.
            let isNew = state.withLock { state in
                defer { state.lastProblem = error }
                return state.lastProblem != error
            }
            if isNew { terminal.say(error: error) }
        case .refreshed(let report):
            progress.finish()
            let isFirst = state.withLock { state in
                defer { state = (true, nil) }
                return !state.hasBegun
            }
            if isFirst {
                terminal.say(report.summary())
                if !report.isInterrupted { terminal.say("Watching for changes.") }
            } else if let changes = report.changes {
                terminal.say(changes)
            }
        }
    }
}
