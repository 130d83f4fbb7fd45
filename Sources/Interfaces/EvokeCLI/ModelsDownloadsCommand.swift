import Evoke
import EvokeValues
import EvokeWebAPI

extension Command {
    static let modelsDownloads = Command(
        name: "models downloads",
        summary: "Show models that are being fetched; pause, resume or cancel one",
        operands: "[pause|resume|cancel|run NAME]",
        operandKind: .text,
        options: [.json],
        details: [
            "'pause' keeps what has come, 'cancel' deletes it. 'resume' goes on in the background, 'run' here, waiting "
                + "for the conditions that were given."
        ],
        examples: ["evoke models downloads", "evoke models downloads pause siglip2-base"],
        run: { arguments, terminal in
            let downloader = try ModelDownloader(LibraryConfiguration(), program: .ownProgram)
            let downloads = downloader.downloads
            let words = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            if words.isEmpty {
                if arguments.has(.json) {
                    try terminal.print(JSONText.of(DownloadsAnswer(downloads)))
                } else {
                    let list = downloads.list()
                    for download in list { try terminal.print(download.line(terminal)) }
                    if list.isEmpty { terminal.say("Nothing is being fetched.") }
                }
                return .done
            }
            guard words.count == 2 else {
                throw UsageError(
                    "Say what to do with which: pause, resume, cancel or run, and a name.", of: "models downloads")
            }
            let name = words[1]
            switch words[0] {
            case "pause":
                try await downloads.pause(name)
                terminal.say("Paused '\(name)'. 'evoke models downloads resume \(name)' goes on.")
            case "cancel":
                try await downloads.cancel(name)
                terminal.say("Cancelled '\(name)', and deleted what had come.")
            case "resume":
                return try await DownloadRun.inBackground(downloads.request(of: name), downloader, terminal)
            case "run":
                return try await DownloadRun.run(downloads.request(of: name), downloader, terminal, waits: true)
            case let word:
                throw UsageError(
                    "'\(FilePath(word).display)' is none of pause, resume, cancel and run.", of: "models downloads")
            }
            return .done
        })
}

extension ModelDownload {
    /// For people: what is done with it, and how far it is.
    fileprivate func line(_ terminal: Terminal) -> String {
        let name = terminal.bold(name)
        let amount = received > 0 || total != nil ? ", \(self.amount)" : ""
        let reason = problem.map { ": \($0.reason)" } ?? ""
        return switch state {
        case .running: "\(name)  \(self.amount)"
        case .checking: "\(name)  trying it\(amount)"
        case .waiting: "\(name)  waiting\(reason)\(amount)"
        case .paused: "\(name)  paused\(amount)"
        case .interrupted: "\(name)  interrupted\(amount)"
        case .failed: "\(name)  failed\(reason)\(amount)"
        }
    }

    /// "12.3 MB of 608 MB, 4.2 MB/s, 2 min left"
    var amount: String {
        var parts = [Amount.ofBytes(received) + (total.map { " of \(Amount.ofBytes($0))" } ?? "")]
        if let bytesPerSecond { parts.append("\(Amount.ofBytes(Int64(nearest: bytesPerSecond)))/s") }
        if let secondsLeft { parts.append("\(Progress.words(secondsLeft)) left") }
        return parts.joined(separator: ", ")
    }
}
