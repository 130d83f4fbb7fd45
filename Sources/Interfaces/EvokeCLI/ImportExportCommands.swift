import Evoke
import EvokeSystem
import EvokeValues

extension Option {
    fileprivate static let database = Option(
        "--from", .file("FILE"), "rclip's database (default: ~/.local/share/rclip/db.sqlite3)")
}

extension Command {
    static let importGroup = Command.group(
        name: "import", summary: "Import data from other photo programs",
        [.importRclip, .importTakeout, .importImmich])

    static let importRclip = Command(
        name: "import rclip",
        summary: "Index the photos that rclip knows, reusing its vectors",
        operands: "[PATH...]",
        operandKind: .files,
        options: [.database, .library, .model, .variant, .precision],
        details: [
            "Indexes these folders, or all that rclip knows. Unchanged photos keep rclip's vectors if these are from "
                + "the library's model; otherwise they are computed. rclip's database is only read.",
            "rclip 3 uses the model 'clip-vit-b-32-256-rclip'; 'evoke models download' gets it.",
        ],
        examples: [
            "evoke import rclip --model clip-vit-b-32-256-rclip",
            "evoke import rclip --from /media/stick/rclip/db.sqlite3 ~/Pictures",
        ],
        run: { arguments, terminal in
            let database =
                try arguments.path(.database)
                ?? LibraryConfiguration.processVariable("RCLIP_DATADIR")?.appending("db.sqlite3")
                ?? LibraryConfiguration.processVariable("HOME")?.appending(".local/share/rclip/db.sqlite3")
                ?? { throw UsageError("Give rclip's database with --from.") }()
            let report = try await imported(arguments, terminal) { library, notify in
                try await library.importRclip(database, arguments.operands, notify: notify)
            }
            terminal.message(report.index.summary())
            terminal.message(report.words)
            return report.index.code(namesRoots: true)
        })

    static let importTakeout = Command(
        name: "import takeout",
        summary: "Index a Google Takeout export, with favorites and albums",
        operands: "PATH...",
        operandKind: .files,
        options: [.library, .model, .variant, .precision],
        details: [
            "PATH is the unpacked folder. Dates, locations, descriptions and names of people are read from Takeout's "
                + "JSON files; favorites and albums become yours. Safe to repeat with the next part of an export.",
            "'evoke mark undo' takes back the favorites, then one album at a time.",
        ],
        examples: ["evoke import takeout ~/Downloads/Takeout"],
        run: { arguments, terminal in
            let folders = try arguments.operands(1..., or: "Give the folder of the unpacked Takeout archive.")
            let report = try await imported(arguments, terminal) { library, notify in
                try await library.importTakeout(folders, notify: notify)
            }
            terminal.message(report.index.summary())
            let albums = report.albums.map { DiskPath($0).display }.joined(separator: ", ")
            terminal.message(
                "Imported \(Format.count(report.favorites, "favorite")) and \(Format.count(report.albums.count, "album"))"
                    + (albums.isEmpty ? "." : " (\(albums))."))
            try await writeSidecars(arguments.library(terminal), terminal)
            return report.index.code(namesRoots: true)
        })

    /// Runs an import, with progress, until it is done or interrupted.
    private static func imported<Report: Sendable>(
        _ arguments: Arguments, _ terminal: Terminal,
        _ work: @escaping @Sendable (PhotoLibrary, @escaping @Sendable (IndexEvent) -> Void) async throws -> Report
    ) async throws -> Report {
        let library = try await PhotoLibrary.open(
            arguments.configuration(), access: .write, model: arguments.model(), precision: arguments.precision(),
            upgrading: UpgradeDisplay(terminal).show)
        try await terminal.reportSetback(of: library.engine)
        let display = ProgressDisplay(terminal)
        let report = try await untilInterrupted { try await work(library) { display.show($0) } }
        try await library.close()
        display.finish()
        return report
    }
}

extension ImportReport {
    fileprivate var words: String {
        if isOfAnotherModel { return "rclip's vectors are from another model, so all were computed." }
        return taken == 0
            ? "None of rclip's vectors was needed." : "Reused rclip's vectors for \(Format.count(taken, "photo"))."
    }
}

extension Option {
    fileprivate static let user = Option("--user", .text("EMAIL"), "The Immich user, if several have photos")
}

extension Command {
    private static let mostNamed = 10

