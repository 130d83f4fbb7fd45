import Evoke
import EvokeValues

extension Option {
    fileprivate static let user = Option(
        "--user", .text("EMAIL"), "Whose photos they are in Immich, where several users have some")
}

extension Command {
    /// So many photos that were left are named.
    private static let mostNamed = 10

    static let importImmich = Command(
        name: "import immich",
        summary: "Take over albums, favourites, captions and people from Immich",
        operands: "FILE",
        operandKind: .files,
        options: [.user, .library],
        details: [
            "FILE is a dump of Immich's database. Immich makes one each night, in the folder 'backups' where it keeps "
                + "uploads: immich-db-backup-...sql.gz. Or make one: docker exec immich_postgres pg_dump -U postgres immich "
                + "> immich.sql. No server has to run, and nothing is sent anywhere.",
            "Albums, favourites, stars, descriptions and tags become yours here, and what is in the locked folder is "
                + "hidden. Where people are on ('evoke people on'), faces get their names, too. What photos say already is "
                + "left out, and stars, captions and names that you have given here stay. What is archived or in the trash "
                + "there is not hidden or taken away here.",
            "Photos have to be in the library: run 'evoke index' first. They are known by what they hold, wherever they "
                + "lie and whatever they are called: photos with the right number of bytes are read, and compared with the "
                + "checksum that Immich keeps. Of its external libraries it keeps none: there name, size and the nearest "
                + "folders have to fit, and where several do, the photo is left.",
            "It may be done again. 'evoke undo' takes back all but the names of people, and 'evoke people undo' those.",
        ],
        examples: [
            "evoke import immich /srv/immich/backups/immich-db-backup-1764120000000.sql.gz",
            "evoke import immich immich.sql --user anna@example.org",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count == 1 else {
                throw UsageError("Name the dump of Immich's database.", of: "import immich")
            }
            let display = StepDisplay(terminal)
            defer { display.end() }
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let report = try await PhotoLibrary.importImmich(
                arguments.operands[0], user: arguments.text(.user), places, upgrading: UpgradeDisplay(terminal).show
            ) { error in
                display.end()
                terminal.say(error: error)
            } notify: { progress in
                display.show(progress.words)
            }
            display.end()
            report.say(terminal, naming: mostNamed)
            try await writeSidecars(places, terminal)
            return .of(done: report.photos, failed: report.missed.count { $0.reason == .unreadable })
        })
}

extension ImmichProgress {
    fileprivate var words: String {
        switch self {
        case .reading(let done, let total):
            "reading the dump: " + Amount.ofBytes(done) + (total > 0 ? " of \(Amount.ofBytes(total))" : "")
        case .comparing(let done, let total): "comparing: \(done) of \(Amount.of(total, "photo"))"
        }
    }
}

extension ImmichImport {
    fileprivate func say(_ terminal: Terminal, naming most: Int) {
        let names = albums.map { FilePath($0).display }.joined(separator: ", ")
        let parts = [
            Amount.of(favourites, "favourite"), Amount.of(albums.count, "album") + (names.isEmpty ? "" : " (\(names))"),
            Amount.of(captions, "caption"), "stars of \(Amount.of(ratings, "photo"))",
            "tags of \(Amount.of(tagged, "photo"))", Amount.of(people?.faces ?? 0, "name") + " of faces",
        ]
        terminal.say(
            "Immich tells of \(Amount.of(photos, "photo")) in the library. Taken over: "
                + parts.joined(separator: ", ") + (hidden > 0 ? "; \(Amount.of(hidden, "photo")) hidden." : "."))
        if people == nil, namedFaces > 0 {
            let have = namedFaces == 1 ? "has" : "have"
            terminal.say(
                "\(Amount.of(namedFaces, "face")) \(have) a name there, and people are off here: turn them on with "
                    + "'evoke people on', and import again.")
        }
        if let differing = people?.differing, differing > 0 {
            let have = differing == 1 ? "has" : "have"
            terminal.say("\(Amount.of(differing, "face")) \(have) another name here, which stays.")
        }
        for (reason, why) in [
            (Miss.absent, "not in the library"), (.uncertain, "one of several that it may be"),
            (.unreadable, "not to be compared, since a photo cannot be read"),
        ] {
            let paths = missed.filter { $0.reason == reason }.map(\.path)
            guard !paths.isEmpty else { continue }
            terminal.say(
                "\(Amount.of(paths.count, "photo")) of Immich's \(paths.count == 1 ? "is" : "are") \(why):")
            for path in paths.prefix(most) { terminal.say("  \(path.display)") }
            if paths.count > most { terminal.say("  and \(paths.count - most) more") }
        }
        guard photos == 0, !missed.isEmpty else { return }
        terminal.say("Index the photos first: 'evoke index FOLDER'.")
    }
}
