import Evoke
import EvokeClient
import EvokeValues
import EvokeWebAPI

extension Command {
    private static let whichPhotos =
        "QUERY is one of 'evoke search': all photos that fit it are meant, also where it has dates, places or people in it. "
        + "What words or like: have chosen is listed and asked about first. With --photos, the words are files instead."
    private static let whatItIs =
        "It is kept in the library, and no photo's file is changed. It moves with a photo, copies have it, too, and an "
        + "edited photo keeps it. 'evoke undo' takes the last change back."

    static let tag = Command(
        name: "tag",
        summary: "List the tags of photos, add some, or take them away",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [
            "Tags of your own and the keywords that photos bring with them, the most frequent first, and how many photos "
                + "have each. 'evoke search tag:beach' finds them.",
            "--json prints one object a line: {\"name\", \"count\", \"query\"}.",
        ],
        examples: ["evoke tag", "evoke tag add beach 'date:2019 at the sea'"],
        subcommands: [.tagAdd, .tagRemove],
        run: { arguments, terminal in try await list(\.tags, PhotoTest.keyword, "tag", arguments, terminal) })

    private static let tagAdd = Command(
        name: "tag add",
        summary: "Give photos a tag",
        operands: "TAG QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [whichPhotos, whatItIs],
        examples: ["evoke tag add beach 'date:2019 at the sea'", "evoke tag add scan --photos old/*.tif"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("a tag and the photos", of: "tag add")
            return try await Marking("tag add", arguments, terminal).run(MarkEdit(adding: [.tag(name)]), after: 1)
        })

    private static let tagRemove = Command(
        name: "tag remove",
        summary: "Take a tag away from photos",
        operands: "TAG QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [whichPhotos, "A keyword that is in a photo's file stays there, and that is said."],
        examples: ["evoke tag remove beach tag:beach"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("a tag and the photos", of: "tag remove")
            return try await Marking("tag remove", arguments, terminal)
                .run(MarkEdit(removing: [Mark.tag(name).slot]), after: 1)
        })

    static let album = Command(
        name: "album",
        summary: "List the albums, or change what is in them",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [
            "The largest first, and how many photos are in each. 'evoke search album:italy' finds them. An album is there "
                + "for as long as a photo is in it.",
            "--json prints one object a line: {\"name\", \"count\", \"query\"}.",
        ],
        examples: ["evoke album", "evoke album add \"Italy 2019\" 'date:2019 place:italy rating:>=3'"],
        subcommands: [.albumAdd, .albumRemove, .albumRename],
        run: { arguments, terminal in try await list(\.albums, PhotoTest.album, "album", arguments, terminal) })

    private static let albumAdd = Command(
        name: "album add",
        summary: "Put photos into an album",
        operands: "ALBUM QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [whichPhotos, whatItIs],
        examples: ["evoke album add \"Italy 2019\" 'date:2019 place:italy rating:>=3'"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("an album and the photos", of: "album add")
            return try await Marking("album add", arguments, terminal).run(MarkEdit(adding: [.album(name)]), after: 1)
        })

    private static let albumRemove = Command(
        name: "album remove",
        summary: "Take photos out of an album",
        operands: "ALBUM QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [whichPhotos, "The photos stay where they are; the last one takes the album with it."],
        examples: ["evoke album remove \"Italy 2019\" 'album:\"Italy 2019\" rating:rejected'"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("an album and the photos", of: "album remove")
            return try await Marking("album remove", arguments, terminal)
                .run(MarkEdit(removing: [Mark.album(name).slot]), after: 1)
        })

    private static let albumRename = Command(
        name: "album rename",
        summary: "Give an album another name",
        operands: "ALBUM NAME",
        operandKind: .text,
        options: [.library],
        details: ["Where there is an album of that name, both become one."],
        examples: ["evoke album rename italy \"Italy 2019\""],
        run: { arguments, terminal in
            guard arguments.operands.count == 2 else {
                throw UsageError("Name an album, and what it is to be called.", of: "album rename")
            }
            let names = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let photos = try await PhotoLibrary.photos(
                inAlbum: names[0], places, upgrading: UpgradeDisplay(terminal).show)
            let edit = MarkEdit(adding: [.album(names[1])], removing: [Mark.album(names[0]).slot])
            return try await Marking("album rename", arguments, terminal).run(edit, on: photos, places)
        })

    static let favourite = Command(
        name: "favourite",
        summary: "Say which photos are your favourites",
        operands: "QUERY",
        operandKind: .query,
        options: Option.ofMarking + [.notFavourite],
        details: [whichPhotos, whatItIs, "'evoke search is:favourite' finds them."],
        examples: ["evoke favourite --photos best.jpg", "evoke favourite --remove is:favourite"],
        run: { arguments, terminal in
            let edit =
                arguments.has(.notFavourite)
                ? MarkEdit(removing: [.favourite]) : MarkEdit(adding: [.favourite])
            return try await Marking("favourite", arguments, terminal).run(edit, after: 0)
        })

