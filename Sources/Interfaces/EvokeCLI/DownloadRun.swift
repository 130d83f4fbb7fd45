import Evoke
import EvokeValues

/// Fetches a model while somebody watches.
enum DownloadRun {
    /// In the background where that is asked for.
    static func begin(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        guard arguments.has(.background) else { return try await run(request, downloader, terminal, waits: false) }
        return try await inBackground(request, downloader, terminal)
    }

    /// Another process of this program goes on when this one is gone.
    static func inBackground(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ terminal: Terminal
    ) async throws -> ExitCode {
        // What this process does ends with it, which is now.
        guard try await downloader.start(request) == .program else {
            throw EvokeError(
                .notAllowed, doing: "fetch the model in the background", subject: request.name,
                reason: "the process that was to do it could not be started, or ended at once",
                remedies: [.leaveOutOption(.background)])
        }
        terminal.say(
            "Fetching '\(request.name)' in the background. 'evoke models downloads' shows how far it is.")
        return .done
    }

    static func run(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ terminal: Terminal, waits: Bool
    ) async throws -> ExitCode {
        let display = DownloadDisplay(
            terminal,
            beginning: request.isUpdate
                ? "Looking for a newer version of '\(request.name)'." : "Fetching '\(request.name)'.")
        let run = Task { try await downloader.fetch(request, waits: waits, notify: display.show) }
        let interruption = Interruption { _ in run.cancel() }
        defer { interruption.end() }
        let result = await run.result
        display.finish()
        let name = request.name
        do {
            switch try result.get() {
            case .installed where request.isUpdate:
                terminal.say("Fetched a newer version of '\(name)'. It is used from the next start.")
            case .installed where try ModelCollection(LibraryConfiguration()).isGraph(name):
                terminal.say(try ModelCollection(LibraryConfiguration()).graph(name).added)
            case .installed:
                let card = try ModelCollection(LibraryConfiguration()).show(name)
                terminal.say(
                    "Added '\(name)': \(card.dimensions) dimensions, \(Amount.ofBytes(card.bytes)). Use it with 'evoke "
                        + "index --model \(name)'.")
            case .upToDate: terminal.say("'\(name)' is up to date.")
            case .paused: terminal.say("Paused. 'evoke models downloads resume \(name)' goes on.")
            case .cancelled: terminal.say("Cancelled.")
            }
        } catch is CancellationError {
            terminal.say("Stopped. What has come is kept; the same command goes on.")
            return .interrupted
        }
        return .done
    }
}
