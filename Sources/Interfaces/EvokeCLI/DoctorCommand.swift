import Evoke
import EvokeClient
import EvokeSystem
import EvokeValues

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "Look for what is wrong or slow, and say why",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [
            "It looks at the processor, memory, disks, the cache, the model, what reads texts and finds faces, the library, "
                + "its folders and how long a search takes. It exits with 1 when something does not work.",
            "--json prints one object for a report to others. There are no paths in it, and no names or words of yours.",
        ],
        examples: ["evoke doctor", "evoke doctor --json > report.json"],
        run: { arguments, terminal in
            let places = try arguments.places()
            let isReport = arguments.has(.json)
            let checkup = try await Checkup.run(places, upgrading: UpgradeDisplay(terminal).show) { finding in
                if !isReport { try finding.show(on: terminal) }
            }
            let server = LibrarySocket(places, say: terminal.say).health() != nil
            if isReport {
                try terminal.print(JSONText.of(CheckupReport(checkup, hasServer: server)))
            } else {
                let alone =
                    "No server runs, so that each search loads the model first. 'evoke serve' keeps it loaded, and "
                    + "'evoke config resident on' does for ten minutes."
                let words = server ? "A server answers searches at once." : alone
                try terminal.print(line("Server", .good, words, terminal))
                terminal.say(verdict(checkup))
            }
            return checkup.findings.contains { $0.state == .wrong } ? .failed : .done
        })

    private static func verdict(_ checkup: Checkup) -> String {
        let wrong = checkup.findings.count { $0.state == .wrong }
        let attention = checkup.findings.count { $0.state == .attention }
        if wrong > 0 { return "\(Amount.of(wrong, "thing")) must be put right." }
        return attention > 0 ? "It works. \(Amount.of(attention, "thing")) could be better." : "All is well."
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

/// What a checkup found, without what is the user's own.
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
