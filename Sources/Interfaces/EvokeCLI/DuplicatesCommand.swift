import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    static let exact = Option("--exact", .flag, "Show exact copies: files that hold the same")
    static let same = Option("--same", .flag, "Show the same picture: turned, smaller, saved again, cut a little")
    static let burst = Option("--burst", .flag, "Show different shots of one moment")
}

extension Command {
    static let duplicates = Command(
        name: "duplicates",
        summary: "List copies, the same picture, and shots of one moment, and put them away",
        operands: "[QUERY]",
        operandKind: .query,
        options: [
            .library, .root, .model, .variant, .precision, .exact, .same, .burst, .trash, .merge, .link, .script, .yes,
            .dryRun, .undo, .json,
        ],
        details: [
            "Lists groups of photos of which one is enough, the one to keep first. With QUERY, only the photos that it "
                + "finds are compared. Without one of --exact, --same and --burst, all three are shown.",
            "Exact copies hold the same bytes. The same picture may be turned, smaller, saved again, in grey, "
                + "lighter or darker, have a line of text on it, or up to a tenth of its width and height cut off. A mirror "
                + "image is another picture. Two shots are never the same picture where the camera says that they are of "
                + "different seconds. A burst is shots within five seconds that look alike, or photos without a date that do.",
            "Beside the photo to keep is what it has over any of the others, and beside those what it has over them. A "
                + "raw file and its JPEG are one photo.",
            "Evoke deletes nothing. --trash moves what is not kept to the trash of its own disk, with its raw file, "
                + "its film and its sidecars, and leaves a photo whose raw file or film has no copy; --link has exact copies "
                + "share their room, as two names of one file where the disk cannot do it otherwise; --script prints a "
                + "shell script instead. Both ask first. Without a kind, --trash and --script take exact copies and the same "
                + "pictures: bursts go where --burst is said. Right before, each photo is looked at once more, exact copies "
                + "byte by byte: one that has changed, or whose root is not there, is left. --undo puts back what the last "
                + "run put away.",
            "What you said in Evoke of a photo that goes to the trash is said of the one that stays: it is a favourite, has the "
                + "tags and is in the albums of both, and gets stars and a caption where it has none of yours; --undo takes "
                + "that back as well. So the same picture may stay whichever has your marks; of a burst, a favourite is the "
                + "one to keep. A script takes no marks along.",
            "With --merge, what a photo that goes says in its file and its sidecars is added to the sidecar of what stays, too: "
                + "keywords, and rating, title, description, date and place where it has none. No photo's file is written "
                + "to, and nothing that a sidecar says is changed; --undo puts the sidecar back as well.",
            "Photos are made ready for this when they are indexed. --json prints one group a line: {\"kind\": \"exact\" | "
                + "\"same\" | \"burst\", \"photos\": [{\"path\", \"keep\", \"reason\", \"bytes\", \"width\", "
                + "\"height\"}]}.",
        ],
        examples: [
            "evoke duplicates", "evoke duplicates --same --json", "evoke duplicates --burst date:2024",
            "evoke duplicates --trash in:Downloads", "evoke duplicates --trash --merge", "evoke duplicates --undo",
        ],
        fields: QueryField.all,
        run: { arguments, terminal in
            let tidying = Tidying(arguments, terminal)
            let chosen = [(Option.exact, DuplicateGroup.Kind.exact), (.same, .same), (.burst, .burst)]
                .filter { arguments.has($0.0) }.map(\.1)
            let kinds = chosen.isEmpty ? tidying.usualKinds : Set(chosen)
            try tidying.check(kinds)
            let library = try await PhotoLibrary.open(
                arguments.placesWithRoots(terminal), access: tidying.changesLibrary ? .write : .read,
                model: arguments.model(), precision: arguments.precision(), notify: IndexBuildDisplay(terminal).show,
                upgrading: UpgradeDisplay(terminal).show)
            keepUntilTheEnd(library)
            terminal.say(setbackOf: library.engine)
            if arguments.has(.undo) { return try await tidying.undo(library) }
            let groups = try await groups(kinds, in: library, arguments, terminal)
            if arguments.has(.script) {
                try await tidying.print(scriptFor: groups, library)
            } else {
                try show(groups, isJSON: arguments.has(.json), terminal)
            }
            let unready = kinds == [.exact] ? 0 : try await library.photosNotCompared()
            if unready > 0 {
                let subject = unready == 1 ? "One photo was" : "\(unready) photos were"
                terminal.say("\(subject) not compared yet, but for exact copies. Run 'evoke index'.")
            }
            return try await tidying.run(groups, library)
        })

    private static func groups(
        _ kinds: Set<DuplicateGroup.Kind>, in library: PhotoLibrary, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> [DuplicateGroup] {
        let query = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: " ")
        var photos: Set<PhotoID>?
        if !query.isBlank {
            photos = try await library.photos(answering: library.read(query, now: .now, isLiteral: false).query)
        }
        return try await library.duplicates(kinds, among: photos)
    }

    private static func show(_ groups: [DuplicateGroup], isJSON: Bool, _ terminal: Terminal) throws {
        let form = DuplicatesForm(terminal)
        for group in groups {
            if isJSON {
                try terminal.print(JSONText.of(DuplicatesAnswer(group)))
            } else {
                try form.print(group)
            }
        }
        if !isJSON { form.say(totalOf: groups) }
    }
}
