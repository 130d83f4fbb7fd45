import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let literal = Option("--literal", "Don't interpret dates, places and people in plain words")
    static let explain = Option("--explain", "Print how QUERY is read, without searching")
    static let resident = Option(
        "--resident", "Keep a server in the background for ten minutes (see 'evoke config resident')")
    static let all = Option("--all", "Show weaker matches, too, up to --top")
    static let scores = Option("--scores", "Show scores instead of what matched")
    static let batch = Option("--batch", .file("FILE"), "Run the queries in FILE, one a line ('-': standard input)")
}

extension Command {
    static let search = Command(
        name: "search",
        summary: "Find photos by a description",
        operands: "QUERY",
        operandKind: .query,
        options: [
            .library, .root, .vectors, .model, .variant, .precision, .top, .all, .scores, .json, .paths, .null, .batch,
            .literal, .explain, .save, .saved, .resident,
        ],
        details: [
            "Quotes are not needed around several words. The starter model understands about 100 languages.",
            "FIELD:VALUE filters the results. '-' before a word or field excludes it, '|' between values means "
                + "\"or\", OR and parentheses combine larger parts, and '..', '>=' and '<' make ranges. Text in "
                + "quotes must be written somewhere: in a name, title or keyword. If a query has quotes, "
                + "parentheses, '|', '<' or '>', put all of it in single quotes.",
            "Words are also looked up in names, titles, descriptions and keywords, and in text in photos. A query of "
                + "fields only lists the newest photos first.",
            "Dates, places and people in plain words are understood (last summer, in Lisbon, Anna), and you are "
                + "told; --literal turns this off. --explain shows how a query is read.",
            "Only matches are shown, with the number of weaker ones; --all shows these, too. If nothing matches, the "
                + "three closest are named. A column says what matched: the image itself (\"seen\"), name, text, "
                + "place or person. With --scores, and in a pipe, it is the score: the cosine between query and "
                + "photo, comparable only within one query.",
            "--json prints objects as the server's /api/search does (docs/api.md), with weaker matches; each has "
                + "'fits'. 'took_ms' leaves out loading the model.",
            "With --batch, an invalid line gives an error in its place, and the exit code is 3.",
        ],
        examples: [
            "evoke search a dog on the beach",
            "evoke search --top 3 --json \"rotes Auto\"",
            "evoke search 'dog -crowd date:2019..2021 rating:>=4 camera:x100 sort:newest'",
            "evoke search -0 flowers | xargs -0 cp -t ~/chosen",
            "evoke search --save \"Last week\" 'rating:>=4 last week'",
            "evoke search --saved \"Last week\"",
        ],
        fields: QueryField.all,
        run: { arguments, terminal in
            let batch = try await Queries.read(arguments, terminal)
            guard !arguments.has(.explain) else { return try await arguments.explain(batch, terminal) }
            let form = try SearchResultPrinter(arguments, terminal)
            let top = try arguments.count(.top, default: 10)
            let toSave = try batch.asked.first.flatMap { query throws(EvokeError) in
                try arguments.searchToSave(query)
            }
            let questions = batch.asked.map {
                SearchRequestBody(text: $0, literal: arguments.has(.literal), count: !arguments.has(.batch), top: top)
            }
            var answers = try await arguments.answers(to: questions, terminal)[...]
            if let toSave { try await arguments.save(toSave, terminal) }
            for line in batch.lines {
                switch line {
                case .asked:
                    if let answer = answers.popFirst() {
                        terminal.explain(answer)
                        try form.print(answer, isOneOfMany: arguments.has(.batch))
                    }
                case .refused(let refusal): try form.print(refusal)
                }
            }
            try arguments.leaveServer(to: questions)
            return .of(done: questions.count, failed: batch.lines.count - questions.count)
        })

    static let similar = Command(
        name: "similar",
        summary: "Find photos similar to a photo",
        operands: "PHOTO",
        operandKind: .files,
        options: [
            .library, .root, .vectors, .model, .variant, .precision, .top, .scores, .json, .paths, .null, .resident,
        ],
        details: [
            "PHOTO may be any picture, in the library or not. The closest are listed, with the number of similar "
                + "photos."
        ],
        examples: ["evoke similar ~/Pictures/sunset.jpg"],
        run: { arguments, terminal in
            let photo = try arguments.operands(1...1, or: "Give one photo.")[0]
            let form = try SearchResultPrinter(arguments, terminal, showsAll: true)
            let top = try arguments.count(.top, default: 10)
            let question = SearchRequestBody(count: true, likeFile: FileSystem.absolute(photo), top: top)
            for answer in try await arguments.answers(to: [question], terminal) {
                terminal.explain(answer)
                try form.print(answer, isOneOfMany: false)
            }
            try arguments.leaveServer(to: [question])
            return .done
        })
}

