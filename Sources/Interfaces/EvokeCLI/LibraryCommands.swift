import Evoke
import EvokePorts
import EvokeValues

extension Command {
    static let library = Command.group(
        name: "library", summary: "Show, check, back up, restore or copy the library", bare: .libraryStatus,
        details: ["Without a subcommand, does what 'evoke library status' does."],
        [.libraryStatus, .libraryCheck, .libraryBackup, .libraryRestore, .libraryCopy, .libraryForget])

    static let libraryCopy = Command(
        name: "library copy",
        summary: "Copy a library to another folder or database",
        operands: "FROM TO",
        operandKind: .files,
        details: [
            "FROM and TO are folders or database addresses (docs/guide/090_many_machines.md). There must be no library at TO. "
                + "Everything is copied as it is, including undo history, and compared at the end. FROM is not "
                + "changed; do not write to either meanwhile.",
            "If it was interrupted, run the same command again to continue. A damaged row stops the copy and is "
                + "named.",
            "Photos, thumbnails and the search index are not copied.",
        ],
        examples: [
            "evoke library copy ~/.local/share/evoke 'postgres://db.example/photos?library=family'",
            "evoke library copy 'postgres://db.example/photos?library=family' /media/stick/library",
        ],
        run: { arguments, terminal in
            let places = try arguments.operands(2...2, or: "Give two libraries: FROM and TO.")
            let display = StepDisplay(terminal)
            defer { display.end() }
            let report = try await LibraryConfiguration(library: places[0]).copyLibrary(
                to: LibraryConfiguration(library: places[1]),
                progress: { display.show($0.line) }, upgrading: UpgradeDisplay(terminal).show)
            display.end()
            terminal.message(report.sentence)
            for table in report.compared where table.rows > 0 {
                try terminal.print("\(table.name)\t\(table.rows)")
            }
            return .done
        })
}

extension CopyReport {
    fileprivate var sentence: String {
        let before = photosBefore > 0 ? " (\(photosBefore) of them in an earlier run)" : ""
        return "Copied \(Format.count(photos, "photo"))\(before). Compared rows, all identical:"
    }
}

extension CopyProgress {
    fileprivate var line: String {
        let what =
            switch step {
            case .copying: "Copying the library"
            case .comparing: "Comparing the copy"
            }
        return "\(what): \(done) of \(total) photos"
    }
}

extension Option {
    static let replace = Option("--replace", "Replace the present library, and keep it under another name")
}

extension Command {
    static let libraryBackup = Command(
        name: "library backup",
        summary: "Save the library to one file",
        operands: "FILE",
        operandKind: .files,
        options: [.library],
        details: [
            "The backup is a consistent snapshot, verified before it gets its name. Searches, the server and "
                + "indexing can go on meanwhile.",
            "It holds paths, vectors, dates, locations, text, people, marks and saved searches, and is readable by "
                + "you alone. Photos and models are not in it; nor is the list of what 'evoke duplicates --undo' can "
                + "put back.",
            "If the library is in a database, use the database's own backup tools, such as pg_dump.",
        ],
        examples: ["evoke library backup /media/stick/photos-2026.evoke"],
        run: { arguments, terminal in
            let file = try arguments.operands(1...1, or: "Give one file.")[0]
            let display = StepDisplay(terminal)
            defer { display.end() }
            let report = try await LibraryBackups(of: arguments.configuration()).make(at: file) {
                display.show($0.line)
            }
            display.end()
            terminal.message("Backed up \(Format.count(report.photos, "photo")) to \(file.display).")
            return .done
        })

    static let libraryRestore = Command(
        name: "library restore",
        summary: "Restore a library from a backup",
        operands: "FILE",
        operandKind: .files,
        options: [.replace, .library],
        details: [
            "The backup is verified first, and upgraded if an older Evoke made it. Either all of it is restored or "
                + "nothing.",
            "If there is a library already, --replace is needed. The old one is kept in its folder as a file named "
                + "'library-replaced...', which 'evoke library status' lists and you may delete. Run 'evoke index' "
                + "afterwards to catch up with your photos.",
        ],
        examples: [
            "evoke library restore /media/stick/photos-2026.evoke",
            "evoke library restore --replace /media/stick/photos-2026.evoke",
        ],
        run: { arguments, terminal in
            let file = try arguments.operands(1...1, or: "Give one file.")[0]
            let display = StepDisplay(terminal)
            defer { display.end() }
            let report = try await LibraryBackups(of: arguments.configuration()).restore(
                from: file, replacing: arguments.has(.replace), progress: { display.show($0.line) },
                upgrading: UpgradeDisplay(terminal).show)
            display.end()
            terminal.message("Restored \(Format.count(report.photos, "photo")).")
            if let kept = report.kept { terminal.message("The previous library is kept as \(kept.display).") }
            return .done
        })
}

extension BackupProgress {
    fileprivate var line: String {
        switch step {
        case .copying: "Copying: \(Format.bytes(done)) of \(Format.bytes(total))"
        case .checking: "Verifying the backup"
        }
    }
}

extension Command {
    static let libraryForget = Command(
        name: "library forget",
        summary: "Remove photos from the library, but not from the disk",
        operands: "PATH...",
        operandKind: .files,
        options: [.library, .yes, .dryRun],
        details: [
            "Removes what the library knows about these photos or folders; the files may be gone already. A folder "
                + "that was indexed by name is no longer refreshed. Photos inside a folder that is still indexed "
                + "come back with the next 'evoke index'.",
            "Tags, albums and other marks are lost with the last copy of a photo, and 'evoke mark undo' does not "
                + "restore them, so this asks first. Save them with 'evoke export xmp' or 'evoke library backup'.",
        ],
        examples: ["evoke library forget ~/Pictures/screenshots", "evoke library forget /media/stick"],
        run: { arguments, terminal in
            let paths = try arguments.operands(1..., or: "Give at least one photo or folder.")
            let library = try await arguments.library(terminal)
            let cards = try await library.photos(under: paths)
            let chosen = SelectedPhotos(
                photos: PhotoSet(cards.map(\.id)), paths: cards.map(\.path), needsConfirmation: true)
            let question =
                "Forget \(cards.isEmpty ? "these folders" : Format.count(cards.count, "photo"))? Their tags, albums, stars and "
                + "captions are lost, too, and cannot be restored."
            guard try chosen.confirm(question, mayBeNone: true, arguments, terminal) else {
                return .done
            }
            var (done, failed) = (0, 0)
            for path in paths {
                do {
                    terminal.message(sentence(try await library.forget(path), path))
                    done += 1
                } catch let error as EvokeError where error.kind == .notFound {
                    terminal.report(error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })

    private static func sentence(_ forgotten: Forgotten, _ path: DiskPath) -> String {
        let rest =
            forgotten.roots.isEmpty
            ? "If a file still exists, the next 'evoke index' adds it again."
            : "No longer indexed: \(forgotten.roots.map(\.display).joined(separator: ", "))."
        return "Forgot \(Format.count(forgotten.photos, "photo")) in '\(path.display)'. \(rest)"
    }
}
