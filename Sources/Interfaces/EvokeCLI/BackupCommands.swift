import Evoke
import EvokeValues

extension Option {
    static let replace = Option(
        "--replace", .flag, "Keep the library that is there under another name, and put the backup into its place")
}

extension Command {
    static let libraryBackup = Command(
        name: "library backup",
        summary: "Write all that the library knows into one file",
        operands: "FILE",
        operandKind: .files,
        options: [.library],
        details: [
            "The backup is the library as it is at one moment, and is checked before it gets its name. Everything else goes "
                + "on meanwhile: searches, the server, a run of indexing. It is for your eyes alone.",
            "In it are photos' paths, vectors, dates, places, texts, people and saved searches; photos themselves are not, nor "
                + "models. The search index and thumbnails are made anew from the library and the photos. What 'evoke "
                + "duplicates --undo' puts back stands in a file of the library's folder, 'tidied', which is not in it.",
            "A library in a database is backed up by the database's own tools, such as pg_dump.",
        ],
        examples: ["evoke library backup /media/stick/photos-2026.evoke"],
        run: { arguments, terminal in
            guard arguments.operands.count == 1 else { throw UsageError("Name one file.", of: "library backup") }
            let (file, display) = (arguments.operands[0], StepDisplay(terminal))
            defer { display.end() }
            let report = try await PhotoLibrary.backUp(
                LibraryConfiguration(library: arguments.path(.library)), to: file, progress: { display.show($0.line) })
            display.end()
            terminal.say("Kept \(Amount.of(report.photos, "photo")) in \(file.display).")
            return .done
        })

    static let libraryRestore = Command(
        name: "library restore",
        summary: "Make the library what a backup is",
        operands: "FILE",
        operandKind: .files,
        options: [.replace, .library],
        details: [
            "The backup is checked first. Then the library becomes what it is, all of it or nothing; the backup stays. One of an "
                + "older Evoke is made current. A server that runs goes on with it.",
            "Where a library is there already, --replace is needed. It is kept in its folder, as a file whose name begins with "
                + "'library-replaced', which 'evoke status' lists and which you may delete. Afterwards 'evoke index' "
                + "brings the library up to date with your photos.",
        ],
        examples: [
            "evoke library restore /media/stick/photos-2026.evoke",
            "evoke library restore --replace /media/stick/photos-2026.evoke",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count == 1 else { throw UsageError("Name one file.", of: "library restore") }
            let display = StepDisplay(terminal)
            defer { display.end() }
            let report = try await PhotoLibrary.restore(
                LibraryConfiguration(library: arguments.path(.library)), from: arguments.operands[0],
                replacing: arguments.has(.replace), progress: { display.show($0.line) },
                upgrading: UpgradeDisplay(terminal).show)
            display.end()
            terminal.say("Restored \(Amount.of(report.photos, "photo")).")
            if let kept = report.kept { terminal.say("The library that was there is kept in \(kept.display).") }
            return .done
        })
}

extension BackupProgress {
    fileprivate var line: String {
        switch step {
        case .copying: "Copying: \(Amount.ofBytes(done)) of \(Amount.ofBytes(total))"
        case .checking: "Checking whether it is whole"
        }
    }
}
