import Evoke
import EvokeClient
import EvokePorts
import EvokeValues
import EvokeWebAPI

extension Command {
    private static let whichPhotos =
        "QUERY is a query as for 'evoke search'; all matches are changed. If it describes what photos show, the matches "
        + "are listed first, and you are asked. With --photos, the arguments are files instead."
    private static let whereMarksAre =
        "Marks are stored in the library, and no photo's file is changed. They follow a photo that is moved, edited or "
        + "copied. Undo with 'evoke mark undo'."

    static let mark = Command.group(
        name: "mark", summary: "Tag, rate, caption or hide photos", bare: .markTag,
        details: ["Without a subcommand, lists the tags, as 'evoke mark tag' does."],
        [.markTag, .markFavorite, .markRate, .markCaption, .markHide, .markUndo])

    private static let markTag = Command(
        name: "mark tag",
        summary: "List tags, add them, or remove them",
        options: [.library, .json],
        details: [
            "Your tags and the keywords in photos, the most frequent first, with the number of photos. 'evoke search "
                + "tag:beach' finds them.",
            "--json prints one object a line: {\"name\", \"count\", \"query\"}.",
        ],
        examples: ["evoke mark tag", "evoke mark tag add beach 'date:2019 at the sea'"],
        subcommands: [.markTagAdd, .markTagRemove],
        run: { arguments, terminal in try await list(\.tags, PhotoTest.keyword, "mark tag", arguments, terminal) })

    private static let markTagAdd = Command(
        name: "mark tag add",
        summary: "Add a tag to photos",
        operands: "TAG QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [whichPhotos, whereMarksAre],
        examples: ["evoke mark tag add beach 'date:2019 at the sea'", "evoke mark tag add scan --photos old/*.tif"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("a tag and the photos")
            return try await MarkRunner("Tagged %", arguments, terminal).run(MarkEdit(adding: [.tag(name)]), after: 1)
        })

    private static let markTagRemove = Command(
        name: "mark tag remove",
        summary: "Remove a tag from photos",
        operands: "TAG QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [whichPhotos, "Keywords inside a photo's file stay, and you are told."],
        examples: ["evoke mark tag remove beach tag:beach"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("a tag and the photos")
            return try await MarkRunner("Untagged %", arguments, terminal)
                .run(MarkEdit(removing: [Mark.tag(name).slot]), after: 1)
        })

    static let album = Command(
        name: "album",
        summary: "List albums, or change what is in them",
        options: [.library, .json],
        details: [
            "The largest first, with the number of photos. 'evoke search album:italy' finds them. An album exists as "
                + "long as a photo is in it.",
            "--json prints one object a line: {\"name\", \"count\", \"query\"}.",
        ],
        examples: ["evoke album", "evoke album add \"Italy 2019\" 'date:2019 place:italy rating:>=3'"],
        subcommands: [.albumAdd, .albumRemove, .albumRename],
        run: { arguments, terminal in try await list(\.albums, PhotoTest.album, "album", arguments, terminal) })

    private static let albumAdd = Command(
        name: "album add",
        summary: "Add photos to an album",
        operands: "ALBUM QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [whichPhotos, whereMarksAre],
        examples: ["evoke album add \"Italy 2019\" 'date:2019 place:italy rating:>=3'"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("an album and the photos")
            return try await MarkRunner("Added % to the album", arguments, terminal).run(
                MarkEdit(adding: [.album(name)]), after: 1)
        })

    private static let albumRemove = Command(
        name: "album remove",
        summary: "Remove photos from an album",
        operands: "ALBUM QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [whichPhotos, "The photos stay where they are. An album without photos is gone."],
        examples: ["evoke album remove \"Italy 2019\" 'album:\"Italy 2019\" rating:rejected'"],
        run: { arguments, terminal in
            let name = try arguments.firstWord("an album and the photos")
            return try await MarkRunner("Removed % from the album", arguments, terminal)
                .run(MarkEdit(removing: [Mark.album(name).slot]), after: 1)
        })

    private static let albumRename = Command(
        name: "album rename",
        summary: "Rename an album",
        operands: "ALBUM NAME",
        operandKind: .text,
        options: [.library],
        details: ["If there is an album of that name already, the two are merged."],
        examples: ["evoke album rename italy \"Italy 2019\""],
        run: { arguments, terminal in
            _ = try arguments.operands(2...2, or: "Give an album and its new name.")
            let names = arguments.words
            let library = try await arguments.library(terminal)
            let photos = try await library.albums.photos(in: names[0])
            let edit = MarkEdit(adding: [.album(names[1])], removing: [Mark.album(names[0]).slot])
            return try await MarkRunner("Renamed the album (%)", arguments, terminal).run(edit, on: photos, library)
        })

