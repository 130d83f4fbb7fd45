import Evoke
import EvokeClient
import EvokeSystem
import EvokeValues

extension Command {
    static let libraryCheck = Command(
        name: "library check",
        summary: "Find problems with the installation and the library",
        options: [.library, .json],
        details: [
            "Checks the processor, memory, disks, cache, model, text and face recognition, the library, its folders, "
                + "and how long a search takes. Exits with 1 if something does not work. To verify the library's "
                + "data, use 'evoke library status --check'.",
            "--json prints a report to share: no paths, no names, and nothing you wrote.",
        ],
        examples: ["evoke library check", "evoke library check --json > report.json"],
        run: { arguments, terminal in
            let configuration = try arguments.configuration()
            let isReport = arguments.has(.json)
            let checkup = try await Checkup.run(configuration, upgrading: UpgradeDisplay(terminal).show) { finding in
                if !isReport { try finding.show(on: terminal) }
            }
            let server = LibrarySocket(configuration, warn: terminal.message).health() != nil
            if isReport {
                try terminal.print(JSONText.of(CheckupReport(checkup, hasServer: server)))
            } else {
                let alone =
                    "Not running, so each search loads the model first. Keep it loaded with 'evoke serve', or for ten "
                    + "minutes with 'evoke config resident on'."
                let words = server ? "Running; searches are quick." : alone
                try terminal.print(line("Server", .good, words, terminal))
                terminal.message(verdict(checkup))
            }
            return checkup.findings.contains { $0.state == .wrong } ? .failed : .done
        })

    private static func verdict(_ checkup: Checkup) -> String {
        let wrong = checkup.findings.count { $0.state == .wrong }
        let attention = checkup.findings.count { $0.state == .attention }
        if wrong > 0 { return "\(Format.count(wrong, "problem")) found." }
        return attention > 0 ? "No problems, \(Format.count(attention, "warning"))." : "No problems found."
    }

    fileprivate static func line(
        _ title: String, _ state: Checkup.State, _ words: String, _ terminal: Terminal
    ) -> String {
        let mark =
            switch state {
            case .good: "  "
            case .off: "- "
            case .attention: "! "
            case .wrong: "✗ "
            }
        return mark + terminal.bold(title) + String(repeating: " ", count: max(1, 11 - title.count)) + words
    }
}

extension Checkup.Finding {
    fileprivate func show(on terminal: Terminal) throws {
        let remedy = remedies.inWords { $0.words }
        let all = [words, remedy].filter { !$0.isEmpty }.joined(separator: " ")
        let title = topic.rawValue.prefix(1).uppercased() + topic.rawValue.dropFirst()
        try terminal.print(Command.line(title, state, all, terminal))
        if let detail { try terminal.print(String(repeating: " ", count: 13) + terminal.dim(detail)) }
    }
}

/// The findings, without anything personal.
private struct CheckupReport: Encodable {
    struct Finding: Encodable {
        let topic, state, words: String
    }

    let version: String
    let server: Bool
    let findings: [Finding]

    init(_ checkup: Checkup, hasServer: Bool) {
        version = evokeVersion
        server = hasServer
        findings = checkup.findings.map { Finding(topic: $0.topic.rawValue, state: $0.state.rawValue, words: $0.words) }
    }
}
