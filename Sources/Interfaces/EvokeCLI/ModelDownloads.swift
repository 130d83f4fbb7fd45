import Evoke
import EvokeValues
import EvokeWebAPI
import Synchronization

extension Command {
    static let modelsDownloads = Command(
        name: "models downloads",
        summary: "List downloads, or pause, resume and cancel them",
        options: [.json],
        examples: ["evoke models downloads"],
        subcommands: [downloadsPause, downloadsResume, downloadsRun, downloadsCancel],
        run: { arguments, terminal in
            let downloads = try ModelDownloader(LibraryConfiguration(), program: .ownProgram).downloads
            guard !arguments.has(.json) else {
                try terminal.print(JSONText.of(DownloadsAnswer(downloads)))
                return .done
            }
            let list = downloads.list()
            for download in list { try terminal.print(download.line(terminal)) }
            if list.isEmpty { terminal.message("No downloads.") }
            return .done
        })

    private static let downloadsPause = forDownload(
        "pause", "Pause a download; what has arrived is kept"
    ) { name, downloader, terminal in
        try await downloader.downloads.pause(name)
        terminal.message("Paused '\(name)'. Continue with 'evoke models downloads resume \(name)'.")
        return .done
    }

    private static let downloadsResume = forDownload(
        "resume", "Continue a download in the background"
    ) { name, downloader, terminal in
        try await DownloadRun.inBackground(downloader.downloads.request(of: name), downloader, terminal)
    }

    private static let downloadsRun = forDownload(
        "run", "Continue a download here, waiting for its conditions"
    ) { name, downloader, terminal in
        try await DownloadRun.run(downloader.downloads.request(of: name), downloader, terminal, waits: true)
    }

    private static let downloadsCancel = forDownload(
        "cancel", "Cancel a download, and delete what has arrived"
    ) { name, downloader, terminal in
        try await downloader.downloads.cancel(name)
        terminal.message("Canceled '\(name)', and deleted what had arrived.")
        return .done
    }

    private static func forDownload(
        _ verb: String, _ summary: String,
        _ body: @escaping @Sendable (String, ModelDownloader, Terminal) async throws -> ExitCode
    ) -> Command {
        Command(
            name: "models downloads \(verb)", summary: summary, operands: "NAME", operandKind: .text,
            examples: ["evoke models downloads \(verb) siglip2-base"],
            run: { arguments, terminal in
                let name = try arguments.only("Give one download.")
                return try await body(name, ModelDownloader(LibraryConfiguration(), program: .ownProgram), terminal)
            })
    }
}

extension ModelDownload {
    fileprivate func line(_ terminal: Terminal) -> String {
        let name = terminal.bold(name)
        let amount = received > 0 || total != nil ? ", \(self.amount)" : ""
        let reason = problem.map { ": \($0.reason)" } ?? ""
        return switch state {
        case .running: "\(name)  \(self.amount)"
        case .checking: "\(name)  testing\(amount)"
        case .waiting: "\(name)  waiting\(reason)\(amount)"
        case .paused: "\(name)  paused\(amount)"
        case .interrupted: "\(name)  interrupted\(amount)"
        case .failed: "\(name)  failed\(reason)\(amount)"
        }
    }

    /// "12.3 MB of 608 MB, 4.2 MB/s, 2 min left"
    var amount: String {
        var parts = [Format.bytes(received) + (total.map { " of \(Format.bytes($0))" } ?? "")]
        if let bytesPerSecond { parts.append("\(Format.bytes(Int64(nearest: bytesPerSecond)))/s") }
        if let secondsLeft { parts.append("\(Progress.words(secondsLeft)) left") }
        return parts.joined(separator: ", ")
    }
}

enum DownloadRun {
    /// In the background with --background.
    static func begin(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        guard arguments.has(.background) else { return try await run(request, downloader, terminal, waits: false) }
        return try await inBackground(request, downloader, terminal)
    }

    /// Another process of this program continues.
    static func inBackground(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ terminal: Terminal
    ) async throws -> ExitCode {
        // This process is about to end.
        guard try await downloader.start(request) == .program else {
            throw EvokeError(
                .notAllowed, doing: "download the model in the background", subject: request.name,
                reason: "the background process could not be started",
                remedies: [.leaveOutOption(.background)])
        }
        terminal.message("Downloading '\(request.name)' in the background. See 'evoke models downloads'.")
        return .done
    }

    static func run(
        _ request: DownloadRequest, _ downloader: ModelDownloader, _ terminal: Terminal, waits: Bool
    ) async throws -> ExitCode {
        let display = DownloadDisplay(
            terminal,
            beginning: request.isUpdate
                ? "Checking for a newer version of '\(request.name)'." : "Downloading '\(request.name)'.")
        let run = Task { try await downloader.fetch(request, waits: waits, notify: display.show) }
        let interruption = InterruptHandler { _ in run.cancel() }
        defer { interruption.end() }
        let result = await run.result
        display.finish()
        let name = request.name
        do {
            switch try result.get() {
            case .installed where request.isUpdate:
                terminal.message("Updated '\(name)'. The new version is used from the next start.")
            case .installed where try ModelCollection(LibraryConfiguration()).isGraph(name):
                terminal.message(try ModelCollection(LibraryConfiguration()).graph(name).added)
            case .installed:
                let card = try ModelCollection(LibraryConfiguration()).show(name)
                terminal.message(
                    "Installed '\(name)': \(card.dimensions) dimensions, \(Format.bytes(card.bytes)). Use it with 'evoke "
                        + "index --model \(name)'.")
            case .upToDate: terminal.message("'\(name)' is up to date.")
            case .paused: terminal.message("Paused. Continue with 'evoke models downloads resume \(name)'.")
            case .cancelled: terminal.message("Canceled.")
            }
        } catch is CancellationError {
            terminal.message("Stopped. Run the same command again to continue.")
            return .interrupted
        }
        return .done
    }
}

final class DownloadDisplay: Sendable {
    private struct State {
        var lastSaid = ""
        var hasBegun = false
    }

    private let terminal: Terminal
    private let line: StatusLine
    /// Printed at the start.
    private let beginning: String
    private let state = Mutex(State())

    init(_ terminal: Terminal, beginning: String) {
        (self.terminal, self.beginning) = (terminal, beginning)
        line = StatusLine(terminal, every: .seconds(10))
    }

    func show(_ download: ModelDownload) {
        switch download.state {
        case .running:
            showBeginning()
            if let problem = download.problem { return showOnce("Retrying: \(problem.reason).") }
            line.show("\(download.name): \(download.amount)")
        case .waiting: showOnce("Waiting: \(download.problem?.reason ?? "").")
        case .checking: line.show("\(download.name): testing", isNews: true)
        case .paused, .interrupted, .failed: break
        }
    }

    private func showBeginning() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { terminal.message(beginning) }
    }

    func finish() {
        line.clear()
    }

    /// Does not repeat itself.
    private func showOnce(_ line: String) {
        state.withLock { state in
            guard line != state.lastSaid else { return }
            self.line.clear()
            terminal.message(line)
            state.lastSaid = line
        }
    }
}