    private static let markFavorite = Command(
        name: "mark favorite",
        summary: "Mark favorites",
        operands: "QUERY",
        operandKind: .query,
        options: Option.forMarking + [.removeFavorite],
        details: [whichPhotos, whereMarksAre, "'evoke search is:favorite' finds them."],
        examples: ["evoke mark favorite --photos best.jpg", "evoke mark favorite --remove is:favorite"],
        alias: "favourite",
        run: { arguments, terminal in
            let removes = arguments.has(.removeFavorite)
            let edit = removes ? MarkEdit(removing: [.favorite]) : MarkEdit(adding: [.favorite])
            let done = removes ? "Removed % from favorites" : "Added % to favorites"
            return try await MarkRunner(done, arguments, terminal).run(edit, after: 0)
        })

    private static let markHide = Command(
        name: "mark hide",
        summary: "Hide photos from results",
        operands: "QUERY",
        operandKind: .query,
        options: Option.forMarking + [.unhide],
        details: [
            "Hidden photos are left out of results, counts and lists, unless the query asks for them: 'evoke search "
                + "is:hidden'. No file is moved.",
            whichPhotos + " With --remove, only hidden photos are searched.",
            whereMarksAre,
        ],
        examples: ["evoke mark hide tag:receipt", "evoke mark hide --remove in:2019"],
        run: { arguments, terminal in
            let shows = arguments.has(.unhide)
            let edit = shows ? MarkEdit(removing: [.hidden]) : MarkEdit(adding: [.hidden])
            return try await MarkRunner(shows ? "Unhid %" : "Hid %", arguments, terminal)
                .run(edit, after: 0, amongHidden: shows)
        })

    private static let markRate = Command(
        name: "mark rate",
        summary: "Rate photos with stars",
        operands: "STARS QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [
            "STARS is 0 to 5, or 'rejected'. It overrides the rating in the file; 'none' goes back to the file's "
                + "value.",
            whichPhotos,
            whereMarksAre,
            "'evoke search \"rating:>=4\"' finds them.",
        ],
        examples: ["evoke mark rate 5 --photos best.jpg", "evoke mark rate rejected 'blurred in:2019'"],
        run: { arguments, terminal in
            let word = try arguments.firstWord("how many stars, and the photos")
            let runner = MarkRunner(word == "none" ? "Removed your rating of %" : "Rated %", arguments, terminal)
            if word == "none" { return try await runner.run(MarkEdit(removing: [.rating]), after: 1) }
            guard let stars = word == "rejected" ? -1 : Int(word), (-1...5).contains(stars) else {
                throw UsageError("'\(word)' is not a rating: give 0 to 5, rejected or none.")
            }
            return try await runner.run(MarkEdit(adding: [.rating(stars)]), after: 1)
        })

    private static let markCaption = Command(
        name: "mark caption",
        summary: "Describe photos in your own words",
        operands: "TEXT QUERY",
        operandKind: .query,
        options: Option.forMarking,
        details: [
            "Searches find the words of a caption. It overrides the description in the file; an empty TEXT (\"\") "
                + "goes back to the file's.",
            whichPhotos,
            whereMarksAre,
        ],
        examples: ["evoke mark caption \"Grandma's first flight\" --photos IMG_4711.jpg"],
        run: { arguments, terminal in
            let text = try arguments.firstWord("a text and the photos")
            let edit = text.isBlank ? MarkEdit(removing: [.caption]) : MarkEdit(adding: [.caption(text)])
            let done = text.isBlank ? "Removed the caption of %" : "Captioned %"
            return try await MarkRunner(done, arguments, terminal).run(edit, after: 1)
        })

    private static let markUndo = Command(
        name: "mark undo",
        summary: "Undo the last change of marks or albums",
        options: [.library],
        details: [
            "Repeat it to undo earlier changes, up to a hundred, including those made in the app. For people, use "
                + "'evoke people undo'; for duplicates, 'evoke duplicates --undo'."
        ],
        examples: ["evoke mark undo"],
        run: { arguments, terminal in
            let display = StepDisplay(terminal, every: nil)
            defer { display.end() }
            let library = try await arguments.library(terminal)
            let undone = try await library.marks.undo { display.show("Undoing: \(Format.percent($0))") }
            display.end()
            terminal.message(
                undone.map { "Undid the last change (\(Format.count($0, "photo")))." } ?? "Nothing to undo.")
            if undone != nil { try await writeSidecars(library, terminal) }
            return .done
        })

    private static func list(
        _ values: KeyPath<MarkOverview, [PhotoValue]>, _ test: (String) -> PhotoTest, _ command: String,
        _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        let marks = try await arguments.library(terminal).marks.overview()
        for value in marks[keyPath: values] {
            if arguments.has(.json) {
                try terminal.print(JSONText.of(MarksAnswer.Named(value, test)))
            } else {
                let gap = terminal.resultsAreShown ? "  " : "\t"
                try terminal.print("\(terminal.bold(DiskPath(value.text).display))\(gap)\(value.count)")
            }
        }
        if marks[keyPath: values].isEmpty {
            terminal.message(
                "No \(command.hasSuffix("tag") ? "tags" : "albums") yet. Add one with 'evoke \(command) add NAME QUERY'."
            )
        }
        return .done
    }
}

