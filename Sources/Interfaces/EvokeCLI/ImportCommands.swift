import Evoke
import EvokeSystem
import EvokeValues

extension Option {
    fileprivate static let database = Option(
        "--from", .file("FILE"), "rclip's database (default: ~/.local/share/rclip/db.sqlite3)")
}

extension Command {
    static let importing = Command.group(
        name: "import", summary: "Take over what another program made of your photos",
        [.importRclip, .importTakeout, .importImmich])

    static let importRclip = Command(
        name: "import rclip",
        summary: "Index photos that rclip knows, and keep its vectors",
        operands: "[PATH...]",
        operandKind: .files,
        options: [.database, .library, .model, .variant, .precision],
        details: [
            "Indexes these folders, or all those with photos that rclip knows, as 'evoke index' does: dates, places, thumbnails. "
                + "Photos that are as rclip saw them keep its vectors, and are not encoded again. rclip's database is only "
                + "read.",
            "Vectors fit only the model that made them. rclip 3 uses the model 'clip-vit-b-32-256-rclip', which "
                + "'evoke models pull' fetches. The first sixteen photos are encoded and compared: where rclip's vectors are "
                + "another model's, all photos are encoded. So are raw files, and photos that lie on their side.",
            "The texts in photos are read by the next 'evoke index', or by 'evoke serve'.",
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
                ?? { throw UsageError("Say where rclip's database is with --from.", of: "import rclip") }()
            let report = try await imported(arguments, terminal) { library, notify in
                try await library.importRclip(database, arguments.operands, notify: notify)
            }
            terminal.say(report.index.summary())
            terminal.say(report.words)
            return report.index.code(namesRoots: true)
        })

    static let importTakeout = Command(
        name: "import takeout",
        summary: "Index what Google Takeout gave you, with favourites and albums",
        operands: "PATH...",
        operandKind: .files,
        options: [.library, .model, .variant, .precision],
        details: [
            "PATH is the unpacked folder. Its photos are indexed as 'evoke index' does, which also reads dates, places, "
                + "descriptions and names of people from Takeout's JSON beside each photo. Then favourites become your "
                + "favourites, and albums your albums. What is there already stays, so this may be done again with the next "
                + "part of an export.",
            "'evoke undo' takes the favourites back, and then one album each time. The texts in photos are read by the next "
                + "'evoke index', or by 'evoke serve'.",
        ],
        examples: ["evoke import takeout ~/Downloads/Takeout"],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else {
                throw UsageError("Name the folder that Takeout's archive was unpacked into.", of: "import takeout")
            }
            let report = try await imported(arguments, terminal) { library, notify in
                try await library.importTakeout(arguments.operands, notify: notify)
            }
            terminal.say(report.index.summary())
            let albums = report.albums.map { FilePath($0).display }.joined(separator: ", ")
            terminal.say(
                "Taken over: \(Amount.of(report.favourites, "favourite")), \(Amount.of(report.albums.count, "album"))"
                    + (albums.isEmpty ? "." : " (\(albums))."))
            try await writeSidecars(arguments.places(), terminal)
            return report.index.code(namesRoots: true)
        })

    /// Does it in the library that is named, with its progress, until the user has had enough.
    private static func imported<Report: Sendable>(
        _ arguments: Arguments, _ terminal: Terminal,
        _ work: @escaping @Sendable (PhotoLibrary, @escaping @Sendable (IndexEvent) -> Void) async throws -> Report
    ) async throws -> Report {
        let library = try await PhotoLibrary.open(
            arguments.places(), access: .write, model: arguments.model(), precision: arguments.precision(),
            upgrading: UpgradeDisplay(terminal).show)
        terminal.say(setbackOf: library.engine)
        let display = ProgressDisplay(terminal)
        let run = Task { try await work(library) { display.show($0) } }
        let interruption = Interruption { _ in run.cancel() }
        defer { interruption.end() }
        let report = try await run.value
        try await library.close()
        display.finish()
        return report
    }
}

extension ImportReport {
    fileprivate var words: String {
        if isOfAnotherModel { return "rclip's vectors are not those of this model; photos were encoded." }
        return taken == 0 ? "No photo needed a vector of rclip's." : "\(Amount.of(taken, "photo")) kept rclip's vector."
    }
}