extension Arguments {
    /// Only a library knows places; without one, they stay words.
    fileprivate func explain(_ batch: Queries, _ terminal: Terminal) async throws -> ExitCode {
        var readings = batch.lines.compactMap { if case .asked(_, let read) = $0 { read } else { nil } }
        if !has(.literal), let library = try await libraryIfAny(terminal) {
            for place in readings.indices { readings[place] = try await library.understood(readings[place]) }
        }
        var rest = readings[...]
        for line in batch.lines {
            switch line {
            case .asked:
                guard let read = rest.popFirst() else { break }
                for understood in read.understood { terminal.explain(SearchAnswer.Understood(understood)) }
                try terminal.print("\(read.query)")
            case .refused(let refusal): terminal.message("evoke: \(refusal.error.detail) \(refusal.error.remedy)")
            }
        }
        return .of(done: readings.count, failed: batch.lines.count - readings.count)
    }

    /// Starts a background server for the next search, if the user wants that and none runs.
    fileprivate func leaveServer(to questions: [SearchRequestBody]) throws {
        guard has(.resident), mayAskServer(questions) else { return }
        let configuration = try configuration()
        if !LibrarySocket(configuration, warn: { _ in }).isServed {
            BackgroundServer(configuration: configuration).begin()
        }
    }

    private func mayAskServer(_ questions: [SearchRequestBody]) -> Bool {
        questions.count == 1 && !choosesModel && !has(.vectors)
    }

    /// From a running server, if there is one query and a server can answer it; otherwise from the library.
    fileprivate func answers(to questions: [SearchRequestBody], _ terminal: Terminal) async throws -> [SearchAnswer] {
        let configuration = try await configurationWithRoots(terminal)
        if mayAskServer(questions),
            let answer = LibrarySocket(configuration, warn: terminal.message).ask(questions[0])
        {
            return [answer]
        }
        let library = try await PhotoLibrary.open(
            configuration, access: .read, model: model(), precision: precision(),
            notify: SearchIndexDisplay(terminal).show,
            upgrading: UpgradeDisplay(terminal).show)
        keepAliveUntilExit(library)
        try await terminal.reportSetback(of: library.engine)
        let clock = ContinuousClock()
        let started = clock.now
        var reads: [ParsedQuery?] = []
        for question in questions {
            reads.append(try await question.read { try await library.read($0, now: .now, isLiteral: $1, spells: true) })
        }
        let loading = try await clock.measure {
            if reads.contains(where: { $0?.query.isRanked == true }) { try await library.prepareToSearch() }
        }
        let asked = zip(questions, reads).map { SearchRequest($0, read: $1) }
        let found = try await library.search(asked)
        let took = (clock.now - started - loading) / max(1, questions.count)
        let (indexed, model) = (try await library.indexedSoFar(), try await library.model)
        return questions.indices.map {
            SearchAnswer(
                to: questions[$0], read: reads[$0], found[$0], by: model, took: took, indexed: indexed,
                // Without a name, the coordinates are shown.
                placeName: { try? library.name(of: $0, in: "en") })
        }
    }
}

/// The queries, parsed before anything is loaded.
private struct Queries {
    enum Line {
        case asked(String, ParsedQuery)
        case refused(SearchRefusal)
    }

    let lines: [Line]

    var asked: [String] { lines.compactMap { if case .asked(let query, _) = $0 { query } else { nil } } }

    static func read(_ arguments: Arguments, _ terminal: Terminal) async throws -> Queries {
        let others = [Option.saved, .batch, .explain].filter(arguments.has)
        guard !arguments.has(.save) || others.isEmpty else {
            throw UsageError("Choose one of --save and \(others[0].name).")
        }
        guard let file = arguments.path(.batch) else {
            let words = arguments.words
            guard !arguments.has(.saved) || words.isEmpty else {
                throw UsageError("Give a query or --saved, not both.")
            }
            let query = try await arguments.savedQuery(terminal) ?? words.joined(separator: " ")
            guard !query.isBlank else {
                throw UsageError("The query is empty. Describe what the photo shows.")
            }
            return Queries(
                lines: [.asked(query, try ParsedQuery(query, now: .now, isLiteral: arguments.has(.literal)))])
        }
        guard arguments.operands.isEmpty, !arguments.has(.saved) else {
            throw UsageError("Give a query or --batch, not both.")
        }
        let bytes = try FileSystem.readNamed(file, most: 64 << 20)
        var texts = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if texts.last?.isEmpty == true { texts.removeLast() }
        return Queries(
            lines: texts.enumerated().map { number, text in
                line(String(text), isLiteral: arguments.has(.literal), place: "line \(number + 1) of '\(file.display)'")
            })
    }

