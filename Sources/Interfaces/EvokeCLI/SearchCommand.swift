import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let literal = Option("--literal", .flag, "Leave dates, places and people in plain words to the words")
    static let explain = Option(
        "--explain", .flag, "Print how QUERY is read, and search for nothing")
    static let resident = Option(
        "--resident", .flag, "Leave a server behind for ten minutes, which answers the next searches at once")
    static let all = Option("--all", .flag, "Show photos that are less likely, too, up to --top")
    static let scores = Option(
        "--scores", .flag, "Show how alike the query and each photo are, in place of why it was found")
    static let batch = Option("--batch", .file("FILE"), "Answer the queries in FILE, one a line ('-': standard input)")
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
            "Words that follow each other are one query; quotation marks are not needed. The starter model understands "
                + "about 100 languages.",
            "FIELD:VALUE narrows, and comes before the ranking. A '-' before a word or a field turns it round, '|' "
                + "between values is \"or\", OR and parentheses join larger parts, and '..', '>=' and '<' make "
                + "ranges. Text in quotes has to be written somewhere: in a name, a title, a keyword. The shell takes "
                + "quotes, parentheses, '|', '<' and '>' for itself: put all of the query in single quotes then.",
            "Words are looked for in names, titles, descriptions and keywords, too: a photo on which all of them are "
                + "written fits, and an exact file name comes first. --json says why each photo was found.",
            "Dates, places and people in plain words are understood (last summer, in Lisbon, Anna), and said on "
                + "standard error; --literal leaves them to the words. The name of a place alone (tokyo anna) counts as "
                + "written on the photos that were taken there. A query of fields alone lists the newest photos first.",
            "--explain asks the library which names are places; where there is none, places in plain words stay words.",
            "On a terminal, a column says why a photo was found: it is seen in it, or its name, a text, its place or a person "
                + "answers the query. --scores has scores there, as a pipe always has.",
            "The score is the cosine between the query and the photo: higher is better, and scores of different "
                + "queries or models cannot be compared.",
            "What fits is shown, and how many others there are; with nothing that fits, the three nearest are named, as "
                + "messages. --all shows both kinds. --paths and -0 print what fits alone, unless there is --all; --json "
                + "prints both, and says of each photo whether it 'fits'.",
            "In JSON, each answer is an object as a server's /api/search gives it (docs/api.md); took_ms is the time for "
                + "the query itself, without loading the model.",
            "A line of --batch that is empty or cannot be read gets an error in its place, as an object with 'query' and "
                + "'error' in JSON, and the others their answers; the exit code is then 3.",
            "--save keeps the query as it is written, and --saved asks it in the place of QUERY; 'evoke searches' lists "
                + "those that are kept.",
            "--resident is meant to be set once: 'evoke config resident on' explains it.",
        ],
        examples: [
            "evoke search a dog on the beach", "evoke search --top 3 --json \"rotes Auto\"",
            "evoke search 'dog -crowd date:2019..2021 rating:>=4 camera:x100 sort:newest'",
            "evoke search -0 flowers | xargs -0 cp -t ~/chosen",
            "evoke search --save \"Last week\" 'rating:>=4 last week'", "evoke search --saved \"Last week\"",
        ],
        fields: QueryField.all,
        run: { arguments, terminal in
            let batch = try await Queries.read(arguments, terminal)
            guard !arguments.has(.explain) else { return try await arguments.explain(batch, terminal) }
            let form = try ResultForm(arguments, terminal)
            let top = try arguments.count(.top, default: 10)
            let toSave = try batch.asked.first.flatMap { query throws(EvokeError) in
                try arguments.searchToSave(query)
            }
            let questions = batch.asked.map {
                SearchRequestBody(
                    text: $0, literal: arguments.has(.literal), count: !arguments.has(.batch), top: top)
            }
            var answers = try await arguments.answers(to: questions, terminal)[...]
            if let toSave { try await arguments.save(toSave, terminal) }
            for line in batch.lines {
                switch line {
                case .asked:
                    if let answer = answers.popFirst() {
                        terminal.say(besides: answer)
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
        summary: "Find photos like a photo",
        operands: "PHOTO",
        operandKind: .files,
        options: [
            .library, .root, .vectors, .model, .variant, .precision, .top, .scores, .json, .paths, .null, .resident,
        ],
        details: [
            "PHOTO may be in the library, and is then left out of the results, or any other picture. The nearest photos are listed, "
                + "and it says how many of all are alike."
        ],
        examples: ["evoke similar ~/Pictures/sunset.jpg"],
        run: { arguments, terminal in
            guard let photo = arguments.operands.first, arguments.operands.count == 1 else {
                throw UsageError("Name one photo.", of: "similar")
            }
            let form = try ResultForm(arguments, terminal, showsAll: true)
            let top = try arguments.count(.top, default: 10)
            let question = SearchRequestBody(count: true, likeFile: FileSystem.absolute(photo), top: top)
            for answer in try await arguments.answers(to: [question], terminal) {
                terminal.say(besides: answer)
                try form.print(answer, isOneOfMany: false)
            }
            try arguments.leaveServer(to: [question])
            return .done
        })
}

extension Arguments {
    /// Which words are places is for a library to say; where there is none, they stay words.
    fileprivate func explain(_ batch: Queries, _ terminal: Terminal) async throws -> ExitCode {
        var readings = batch.lines.compactMap { if case .asked(_, let read) = $0 { read } else { nil } }
        if !has(.literal) {
            do {
                readings = try await PhotoLibrary.understood(
                    readings, LibraryConfiguration(library: path(.library)), upgrading: UpgradeDisplay(terminal).show)
            } catch let error as EvokeError where error.kind == .notFound {}
        }
        var rest = readings[...]
        for line in batch.lines {
            switch line {
            case .asked:
                guard let read = rest.popFirst() else { break }
                for understood in read.understood { terminal.say(SearchAnswer.Understood(understood)) }
                try terminal.print("\(read.query)")
            case .refused(let refusal): terminal.say("evoke: \(refusal.error.detail) \(refusal.error.remedy)")
            }
        }
        return .of(done: readings.count, failed: batch.lines.count - readings.count)
    }

    /// Now that the answer is out, one begins that may answer the next question, where the user wants that and none is there.
    fileprivate func leaveServer(to questions: [SearchRequestBody]) throws {
        guard has(.resident), mayAskServer(questions) else { return }
        let places = try places()
        if !LibrarySocket(places, say: { _ in }).isServed { Resident(of: places).begin() }
    }

    private func mayAskServer(_ questions: [SearchRequestBody]) -> Bool {
        questions.count == 1 && !choosesModel && !has(.vectors)
    }

    /// From a server that has the library open, where one question is asked and one can be asked; else from the library.
    fileprivate func answers(to questions: [SearchRequestBody], _ terminal: Terminal) async throws -> [SearchAnswer] {
        let places = try await placesWithRoots(terminal)
        if mayAskServer(questions),
            let answer = LibrarySocket(places, say: terminal.say).ask(questions[0])
        {
            return [answer]
        }
        let library = try await PhotoLibrary.open(
            places, access: .read, model: model(), precision: precision(), notify: IndexBuildDisplay(terminal).show,
            upgrading: UpgradeDisplay(terminal).show)
        keepUntilTheEnd(library)
        terminal.say(setbackOf: library.engine)
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
        let indexed = try await library.indexedSoFar()
        return questions.indices.map {
            SearchAnswer(
                to: questions[$0], read: reads[$0], found[$0], by: library.model, took: took, indexed: indexed,
                // Without a name, the coordinates are shown.
                placeName: { try? library.name(of: $0, in: "en") })
        }
    }
}

/// The queries that a user asks, checked before anything is loaded.
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
            throw UsageError("Choose one of --save and \(others[0].name).", of: "search")
        }
        guard let file = arguments.path(.batch) else {
            let words = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            guard !arguments.has(.saved) || words.isEmpty else {
                throw UsageError("Give a query or --saved, not both.", of: "search")
            }
            let query = try await arguments.savedQuery(terminal) ?? words.joined(separator: " ")
            guard !query.isBlank else {
                throw UsageError("The query is empty. Describe what the photo shows.", of: "search")
            }
            return Queries(
                lines: [.asked(query, try ParsedQuery(query, now: .now, isLiteral: arguments.has(.literal)))])
        }
        guard arguments.operands.isEmpty, !arguments.has(.saved) else {
            throw UsageError("Give a query or --batch, not both.", of: "search")
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
    /// How the question was understood, and what the answer leaves open.
    fileprivate func say(besides answer: SearchAnswer) {
        if let misspelling = answer.misspelling { say(misspelling) }
        for understood in answer.understood ?? [] { say(understood) }
        if let indexed = answer.indexed { say("\(indexed.photos) of \(indexed.total) photos are indexed so far.") }
        if let count = answer.datedByFile {
            say("\(Amount.of(count, "photo")) of these by the time of the file alone, behind the others.")
        }
        guard let count = answer.withoutColors else { return }
        let photos = count == 1 ? "One photo has" : "\(count) photos have"
        say("\(photos) no colours yet, and 'color:' does not find what has none. Run 'evoke index'.")
    }

    fileprivate func say(_ misspelling: SearchAnswer.Misspelling) {
        say(
            misspelling.shown
                ? "Nothing fits '\(misspelling.word)'. Shown for '\(misspelling.suggestion)'; --literal searches for "
                    + "'\(misspelling.word)' itself."
                : "Nothing knows '\(misspelling.word)'. Did you mean '\(misspelling.suggestion)'?")
    }

    func say(_ understood: SearchAnswer.Understood) {
        say("Understood '\(understood.words)' as \(understood.query); with --literal it stays words.")
    }
}