    static let importImmich = Command(
        name: "import immich",
        summary: "Import albums, favorites, captions and people from Immich",
        operands: "FILE",
        operandKind: .files,
        options: [.user, .library],
        details: [
            "FILE is a dump of Immich's database. Immich makes one every night in its folder 'backups' "
                + "(immich-db-backup-...sql.gz); or run: docker exec immich_postgres pg_dump -U postgres immich > "
                + "immich.sql. No server has to run.",
            "Index the photos first with 'evoke index'. They are found by size and checksum, whatever their names; "
                + "for Immich's external libraries, by name, size and folders.",
            "Albums, favorites, stars, descriptions and tags are added; photos in the locked folder are hidden; "
                + "archived and deleted ones are not. Faces get their names if people are on. What you set in Evoke "
                + "stays.",
            "Safe to repeat. Undo with 'evoke mark undo'; for names, 'evoke people undo'.",
        ],
        examples: [
            "evoke import immich /srv/immich/backups/immich-db-backup-1764120000000.sql.gz",
            "evoke import immich immich.sql --user anna@example.org",
        ],
        run: { arguments, terminal in
            let dump = try arguments.operands(1...1, or: "Give the dump of Immich's database.")[0]
            let display = StepDisplay(terminal)
            defer { display.end() }
            let library = try await arguments.library(terminal)
            let report = try await library.importImmich(dump, user: arguments.text(.user)) { error in
                display.end()
                terminal.report(error)
            } notify: { progress in
                display.show(progress.words)
            }
            display.end()
            report.printSummary(to: terminal, naming: mostNamed)
            try await writeSidecars(library, terminal)
            return .of(done: report.photos, failed: report.missed.count { $0.reason == .unreadable })
        })
}

extension ImmichProgress {
    fileprivate var words: String {
        switch self {
        case .reading(let done, let total):
            "Reading the dump: " + Format.bytes(done) + (total > 0 ? " of \(Format.bytes(total))" : "")
        case .comparing(let done, let total): "Comparing: \(done) of \(Format.count(total, "photo"))"
        }
    }
}

extension ImmichImport {
    fileprivate func printSummary(to terminal: Terminal, naming most: Int) {
        let names = albums.map { DiskPath($0).display }.joined(separator: ", ")
        let parts = [
            Format.count(favorites, "favorite"),
            Format.count(albums.count, "album") + (names.isEmpty ? "" : " (\(names))"),
            Format.count(captions, "caption"), "\(Format.count(ratings, "rating"))",
            "tags for \(Format.count(tagged, "photo"))", "names for \(Format.count(people?.faces ?? 0, "face"))",
        ]
        terminal.message(
            "Found \(Format.count(photos, "photo")) of Immich's in the library. Imported: "
                + parts.joined(separator: ", ") + (hidden > 0 ? "; \(Format.count(hidden, "photo")) hidden." : "."))
        if people == nil, namedFaces > 0 {
            let have = namedFaces == 1 ? "has" : "have"
            terminal.message(
                "\(Format.count(namedFaces, "face")) \(have) a name in Immich, but people are off here. Run 'evoke people on', "
                    + "and import again.")
        }
        if let differing = people?.differing, differing > 0 {
            let have = differing == 1 ? "has" : "have"
            terminal.message("\(Format.count(differing, "face")) \(have) another name here; not changed.")
        }
        for (reason, why) in [
            (Miss.absent, "not in the library"), (.uncertain, "ambiguous: several photos match"),
            (.unreadable, "not compared, because a photo cannot be read"),
        ] {
            let paths = missed.filter { $0.reason == reason }.map(\.path)
            guard !paths.isEmpty else { continue }
            terminal.message(
                "\(Format.count(paths.count, "photo")) of Immich's \(paths.count == 1 ? "is" : "are") \(why):")
            for path in paths.prefix(most) { terminal.message("  \(path.display)") }
            if paths.count > most { terminal.message("  and \(paths.count - most) more") }
        }
        guard photos == 0, !missed.isEmpty else { return }
        terminal.message("Index the photos first: 'evoke index FOLDER'.")
    }
}

extension Command {
    static let exportGroup = Command.group(
        name: "export", summary: "Write your marks to files for other programs", [.exportXMP])

    private static let exportXMP = Command(
        name: "export xmp",
        summary: "Write tags, stars, captions, favorites and albums to sidecars",
        options: [.library],
        details: [
            "Your marks are written to the .xmp file beside each photo, where digiKam, darktable and Lightroom read "
                + "them. Photos are not changed. If a photo or its sidecar already has other stars or another "
                + "description, both stay, and you are told.",
            "Favorites become picked photos, and albums become collections (MWG). For names of people, use 'evoke "
                + "people export'. 'evoke config write-xmp on' writes every change as you make it.",
        ],
        examples: ["evoke export xmp"],
        run: { arguments, terminal in
            let marks = try await arguments.library(terminal).marks
            let report = try await withPhotoProgress(terminal) { try await marks.export(failed: $0, notify: $1) }
            terminal.message(
                report.photos == 0
                    ? "Nothing to write: all your marks are already in the sidecars."
                    : "Wrote the sidecars of \(Format.count(report.photos, "photo")).")
            report.reportConflicts(terminal)
            return .of(done: report.photos, failed: report.failed)
        })
}

extension Command {
    /// Runs work on many photos and their sidecars, with progress and errors.
    static func withPhotoProgress<Report>(
        _ terminal: Terminal,
        _ work: (_ failed: (EvokeError) -> Void, _ shown: (ExchangeProgress) -> Void) async throws -> Report
    ) async throws -> Report {
        let display = StepDisplay(terminal)
        defer { display.end() }
        return try await work { error in
            display.end()
            terminal.report(error)
        } _: { progress in
            display.show("\(progress.done) of \(Format.count(progress.total, "photo"))")
        }
    }
}
