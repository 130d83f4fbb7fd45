import Evoke
import PhotoCore

extension Command {
    static let index = Command(
        name: "index",
        summary: "Index folders of photos, or refresh what is indexed",
        operands: "[PATH...]",
        operandKind: .files,
        options: [.library, .model, .variant, .precision],
        details: [
            "Folders are searched with everything below them and are remembered: without PATH, all remembered folders "
                + "are refreshed. Unchanged photos are skipped, changed ones done again, and those that are gone are no "
                + "longer found. Interrupt it whenever you like: what is done stays done.",
            "With --model, the library changes to that model; photos keep the vectors that other models gave them, and "
                + "'evoke models use' goes back at once.",
            "A photo that cannot be read is reported and never stops the rest; 'evoke status --failed' lists them.",
        ],
        examples: ["evoke index ~/Pictures", "evoke index"],
        run: { arguments, terminal in
            let places = try Places(library: arguments.path(.library))
            if arguments.operands.isEmpty, try await !hasRoots(places) {
                throw UsageError("The library knows no folders yet. Name one, such as ~/Pictures.", of: "index")
            }
            let library = try await PhotoLibrary.open(
                places, access: .write, model: arguments.model(),
                precision: arguments.precision())
            let display = ProgressDisplay(terminal)
            let run = Task { try await library.index(arguments.operands) { display.show($0) } }
            let interruption = Interruption { _ in run.cancel() }
            defer { interruption.end() }
            let report = try await run.value
            try await library.close()
            display.finish()
            terminal.say(report.summary)
            if report.isInterrupted { return .interrupted }
            return !arguments.operands.isEmpty && !report.problems.isEmpty ? .failed : .done
        })

    static func hasRoots(_ places: Places) async throws -> Bool {
        do {
            return try await !LibraryStatus.read(places).summary.roots.isEmpty
        } catch let error as EvokeError where error.kind == .notFound {
            return false
        }
    }
}

extension IndexReport {
    var summary: String {
        let parts = Self.words([
            (added, "new"), (changed, "changed"), (returned, "back again"), (unchanged, "unchanged"),
            (vanished, "gone"), (failed, "unreadable"),
        ])
        let nothing = problems.isEmpty ? "No photos found." : "Nothing was indexed."
        let text = parts.isEmpty ? nothing : "Photos: \(parts)."
        let advice = failed > 0 ? " See 'evoke status --failed'." : ""
        return (isInterrupted ? "Stopped. What is done is kept; run it again to go on. " : "") + text + advice
    }

    /// What is another than before; nil when nothing is.
    var changes: String? {
        let parts = Self.words([
            (added, "new"), (changed, "changed"), (returned, "back again"), (vanished, "gone"),
        ])
        return parts.isEmpty ? nil : "Photos: \(parts)."
    }

    private static func words(_ counts: [(count: Int, name: String)]) -> String {
        counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }
}