    static let hide = Command(
        name: "hide",
        summary: "Have photos left out of every answer",
        operands: "QUERY",
        operandKind: .query,
        options: Option.ofMarking + [.shownAgain],
        details: [
            "A hidden photo comes in no answer, no count and no stack, and in no list of days, people or copies, unless the query "
                + "asks for it: 'evoke search is:hidden'. It is indexed all the same, and 'evoke status' counts it. No file is moved.",
            whichPhotos + " With --remove, only hidden photos are looked for.", whatItIs,
        ],
        examples: ["evoke hide tag:receipt", "evoke hide --remove in:2019"],
        run: { arguments, terminal in
            let marking = Marking("hide", arguments, terminal)
            guard arguments.has(.shownAgain) else {
                return try await marking.run(MarkEdit(adding: [.hidden]), after: 0)
            }
            return try await marking.run(MarkEdit(removing: [.hidden]), after: 0, amongHidden: true)
        })

    static let rate = Command(
        name: "rate",
        summary: "Give photos stars",
        operands: "STARS QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [
            "STARS are 0 to 5, or 'rejected'. They count before those in a photo's file; 'none' lets the file speak again.",
            whichPhotos, whatItIs, "'evoke search \"rating:>=4\"' finds them.",
        ],
        examples: ["evoke rate 5 --photos best.jpg", "evoke rate rejected 'blurred in:2019'"],
        run: { arguments, terminal in
            let word = try arguments.firstWord("how many stars, and the photos", of: "rate")
            let marking = Marking("rate", arguments, terminal)
            if word == "none" { return try await marking.run(MarkEdit(removing: [.rating]), after: 1) }
            guard let stars = word == "rejected" ? -1 : Int(word), (-1...5).contains(stars) else {
                throw UsageError("'\(word)' is no rating: 0 to 5, rejected, or none.", of: "rate")
            }
            return try await marking.run(MarkEdit(adding: [.rating(stars)]), after: 1)
        })

    static let caption = Command(
        name: "caption",
        summary: "Say what photos show, in words of your own",
        operands: "TEXT QUERY",
        operandKind: .query,
        options: Option.ofMarking,
        details: [
            "Searches find the words of a caption. It counts in place of the description in a photo's file; an empty TEXT, "
                + "in quotes, lets the file speak again.",
            whichPhotos, whatItIs,
        ],
        examples: ["evoke caption \"Grandma's first flight\" --photos IMG_4711.jpg"],
        run: { arguments, terminal in
            let text = try arguments.firstWord("a text and the photos", of: "caption")
            let edit = text.isBlank ? MarkEdit(removing: [.caption]) : MarkEdit(adding: [.caption(text)])
            return try await Marking("caption", arguments, terminal).run(edit, after: 1)
        })

    static let undo = Command(
        name: "undo",
        summary: "Take back the last change of tags, albums, favourites, stars, captions or hidden photos",
        operands: "",
        operandKind: .nothing,
        options: [.library],
        details: [
            "Each time, the change before it; the last hundred can be taken back, also those that were made in the app. What was "
                + "said of people has 'evoke people undo', and 'evoke duplicates --undo' brings back what was put away."
        ],
        examples: ["evoke undo"],
        run: { arguments, terminal in
            let display = StepDisplay(terminal, saidEvery: nil)
            defer { display.end() }
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let undone = try await PhotoLibrary.undoMarks(places, upgrading: UpgradeDisplay(terminal).show) {
                display.show("Taking it back: \(Amount.percent($0))")
            }
            display.end()
            terminal.say(
                undone.map { "Took it back, for \(Amount.of($0, "photo"))." } ?? "There is nothing to take back.")
            if undone != nil { try await writeSidecars(places, terminal) }
            return .done
        })

    private static func list(
        _ values: KeyPath<MarkOverview, [PhotoValue]>, _ test: (String) -> PhotoTest, _ thing: String,
        _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        let marks = try await PhotoLibrary.marks(
            LibraryConfiguration(library: arguments.path(.library)), upgrading: UpgradeDisplay(terminal).show)
        for value in marks[keyPath: values] {
            if arguments.has(.json) {
                try terminal.print(JSONText.of(MarksAnswer.Named(value, test)))
            } else {
                let gap = terminal.resultsAreShown ? "  " : "\t"
                try terminal.print("\(terminal.bold(FilePath(value.text).display))\(gap)\(value.count)")
            }
        }
        if marks[keyPath: values].isEmpty {
            terminal.say("There is none yet. 'evoke \(thing) add NAME QUERY' makes one.")
        }
        return .done
    }
}

extension Option {
    fileprivate static let notFavourite = Option("--remove", .flag, "They are favourites no longer")
    fileprivate static let shownAgain = Option("--remove", .flag, "They are hidden no longer")
}

extension Arguments {
    fileprivate func firstWord(_ needed: String, of command: String) throws(UsageError) -> String {
        guard let first = operands.first else { throw UsageError("Give \(needed).", of: command) }
        return String(decoding: first.bytes, as: UTF8.self)
    }
}
