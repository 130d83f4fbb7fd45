import Evoke
import EvokeValues

extension Command {
    static let library = Command.group(
        name: "library", summary: "Back a library up, restore it, or copy it between folders and databases",
        [.libraryBackup, .libraryRestore, .libraryCopy])

    static let libraryCopy = Command(
        name: "library copy",
        summary: "Copy a library to where there is none, and compare both",
        operands: "FROM TO",
        operandKind: .files,
        options: [],
        details: [
            "FROM and TO are folders, or addresses of databases (docs/many-machines.md). All that the library knows is "
                + "copied as it is, and nothing is encoded again: photos keep their numbers, and searches find the same. "
                + "FROM stays as it is; nobody writes to either meanwhile.",
            "A copy that was interrupted goes on where it stopped when the command is run again. At the end all rows of "
                + "both are compared. A row of FROM that is damaged ends the copy, and is named.",
            "The search index and thumbnails are not copied: whoever searches makes the index, and thumbnails are made "
                + "when they are looked at. Photos are not copied, either, and are known by their paths.",
        ],
        examples: [
            "evoke library copy ~/.local/share/evoke 'postgres://db.example/photos?library=family'",
            "evoke library copy 'postgres://db.example/photos?library=family' /media/stick/library",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count == 2 else {
                throw UsageError("Name two libraries: FROM and TO.", of: "library copy")
            }
            let display = CopyDisplay(terminal)
            defer { display.end() }
            let report = try await PhotoLibrary.copy(
                from: Places(library: arguments.operands[0]), to: Places(library: arguments.operands[1]),
                progress: display.show, upgrading: UpgradeDisplay(terminal).show)
            display.end()
            terminal.say(report.sentence)
            for table in report.compared where table.rows > 0 {
                try terminal.print("\(table.name)\t\(table.rows)")
            }
            return .done
        })
}

extension CopyReport {
    fileprivate var sentence: String {
        let count = photos == 1 ? "1 photo" : "\(photos) photos"
        let before = photosBefore > 0 ? " (\(photosBefore) of them in an earlier run)" : ""
        return "Copied \(count)\(before). These rows were compared, and are the same in both:"
    }
}

/// Shows how far a copy is, once it has taken a second.
private struct CopyDisplay: Sendable {
    private let line: StatusLine
    private let begun = ContinuousClock.now

    init(_ terminal: Terminal) {
        line = StatusLine(terminal, saidEvery: .seconds(5))
    }

    func show(_ progress: CopyProgress) {
        guard ContinuousClock.now - begun > .seconds(1) else { return }
        let what =
            switch progress.step {
            case .copying: "Copying the library"
            case .comparing: "Comparing the copy with the library"
            }
        line.show("\(what): \(progress.done) of \(progress.total) photos")
    }

    func end() { line.clear() }
}
