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
            "FROM and TO are folders, or addresses of databases (docs/guide/090_many_machines.md). All that the library knows is "
                + "copied as it is, and nothing is encoded again: photos keep their numbers, and searches find the same. "
                + "FROM stays as it is; nobody writes to either meanwhile.",
            "A copy that was interrupted goes on where it stopped when the command is run again. At the end all rows of "
                + "both are compared. A row of FROM that is damaged ends the copy, and is named.",
            "What 'evoke undo', 'evoke people undo' and 'evoke duplicates --undo' take back can be taken back in the copy, "
                + "too.",
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
            let display = StepDisplay(terminal)
            defer { display.end() }
            let report = try await PhotoLibrary.copy(
                from: LibraryConfiguration(library: arguments.operands[0]),
                to: LibraryConfiguration(library: arguments.operands[1]),
                progress: { display.show($0.line) }, upgrading: UpgradeDisplay(terminal).show)
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

extension CopyProgress {
    fileprivate var line: String {
        let what =
            switch step {
            case .copying: "Copying the library"
            case .comparing: "Comparing the copy with the library"
            }
        return "\(what): \(done) of \(total) photos"
    }
}