    private static func line(_ query: String, isLiteral: Bool, place: String) -> Line {
        guard !query.isBlank else {
            return .refused(
                SearchRefusal(
                    query: query, detail: "The query in \(place) is empty.", remedy: "Describe what the photo shows."))
        }
        do {
            return .asked(query, try ParsedQuery(query, now: .now, isLiteral: isLiteral))
        } catch {
            return .refused(
                SearchRefusal(
                    query: query, detail: "In \(place): \(error.sentence)", remedy: error.remedies.inWords { $0.words })
            )
        }
    }
}

extension Terminal {
    /// How the query was read, and what the results leave out.
    fileprivate func explain(_ answer: SearchAnswer) {
        if let misspelling = answer.misspelling { explain(misspelling) }
        for understood in answer.understood ?? [] { explain(understood) }
        if let indexed = answer.indexed { message("Indexed so far: \(indexed.photos) of \(indexed.total) photos.") }
        if let count = answer.datedByFile {
            message("\(Format.count(count, "photo")) dated by file time only, listed last.")
        }
        guard let count = answer.withoutColors else { return }
        message("\(Format.count(count, "photo")) without color data, which 'color:' cannot find. Run 'evoke index'.")
    }

    fileprivate func explain(_ misspelling: SearchAnswer.Misspelling) {
        message(
            misspelling.shown
                ? "No match for '\(misspelling.word)'. Showing '\(misspelling.suggestion)' instead; --literal turns this off."
                : "No match for '\(misspelling.word)'. Did you mean '\(misspelling.suggestion)'?")
    }

    func explain(_ understood: SearchAnswer.Understood) {
        message("Read '\(understood.words)' as \(understood.query); --literal turns this off.")
    }
}

extension Option {
    static let save = Option("--save", .text("NAME"), "Save QUERY under this name, replacing one of the same name")
    static let saved = Option("--saved", .text("NAME"), "Run a saved search")
}

extension Command {
    static let savedSearches = Command(
        name: "saved",
        summary: "List saved searches, or remove one",
        options: [.library, .json],
        details: [
            "Save one with 'evoke search --save NAME QUERY', and run it with 'evoke search --saved NAME'. Queries "
                + "are stored as written, so \"last week\" is always the week before today. Other options are not "
                + "saved.",
            "One line each: name and query, with a tab in a pipe. --json prints one object, as the server's "
                + "/api/searches does (docs/api.md).",
        ],
        examples: ["evoke saved"],
        subcommands: [savedRemove],
        run: { arguments, terminal in
            let searches = try await arguments.library(terminal).saved.list()
            guard !arguments.has(.json) else {
                try terminal.print(JSONText.of(SearchesAnswer(searches)))
                return .done
            }
            for search in searches {
                let gap = terminal.resultsAreShown ? "  " : "\t"
                try terminal.print("\(terminal.bold(search.shownName))\(gap)\(DiskPath(search.query).display)")
            }
            if searches.isEmpty {
                terminal.message("No saved searches. Save one with 'evoke search --save NAME QUERY'.")
            }
            return .done
        })

    private static let savedRemove = Command(
        name: "saved remove",
        summary: "Remove a saved search",
        operands: "NAME",
        operandKind: .text,
        options: [.library],
        examples: ["evoke saved remove \"Last week\""],
        run: { arguments, terminal in
            let name = try arguments.only("Give one saved search, in quotes if its name has spaces.")
            let configuration = try LibraryConfiguration(library: arguments.path(.library))
            if !LibrarySocket(configuration, warn: terminal.message).removeSearch(name) {
                try await arguments.library(terminal).saved.remove(name)
            }
            terminal.message("Removed the saved search '\(SavedSearch(name: name, query: "").shownName)'.")
            return .done
        })
}

extension Arguments {
    /// The query of --saved; nil without it.
    func savedQuery(_ terminal: Terminal) async throws -> String? {
        guard let name = text(.saved) else { return nil }
        return try await library(terminal).saved.list().named(name, doing: "run the saved search").query
    }

    /// What --save will save; nothing is written yet.
    func searchToSave(_ query: String) throws(EvokeError) -> SavedSearch? {
        guard let name = text(.save) else { return nil }
        let search = SavedSearch(name: name, query: query)
        try search.check()
        return search
    }

    /// Through a running server, which can save while it indexes; otherwise directly.
    func save(_ search: SavedSearch, _ terminal: Terminal) async throws {
        let configuration = try LibraryConfiguration(library: path(.library))
        if !LibrarySocket(configuration, warn: terminal.message).save(search) {
            try await library(terminal).saved.save(search)
        }
        terminal.message("Saved as '\(search.shownName)'. Run it with 'evoke search --saved'.")
    }
}

extension SavedSearch {
    fileprivate var shownName: String { DiskPath(name).display }
}
