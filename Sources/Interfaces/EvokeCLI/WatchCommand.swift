import Evoke
import EvokeSystem
import EvokeValues
import Synchronization

extension Command {
    static let watch = Command(
        name: "watch",
        summary: "Keep the library up to date as photos change",
        options: [.library, .root, .vectors, .without],
        details: [
            "Refreshes the indexed folders, then follows changes in them within seconds. Other commands can be used "
                + "meanwhile. Text is recognized, and faces if people are on, when idle.",
            "Changes that other computers make on network disks are found every ten minutes. If a disk is removed, "
                + "its photos stay in the library.",
            "Only one process follows a library. If another one does, such as 'evoke serve', this one waits for it "
                + "to end.",
        ],
        examples: ["evoke watch", "evoke watch --library /srv/photos/library"],
        run: { arguments, terminal in
            let configuration = try await arguments.configurationToIndex(terminal)
            guard try await arguments.libraryIfAny(terminal)?.roots().isEmpty == false else {
                throw UsageError("The library has no folders yet. Run 'evoke index FOLDER' first.")
            }
            let display = WatchDisplay(terminal)
            let watch = try LibraryWatch(configuration) { display.show($0) }
            let run = Task { try await watch.run() }
            let wasInterrupted = Mutex(false)
            let interruption = InterruptHandler { signal in
                wasInterrupted.withLock { $0 = signal == Signals.interruption }
                run.cancel()
            }
            defer { interruption.end() }
            try await run.value
            return wasInterrupted.withLock { $0 } ? .interrupted : .done
        })
}

/// Shows the progress of indexing, and a line for each refresh.
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
            terminal.message("Another process already follows these folders. Waiting for it to end.")
        case .upgrading(let progress): upgrade.show(progress)
        case .indexing(let event): progress.show(event)
        case .returned(let root):
            progress.finish()
            terminal.message("'\(root)' is available again.")
        case .problem(let error):
            progress.finish()
            // A repeated problem is reported once.
            let isNew = state.withLock { state in
                defer { state.lastProblem = error }
                return state.lastProblem != error
            }
            if isNew { terminal.report(error) }
        case .refreshed(let report):
            progress.finish()
            let isFirst = state.withLock { state in
                defer { state = (true, nil) }
                return !state.hasBegun
            }
            if isFirst {
                terminal.message(report.summary())
                if !report.isInterrupted { terminal.message("Watching for changes.") }
            } else if let changes = report.changes {
                terminal.message(changes)
            }
        }
    }
}