extension Option {
    fileprivate static let removeFavorite = Option("--remove", "Remove from favorites")
    fileprivate static let unhide = Option("--remove", "Show hidden photos again")
}

extension Arguments {
    fileprivate func firstWord(_ needed: String) throws(UsageError) -> String {
        guard let first = words.first else { throw UsageError("Give \(needed).") }
        return first
    }
}

extension Option {
    static let photos = Option("--photos", "Treat the arguments as files, not as a query")
    static let forMarking: [Option] = [.library, .photos, .literal, .yes, .dryRun]
}

/// Marks the photos of a query.
struct MarkRunner {
    /// "Tagged % as beach": the message afterwards, with % for the photos.
    private let done: String
    private let arguments: Arguments
    private let terminal: Terminal

    init(_ done: String, _ arguments: Arguments, _ terminal: Terminal) {
        (self.done, self.arguments, self.terminal) = (done, arguments, terminal)
    }

    /// Marks the photos that the arguments after the first few select; only hidden ones if `amongHidden`.
    func run(_ edit: MarkEdit, after first: Int, amongHidden: Bool = false) async throws -> ExitCode {
        let paths = Array(arguments.operands.dropFirst(first))
        let text = arguments.words.dropFirst(first).joined(separator: " ")
        guard !paths.isEmpty else {
            throw UsageError("Give a query, or --photos and files.")
        }
        guard arguments.has(.photos) || !text.isBlank else {
            throw UsageError("The query is empty. Describe what the photos show.")
        }
        let library = try await arguments.library(terminal)
        let chosen =
            arguments.has(.photos)
            ? SelectedPhotos(photos: try await library.photos(at: paths), paths: paths, needsConfirmation: false)
            : try await SelectedPhotos(answering: text, amongHidden: amongHidden, in: library, arguments, terminal)
        // Marks belong to a file's content.
        let copies = try await library.marks.copies(of: chosen.photos).count
        let along = copies > 0 ? " with \(copies) exact \(copies == 1 ? "copy" : "copies")" : ""
        let question = "Change the marks of \(Format.count(chosen.photos.count, "photo"))\(along)?"
        guard try chosen.confirm(question, arguments, terminal) else { return .done }
        return try await run(edit, on: chosen.photos, along: along, library)
    }

    /// - Parameter along: which copies are marked as well, shown after the number of photos.
    func run(
        _ edit: MarkEdit, on photos: PhotoSet, along: String = "", _ library: PhotoLibrary
    ) async throws -> ExitCode {
        let count = photos.count
        let display = StepDisplay(terminal, every: nil)
        defer { display.end() }
        let report = try await library.marks.change(photos, edit) {
            display.show("Changing \(Format.count(count, "photo")): \(Format.percent($0))")
        }
        display.end()
        let same = count - report.changed - report.unread
        let others = same > 0 ? "; \(same) unchanged" : ""
        terminal.message(
            report.changed > 0
                ? "\(done.replacing("%", with: Format.count(report.changed, "photo") + along))\(others). Undo with 'evoke mark undo'."
                : "Nothing to change.")
        if report.unread > 0 {
            terminal.message("Skipped \(Format.count(report.unread, "photo")) that 'evoke index' has not read yet.")
        }
        if report.changed > 0 { try await Command.writeSidecars(library, terminal) }
        try await reportKeptKeywords(of: edit, on: photos, library)
        return .done
    }

    /// Evoke does not remove what is in a file.
    private func reportKeptKeywords(of edit: MarkEdit, on photos: PhotoSet, _ library: PhotoLibrary) async throws {
        for case .tag(let name) in edit.removing {
            let left = try await library.photos(meeting: .test(.keyword(name))).intersection(photos).count
            guard left > 0 else { continue }
            let have = left == 1 ? "has" : "have"
            terminal.message(
                "\(Format.count(left, "photo")) \(have) this keyword in the file itself, which Evoke does not change.")
        }
    }
}
